export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns a field that is an object, or an empty object if it is missing or something else. */
export function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : {};
}

/** Parses a string as JSON. Returns undefined if there is no string, or if it is not valid. */
export function parseJson(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/**
 * Returns the offset of the first character that is not valid JSON, or undefined if the string is valid. `JSON.parse`
 * reports it only for some errors, and in a message that changes with the version of Node. Grammar: RFC 8259.
 */
export function jsonErrorAt(text: string): number | undefined {
  const open: string[] = [];
  let expected = "value";
  for (let at = spaceEnd(text, 0); ; at = spaceEnd(text, at)) {
    if (expected === "end" && open.length === 0) return at === text.length ? undefined : at;
    const character = text[at] ?? "";
    const isClosed = expected.endsWith("end") && character === open.at(-1);
    const isKey = expected.startsWith("key");
    if (isClosed) {
      open.pop();
      expected = "end";
    } else if (expected === "end" && character === ",") {
      expected = open.at(-1) === "}" ? "key" : "value";
    } else if (expected === "colon" && character === ":") {
      expected = "value";
    } else if (expected.startsWith("value") && (character === "{" || character === "[")) {
      open.push(character === "{" ? "}" : "]");
      expected = character === "{" ? "key or end" : "value or end";
    } else {
      const isScalar = isKey || expected.startsWith("value");
      const end = isScalar ? (stringEnd(text, at) ?? (isKey ? undefined : tokenEnd(WORD, text, at))) : undefined;
      if (end === undefined) return at;
      expected = isKey ? "colon" : "end";
      at = end;
      continue;
    }
    at++;
  }
}

const SPACE = /[ \t\n\r]*/y;
const WORD = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function spaceEnd(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(text); // always matches, possibly without a character
  return SPACE.lastIndex;
}

function tokenEnd(token: RegExp, text: string, at: number): number | undefined {
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : undefined;
}

/**
 * Returns the end of a string. Reads one character at a time, because a string of several megabytes is too long for a
 * pattern.
 */
function stringEnd(text: string, start: number): number | undefined {
  if (text[start] !== '"') return undefined;
  let at = start + 1;
  while (text[at] !== '"') {
    const next = text[at] === "\\" ? tokenEnd(ESCAPE, text, at) : at + 1;
    if (next === undefined || at >= text.length || text.charCodeAt(at) < 0x20) return undefined;
    at = next;
  }
  return at + 1;
}

/**
 * Returns the value with the keys of every object in code-unit order, which is the same in every locale. Lists keep
 * their order. The key `__proto__` is one like any other. With `sorted`, which contains the parts of earlier calls, a part
 * that occurs several times is sorted once and stays one object.
 */
export function sortKeys(value: Json, sorted?: Sorted): Json {
  if (typeof value !== "object" || value === null) return value;
  const known = sorted?.get(value);
  if (known !== undefined) return known;
  const result = Array.isArray(value)
    ? value.map((item) => sortKeys(item, sorted))
    : sortObject(value as JsonObject, sorted);
  sorted?.set(value, result);
  return result;
}

/** Values with sorted keys, by the values from which they were made. */
export type Sorted = Map<object, Json>;

function sortObject(value: JsonObject, known: Sorted | undefined): JsonObject {
  const keys = Object.keys(value).sort();
  // Listing the entries of objects without a prototype takes several times as long, so only those that need it have none.
  const result: Record<string, Json> = keys.includes("__proto__") ? Object.create(null) : {};
  for (const key of keys) result[key] = sortKeys(value[key] as Json, known);
  return result;
}

/** Returns a string that is the same for equal values, whatever the order of their keys. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(sortKeys(value));
}

/** Reports whether two values are equal, whatever the order of their keys. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => sameJson(ownIn(a, key), ownIn(b, key)));
}

/** Returns what an object or a list itself has at a key, so `__proto__` and `constructor` are keys like any other. */
export function ownIn<T>(value: Readonly<Record<string, T>> | readonly T[], key: string): T | undefined {
  return Object.hasOwn(value, key) ? (value as Readonly<Record<string, T>>)[key] : undefined;
}
