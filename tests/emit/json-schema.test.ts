/**
 * Tests of the translation of CRD schemas to JSON Schemas. A JSON Schema must not reject a value that the API server
 * accepts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Json, JsonObject } from "../../scripts/core/model/json.js";
import { toJsonSchema } from "../../scripts/emit/json-schema.js";
import { ROOT } from "../support/golden.js";
import { fitsSchema } from "./language-server.js";

const tests = suite("emit/json-schema");

const TEXT = { type: "string" };
const CLOSED = { type: "object", additionalProperties: false };
const A_DEFAULTED = { a: { type: "string", default: "x" }, b: TEXT };

/** Title, schema in the CRD, and JSON Schema. */
const TRANSLATIONS: readonly (readonly [string, JsonObject, JsonObject])[] = [
  ["nullable", { type: "string", nullable: true }, { type: ["string", "null"] }],
  [
    "nullable, int-or-string",
    { "x-kubernetes-int-or-string": true, nullable: true },
    { type: ["integer", "string", "null"] },
  ],
  [
    "null is in no enum, to the API server",
    { type: "string", nullable: true, enum: ["a"] },
    { type: "string", enum: ["a"] },
  ],
  ["nullable without a type", { "x-kubernetes-preserve-unknown-fields": true, nullable: true }, {}],
  ["an enum without values", { type: "string", enum: [] }, { type: "string" }],
  [
    "int-or-string with the types that Kubernetes wants repeated",
    { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, TEXT], pattern: "^a$" },
    { type: ["integer", "string"], pattern: "^a$" },
  ],
  ["int32", { type: "integer", format: "int32" }, { type: "integer", minimum: -2147483648, maximum: 2147483647 }],
  [
    "int32 with bounds of its own",
    { type: "integer", format: "int32", minimum: 1, maximum: 9 },
    { type: "integer", minimum: 1, maximum: 9 },
  ],
  ["int64, whose limits not every reader has", { type: "integer", format: "int64" }, { type: "integer" }],
  [
    "exclusive bounds",
    { type: "integer", minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
    { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 9 },
  ],
  [
    "bounds that are not exclusive",
    { type: "number", minimum: 0, exclusiveMinimum: false },
    { type: "number", minimum: 0 },
  ],
  [
    "fractions of bounds, which the API server cuts off",
    { type: "number", minimum: 1.5, maximum: -1.5 },
    { type: "number", minimum: 1, maximum: -1 },
  ],
  [
    "fractions of bounds that say less",
    { type: "number", minimum: -1.5, maximum: 1.5 },
    { type: "number", minimum: -1.5, maximum: 1.5 },
  ],
  ["factors of whole numbers", { type: "integer", multipleOf: 5 }, { type: "integer", multipleOf: 5 }],
  ["factors of others", { type: "number", multipleOf: 0.1 }, { type: "number" }],
  ["a format of both", { type: "string", format: "date-time" }, { type: "string", format: "date-time" }],
  ["a format that means something else", { type: "string", format: "duration" }, TEXT],
  ["a format that the API server does not know", { type: "string", format: "regex" }, TEXT],
  ["a pattern", { type: "string", pattern: "^a.b$" }, { type: "string", pattern: "^a[^\\n]b$" }],
  ["a pattern of RE2 alone", { type: "string", pattern: "(?i)^a$" }, TEXT],
  [
    "words for readers",
    { type: "string", title: "A", description: "B", default: "c", example: "d", externalDocs: { url: "e" } },
    { type: "string", title: "A", description: "B", default: "c", examples: ["d"] },
  ],
  [
    "an object",
    { type: "object", properties: { a: TEXT, b: { type: "object" } }, required: ["a"] },
    { ...CLOSED, properties: { a: TEXT, b: CLOSED }, required: ["a"] },
  ],
  ["an object without fields", { type: "object" }, CLOSED],
  [
    "a preserved object, and one in it",
    {
      type: "object",
      properties: { a: { type: "object", properties: { b: TEXT } } },
      "x-kubernetes-preserve-unknown-fields": true,
    },
    { type: "object", properties: { a: { ...CLOSED, properties: { b: TEXT } } } },
  ],
  ["any value", { "x-kubernetes-preserve-unknown-fields": true }, {}],
  [
    "a map of objects",
    { type: "object", additionalProperties: { type: "object", properties: { a: TEXT } }, maxProperties: 2 },
    { type: "object", additionalProperties: { ...CLOSED, properties: { a: TEXT } }, maxProperties: 2 },
  ],
  [
    "a set",
    { type: "array", items: TEXT, "x-kubernetes-list-type": "set", maxItems: 3 },
    { type: "array", items: TEXT, uniqueItems: true, maxItems: 3 },
  ],
  [
    "a list of type map",
    {
      type: "array",
      items: { type: "object", properties: { a: TEXT } },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a"],
    },
    { type: "array", items: { ...CLOSED, properties: { a: TEXT } } },
  ],
  [
    "a required field with a default",
    { type: "object", properties: A_DEFAULTED, required: ["a", "b"], minProperties: 2 },
    { ...CLOSED, properties: A_DEFAULTED, required: ["b"], minProperties: 1 },
  ],
  ["branches without any", { type: "string", anyOf: [], oneOf: [], allOf: [] }, TEXT],
  [
    "a number of fields, all of which have defaults",
    { type: "object", properties: A_DEFAULTED, minProperties: 1 },
    { ...CLOSED, properties: A_DEFAULTED, minProperties: 0 },
  ],
  [
    "a required value of a map, which has a default",
    { type: "object", additionalProperties: { ...TEXT, default: "x" }, required: ["a"] },
    { type: "object", additionalProperties: { ...TEXT, default: "x" } },
  ],
  [
    "a required value of a map",
    { type: "object", additionalProperties: TEXT, required: ["b", "a"] },
    { type: "object", additionalProperties: TEXT, required: ["a", "b"] },
  ],
  [
    "a required field called as what all objects have",
    { type: "object", properties: {}, required: ["toString"] },
    { ...CLOSED, required: ["toString"] },
  ],
  ["a map of anything", { type: "object", additionalProperties: true }, { type: "object" }],
  ["a list of anything", { type: "array" }, { type: "array" }],
  [
    "a set of objects",
    { type: "array", items: { type: "object" }, "x-kubernetes-list-type": "set" },
    { type: "array", items: CLOSED },
  ],
  [
    "a set of lists",
    { type: "array", items: { type: "array", items: TEXT }, "x-kubernetes-list-type": "set" },
    { type: "array", items: { type: "array", items: TEXT } },
  ],
  [
    "a set of numbers and texts",
    { type: "array", items: { "x-kubernetes-int-or-string": true }, "x-kubernetes-list-type": "set" },
    { type: "array", items: { type: ["integer", "string"] }, uniqueItems: true },
  ],
  ["a set of anything", { type: "array", items: {}, "x-kubernetes-list-type": "set" }, { type: "array", items: {} }],
  [
    "a list of texts that says it is atomic",
    { type: "array", items: TEXT, "x-kubernetes-list-type": "atomic" },
    { type: "array", items: TEXT },
  ],
  [
    "numbers of items and lengths",
    { type: "array", items: { ...TEXT, minLength: 1, maxLength: 2 }, minItems: 3, maxItems: 4 },
    { type: "array", items: { ...TEXT, minLength: 1, maxLength: 2 }, minItems: 3, maxItems: 4 },
  ],
  ["bounds that are no int64", { type: "number", minimum: -(2 ** 63), maximum: 2 ** 63 }, { type: "number" }],
  ["a fraction as a factor of whole numbers", { type: "integer", multipleOf: 0.5 }, { type: "integer" }],
  ["int32 that is no whole number", { type: "number", format: "int32" }, { type: "number" }],
  ["a date that is no text", { type: "integer", format: "date" }, { type: "integer" }],
  [
    "int-or-string with a choice of its own",
    { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { minLength: 1 }] },
    { type: ["integer", "string"], anyOf: [{ type: "integer" }, { minLength: 1 }] },
  ],
  [
    "a choice of types elsewhere",
    { ...TEXT, anyOf: [{ type: "integer" }, { type: "string" }] },
    { ...TEXT, anyOf: [{ type: "integer" }, { type: "string" }] },
  ],
  ["rules", { type: "string", "x-kubernetes-validations": [{ rule: "self != ''" }] }, TEXT],
  [
    "branches",
    { type: "object", properties: { a: TEXT, b: TEXT }, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    { ...CLOSED, properties: { a: TEXT, b: TEXT }, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
  ],
  [
    "a branch that is judged after defaults",
    { type: "object", properties: A_DEFAULTED, oneOf: [{ required: ["a"] }, { required: ["b"] }], not: { enum: [{}] } },
    { ...CLOSED, properties: A_DEFAULTED },
  ],
  [
    "a branch that counts fields, of which defaults fill some in",
    {
      type: "object",
      properties: A_DEFAULTED,
      anyOf: [{ minProperties: 2 }],
      oneOf: [{ maxProperties: 1 }],
      allOf: [{ properties: { b: { minLength: 1 } } }],
    },
    { ...CLOSED, properties: A_DEFAULTED, allOf: [{ properties: { b: { minLength: 1 } } }] },
  ],
  [
    "a branch that counts fields without defaults",
    { type: "object", properties: { a: TEXT, b: TEXT }, anyOf: [{ minProperties: 2 }] },
    { ...CLOSED, properties: { a: TEXT, b: TEXT }, anyOf: [{ minProperties: 2 }] },
  ],
  [
    "branches of items, whole or not at all",
    {
      type: "array",
      items: { type: "object", properties: A_DEFAULTED },
      anyOf: [{ items: { required: ["b"] } }],
      not: { items: { required: ["a"] } },
    },
    {
      type: "array",
      items: { ...CLOSED, properties: A_DEFAULTED },
      anyOf: [{ items: { required: ["b"] } }],
    },
  ],
  ["the format date", { type: "string", format: "date" }, { type: "string", format: "date" }],
  ["the format date-time", { type: "string", format: "date-time" }, { type: "string", format: "date-time" }],
  [
    "a branch that cannot be said whole",
    {
      type: "string",
      not: { pattern: "(?i)a" },
      anyOf: [{ minLength: 3 }, { format: "ipv4" }],
      allOf: [{ minLength: 1 }],
    },
    { type: "string", allOf: [{ minLength: 1 }] },
  ],
  [
    "branches of what may be null, which null need not fit",
    { type: "object", nullable: true, properties: { a: TEXT }, not: { required: ["a"] } },
    { ...CLOSED, type: ["object", "null"], properties: { a: TEXT } },
  ],
];

/** Branches of an object and of the schema of its field, which are unchanged or omitted. */
const KEPT_BRANCHES: readonly (readonly [string, JsonObject])[] = [
  ["maxProperties, where no field has a default", { maxProperties: 3 }],
  ["required", { required: ["a"] }],
  ["lengths", { properties: { a: { minLength: 1, maxLength: 3 } } }],
  ["numbers of items", { properties: { l: { minItems: 1, maxItems: 3 } } }],
  ["whole bounds", { properties: { n: { minimum: 1, maximum: 9 } } }],
  ["a pattern of both", { properties: { a: { pattern: "^a$" } } }],
  ["texts and booleans", { properties: { a: { enum: ["x", "y"] }, f: { enum: [true] } } }],
  ["items", { properties: { l: { items: { minLength: 1 } } } }],
  ["allOf", { allOf: [{ required: ["a"] }, { required: ["n"] }] }],
  ["anyOf", { anyOf: [{ required: ["a"] }, { required: ["n"] }] }],
  ["oneOf", { oneOf: [{ required: ["a"] }, { required: ["n"] }] }],
  ["not", { not: { required: ["a"] } }],
];

const DROPPED_BRANCHES: readonly (readonly [string, JsonObject])[] = [
  ["a fraction as a lower bound", { properties: { n: { minimum: 0.5 } } }],
  ["a fraction as an upper bound", { properties: { n: { maximum: 0.5 } } }],
  ["a lower bound that is no int64", { properties: { n: { minimum: -(2 ** 63) } } }],
  ["an upper bound that is no int64", { properties: { n: { maximum: 2 ** 63 } } }],
  ["a factor", { properties: { n: { multipleOf: 2 } } }],
  ["a pattern of RE2 alone", { properties: { a: { pattern: "(?i)a" } } }],
  ["a format", { properties: { a: { format: "date" } } }],
  ["numbers in an enum", { properties: { n: { enum: [1] } } }],
  ["a text and null in an enum", { properties: { a: { enum: ["x", null] } } }],
  ["an object in an enum", { enum: [{ a: "x" }] }],
  ["what is required of a field with a default", { properties: { o: { required: ["a"] } } }],
  ["a number of fields, some of which have a default", { properties: { o: { minProperties: 1 } } }],
  ["a field with a default", { properties: { o: { properties: { a: { minLength: 1 } } } } }],
  ["what may be null", { properties: { m: { not: { enum: ["x"] } } } }],
  ["what may be anything", { properties: { any: { not: { enum: ["x"] } } } }],
  ["items that are not exact", { properties: { l: { items: { format: "date" } } } }],
  ["one that is not exact, in allOf", { allOf: [{ required: ["a"] }, { properties: { a: { format: "date" } } }] }],
  ["one that is not exact, in anyOf", { anyOf: [{ required: ["a"] }, { properties: { a: { format: "date" } } }] }],
  ["one that is not exact, in oneOf", { oneOf: [{ required: ["a"] }, { properties: { a: { format: "date" } } }] }],
  ["one that is not exact, in not", { not: { properties: { a: { format: "date" } } } }],
  ["a keyword that nobody thought of", { "x-new": 1 }],
];

const BRANCHED: JsonObject = {
  type: "object",
  properties: {
    a: TEXT,
    n: { type: "integer" },
    f: { type: "boolean" },
    l: { type: "array", items: TEXT },
    o: { type: "object", properties: A_DEFAULTED },
    m: { ...TEXT, nullable: true },
    any: { "x-kubernetes-preserve-unknown-fields": true },
  },
};

for (const [branches, isKept] of [
  [KEPT_BRANCHES, true],
  [DROPPED_BRANCHES, false],
] as const) {
  for (const [name, branch] of branches) {
    tests(`a branch is ${isKept ? "kept" : "left out"}: ${name}`, () => {
      const plain = toJsonSchema(BRANCHED);
      for (const keyword of ["allOf", "anyOf", "oneOf"]) {
        const expected = isKept ? { ...plain, [keyword]: [branch, { required: ["n"] }] } : plain;
        assert.equal(toJsonSchema({ ...BRANCHED, [keyword]: [branch, { required: ["n"] }] }), expected, keyword);
      }
      assert.equal(toJsonSchema({ ...BRANCHED, not: branch }), isKept ? { ...plain, not: branch } : plain, "not");
    });
  }
}

for (const [name, schema, expected] of TRANSLATIONS) {
  tests(name, () => assert.equal(toJsonSchema(schema), expected));
}

tests("an embedded resource has what every resource has, whatever its author declares", () => {
  const { properties, required, ...rest } = toJsonSchema({
    type: "object",
    properties: { kind: { type: "string", enum: ["A"] }, spec: TEXT },
    required: ["spec"],
    "x-kubernetes-embedded-resource": true,
  });
  assert.equal(rest, CLOSED);
  assert.equal(required, ["apiVersion", "kind", "spec"]);
  const fields = properties as Readonly<Record<string, JsonObject>>;
  assert.equal(Object.keys(fields).sort(), ["apiVersion", "kind", "metadata", "spec"]);
  assert.equal(fields.kind, { type: "string", enum: ["A"] });
  assert.is(fields.metadata?.additionalProperties, false);
});

tests("a field named __proto__ is a field like any other", () => {
  const schema = JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string"}}}') as JsonObject;
  const expected = '{"properties":{"__proto__":{"type":"string"}},"additionalProperties":false,"type":"object"}';
  assert.is(JSON.stringify(toJsonSchema(schema)), JSON.stringify({ type: "object", ...JSON.parse(expected) }));
});

interface Verdict {
  readonly schema: JsonObject;
  readonly value: Json;
  readonly accepted: boolean;
}

tests("nothing is refused that the API server takes, on drawn schemas and values", async () => {
  const lines = readFileSync(join(ROOT, "tests/kubernetes/validation/server-verdicts.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
  const verdicts = lines.map((line) => JSON.parse(line) as Verdict);
  const refused: Verdict[] = [];
  for (const verdict of verdicts) {
    if (!(await fitsSchema(toJsonSchema(verdict.schema), verdict.value))) refused.push(verdict);
  }
  // The language server counts the length of an emoji as two, unlike JSON Schema.
  const wrong = refused.filter(({ accepted, value }) => accepted && value !== "😀");
  assert.equal(wrong, []);
  assert.ok(refused.length > 150, `${refused.length} refused`);
});

tests.run();
