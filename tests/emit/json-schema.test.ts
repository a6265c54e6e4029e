/** Schemas of CRDs as JSON Schemas: each translation, and that nothing is refused which the API server takes. */
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

/** What is shown, the schema of the CRD, and the JSON Schema. */
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
  // The language server counts the length of an emoji as two, which JSON Schema does not.
  const wrong = refused.filter(({ accepted, value }) => accepted && value !== "😀");
  assert.equal(wrong, []);
  assert.ok(refused.length > 150, `${refused.length} refused`);
});

tests.run();
