export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a JSON text, or undefined where it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/**
 * The same value with the keys of every object in code-unit order, which no locale changes. Array order is kept.
 * Objects come back without a prototype, so that a key `__proto__` is a key like any other.
 */
export function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const sorted: Record<string, Json> = Object.create(null);
  for (const key of Object.keys(value).sort()) sorted[key] = sortKeys(value[key] as Json);
  return sorted;
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export function sameJson(a: Json, b: Json): boolean {
  return JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b));
}
