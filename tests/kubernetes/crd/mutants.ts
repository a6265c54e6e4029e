/** Draws mutants of CRDs: keywords that are added, removed, moved, copied, or replaced. The same seed draws the same. */
import type { Json, JsonObject } from "../../../scripts/core/model/json.js";

interface Mutable {
  [key: string]: Json | Mutable;
}

/** Values for each keyword of a schema. Most of them are wrong in most places. */
const KEYWORDS: JsonObject = {
  type: ["string", "object", "array", "integer", "boolean", "null", "file", "", 5],
  properties: [{}, { a: { type: "string" } }, { metadata: { type: "object" } }, []],
  items: [{}, { type: "string" }, [{ type: "string" }], [], { type: "object", "x-kubernetes-map-type": "atomic" }],
  additionalProperties: [true, false, {}, { type: "string" }, { type: "integer", default: "x" }],
  required: [["a"], [], ["nope"]],
  nullable: [true, false],
  default: [null, {}, "x", 1, [], { a: 1 }, { a: "b", c: 1 }, true],
  enum: [[], ["a"], [1, "b"], [null]],
  pattern: ["(", "^a", "(?!x)", "a{2000}", ""],
  format: ["int32", "date", "color", "byte"],
  allOf: [[{}], [{ type: "string" }], [{ required: ["a"] }], [{ anyOf: [{ type: "integer" }, { type: "string" }] }]],
  anyOf: [[{ type: "integer" }, { type: "string" }], [{ type: "string" }], [{ items: { pattern: "(" } }], []],
  oneOf: [[{ required: ["x"] }], [{ additionalProperties: true }], [{ default: 1 }], [{ title: "x" }]],
  not: [{}, { required: ["a"] }, { properties: { metadata: {} } }, { properties: { x: {} } }],
  minimum: [1, 5.5, "1"],
  maxLength: [1, 2.5],
  uniqueItems: [true, false],
  id: ["x", ""],
  $schema: ["x"],
  $ref: ["#/x", ""],
  definitions: [{}, { a: { type: "string" } }],
  patternProperties: [{}, { a: {} }],
  additionalItems: [false, {}],
  title: ["x"],
  description: ["x", 5],
  "x-kubernetes-preserve-unknown-fields": [true, false],
  "x-kubernetes-embedded-resource": [true, false],
  "x-kubernetes-int-or-string": [true, false],
  "x-kubernetes-list-type": ["set", "map", "atomic", "x"],
  "x-kubernetes-map-type": ["atomic", "granular", "x"],
  "x-kubernetes-list-map-keys": [["a"], ["name"], ["k", "k"], []],
  "x-kubernetes-validations": [
    [{ rule: "" }],
    [{ rule: "true", message: "a\nb" }],
    [{ rule: "true", fieldPath: ".a" }],
  ],
};

const VALUES: readonly Json[] = [null, true, false, 0, -1, 1.5, "", "x", [], {}, [null], { a: null }, [{}], ["a"]];

/** Returns mutants of CRDs. */
export function mutantsOf(bases: readonly JsonObject[], count: number, seed: number): JsonObject[] {
  const random = numbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  return Array.from({ length: count }, () => {
    const mutant = structuredClone(pick(bases)) as Mutable;
    for (let changes = Math.ceil(random() * 3); changes > 0; changes--) change(mutant, pick);
    return mutant as JsonObject;
  });
}

type Pick = <Item>(items: readonly Item[]) => Item;

/** Returns a generator of numbers from 0 to 1. Source: mulberry32, in the public domain. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function change(document: Mutable, pick: Pick): void {
  const objects = objectsIn(document);
  const schemas = objects.filter(({ isSchema }) => isSchema).map(({ object }) => object);
  const object = pick(objects).object;
  const schema = schemas.length > 0 ? pick(schemas) : object;
  const key = pick([...Object.keys(object), "x"]);
  const keyword = pick(Object.keys(KEYWORDS));
  const operation = pick(["set", "set", "set", "set", "remove", "retype", "copy", "move"]);
  if (operation === "set") schema[keyword] = structuredClone(pick(KEYWORDS[keyword] as readonly Json[]));
  if (operation === "copy" || operation === "move") pick(objects).object[key] = structuredClone(object[key] ?? null);
  if (operation === "remove" || operation === "move") delete object[key];
  if (operation === "retype") object[key] = structuredClone(pick(VALUES));
}

interface Found {
  readonly object: Mutable;
  readonly isSchema: boolean;
}

const SCHEMA_KEYS = new Set(["openAPIV3Schema", "items", "additionalProperties", "not"]);
const SCHEMAS_KEYS = new Set(["properties", "allOf", "anyOf", "oneOf"]);

/** Returns all objects in a value. */
function objectsIn(value: Json | Mutable, key = "", parent = ""): Found[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, child]) => objectsIn(child as Json, name, key));
  if (Array.isArray(value)) return inner;
  return [{ object: value as Mutable, isSchema: SCHEMA_KEYS.has(key) || SCHEMAS_KEYS.has(parent) }, ...inner];
}
