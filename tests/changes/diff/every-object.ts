/**
 * Enumerates every object that the drawn schemas of the laws can distinguish. Their bounds, enums and rules use few
 * values, and undeclared fields are only counted. If none of these objects shows a difference, there is none.
 */
import { isJsonObject, type Json, type JsonObject } from "../../../scripts/core/model/json.js";
import { admits, type Conditions } from "./oracle.js";

const TEXTS: readonly Json[] = ["x", "y", "", "xx", "xxx", "xxxx", 3, null];
const NUMBERS: readonly Json[] = [0, 1, 2, 3, 4, -1, -2, "x", null];
const LEAVES: Readonly<Record<string, readonly Json[]>> = { a: TEXTS, b: NUMBERS, m: TEXTS };
/** Fields that no schema declares, as many as a schema can count. */
const OTHERS: readonly string[] = ["u", "v", "w", "z"];

export interface Pair {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly conditions: Conditions;
}

/** A value at a path: `.o.a`, `.l[].a`, or the root for an empty path. */
export interface Placed {
  readonly path: string;
  readonly value: Json;
}

/** Yields the objects, each with the value at its path if one is given. */
export function* everyObject(pair: Pair, placed?: Placed): Generator<Json> {
  if (placed?.path === "") yield placed.value;
  else yield* withFields(Object.entries(choices(pair, placed)), others(pair));
}

/** Returns the values that each field can have, with undefined for an omitted field. */
function choices(pair: Pair, placed: Placed | undefined): Record<string, readonly (Json | undefined)[]> {
  const leaves = Object.entries(LEAVES).map(([name, values]) => {
    const inner = below(placed, `.${name}`);
    return [name, inner ? [inner.value] : [undefined, ...values]] as const;
  });
  const object = alike(pair, (schema) => field(schema, "o"), below(placed, ".o"));
  const list = below(placed, ".l");
  const items = alike(pair, (schema) => itemsOf(field(schema, "l")), below(list, "[]"));
  return {
    ...Object.fromEntries(leaves),
    o: below(placed, ".o") ? object : [undefined, ...object],
    l: list?.path === "" ? [list.value] : [...(list ? [] : [undefined, []]), ...items.map((item) => [item])],
  };
}

/** Returns the rest of the path if it starts with the given step. */
function below(placed: Placed | undefined, step: string): Placed | undefined {
  return placed?.path.startsWith(step) ? { path: placed.path.slice(step.length), value: placed.value } : undefined;
}

/**
 * Returns one inner object for every combination of accepted and rejected: nothing else about it can be observed from
 * outside.
 */
function alike(
  { before, after, conditions }: Pair,
  child: (schema: JsonObject) => JsonObject | undefined,
  placed: Placed | undefined,
): Json[] {
  const [old, now] = [child(before), child(after)];
  const schema = old ?? now;
  if (!schema) return [];
  const found = new Map<string, Json>();
  for (const object of everyObject({ before: schema, after: now ?? schema, conditions }, placed)) {
    const key = [old, now].map((each) => each && admits(each, object, conditions)).join();
    if (!found.has(key)) found.set(key, object);
    if (found.size === 4) break;
  }
  return [...found.values()];
}

function others({ before, after }: Pair): JsonObject[] {
  const isKeeping = [before, after].some((schema) => schema["x-kubernetes-preserve-unknown-fields"] === true);
  const counts = isKeeping ? [0, ...OTHERS.keys()].map((_, count) => count) : [0];
  return counts.map((count) => Object.fromEntries(OTHERS.slice(0, count).map((name) => [name, 0])));
}

function* withFields(
  [first, ...rest]: readonly (readonly [string, readonly (Json | undefined)[]])[],
  bases: readonly JsonObject[],
): Generator<JsonObject> {
  if (!first) {
    yield* bases;
    return;
  }
  const [name, values] = first;
  for (const object of withFields(rest, bases)) {
    for (const value of values) yield value === undefined ? object : { ...object, [name]: value };
  }
}

function field({ properties }: JsonObject, name: string): JsonObject | undefined {
  const found = isJsonObject(properties) ? properties[name] : undefined;
  return isJsonObject(found) ? found : undefined;
}

function itemsOf(schema: JsonObject | undefined): JsonObject | undefined {
  return isJsonObject(schema?.items) ? schema.items : undefined;
}
