/**
 * Tests of the API server's handling of a new value: the stored value and whether the API server accepts it. The
 * verdicts come from apiextensions-apiserver v0.37.1.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Json, JsonObject } from "../../../scripts/core/model/json.js";
import { admits, withKeptFields } from "../../../scripts/kubernetes/validation/admits.js";
import { asStored } from "../../../scripts/kubernetes/validation/as-stored.js";
import { validationErrors } from "../../../scripts/kubernetes/validation/validate.js";
import { object, STRING } from "../../changes/diff/crd.js";

const admission = suite("admission");

const KEEPS = { "x-kubernetes-preserve-unknown-fields": true };
const NULLABLE = { ...STRING, nullable: true };
const FILLED = { ...STRING, default: "x" };

function list(items: JsonObject): JsonObject {
  return { type: "array", items };
}

function map(values: Json): JsonObject {
  return { type: "object", additionalProperties: values };
}

const TIME = { ...STRING, format: "date-time" };
const INNER = object({ b: FILLED });

/** A schema, the value that a client sends, and the value that the API server stores. */
const STORED: readonly (readonly [name: string, schema: JsonObject, sent: Json, stored: Json])[] = [
  ["a null that may not be there is dropped", object({ a: STRING }), { a: null }, {}],
  ["a null that may be there stays", object({ a: NULLABLE }), { a: null }, { a: null }],
  ["a null gets the default", object({ a: FILLED }), { a: null }, { a: "x" }],
  [
    "a null that may be there stays, default or not",
    object({ a: { ...FILLED, ...NULLABLE } }),
    { a: null },
    { a: null },
  ],
  ["a value stays, default or not", object({ a: FILLED }), { a: "y" }, { a: "y" }],
  ["an omitted field gets the default", object({ a: FILLED, b: STRING }), {}, { a: "x" }],
  ["null is no default", object({ a: { ...NULLABLE, default: null } }), {}, {}],
  ["false is a default", object({ a: { type: "boolean", default: false } }), {}, { a: false }],
  ["a default gets the defaults within", object({ a: { ...INNER, default: {} } }), {}, { a: { b: "x" } }],
  ["what is not there has no defaults within", object({ a: INNER }), {}, {}],
  [
    "a default beside a field of its name within",
    object({ a: FILLED, c: INNER }),
    { c: {} },
    { a: "x", c: { b: "x" } },
  ],
  ["an unknown field is pruned", object({ a: STRING }), { a: "y", b: "y" }, { a: "y" }],
  ["an unknown field is kept as it is", object({ a: STRING }, KEEPS), { b: { c: null } }, { b: { c: null } }],
  ["a field that keeps nothing, in one that does", object({ a: object({}) }, KEEPS), { a: { b: 1 } }, { a: {} }],
  ["a field called as what all objects have", object({}), { toString: "y" }, {}],
  ["a kind where there is no resource", object({}), { kind: "A" }, {}],
  ["a list whose items are not declared", { type: "array" }, [null, { a: 1 }], [null, {}]],
  ["a null item stays", list(STRING), ["y", null], ["y", null]],
  ["a null item gets the default", list(FILLED), ["y", null], ["y", "x"]],
  ["a null item that may be null stays", list({ ...FILLED, ...NULLABLE }), [null], [null]],
  ["a null item gets the defaults within the default", list({ ...INNER, default: {} }), [null], [{ b: "x" }]],
  ["an item has the defaults within", list(INNER), [{ c: 1 }], [{ b: "x" }]],
  ["a null value of a map is dropped", map(STRING), { a: null, b: "y" }, { b: "y" }],
  ["a null value of a map gets the default", map(FILLED), { a: null }, { a: "x" }],
  ["a null value of a map gets the defaults within", map({ ...INNER, default: {} }), { a: null }, { a: { b: "x" } }],
  ["a null value of a map that may be null stays", map({ ...FILLED, ...NULLABLE }), { a: null }, { a: null }],
  ["a value of a map has the defaults within", map(INNER), { a: {} }, { a: { b: "x" } }],
  ["anything in a map, objects without their fields", map(true), { a: null, b: { c: 1 } }, { a: null, b: {} }],
  ["a list where anything goes", KEEPS, [null, { a: null }], [null, { a: null }]],
  [
    "a resource has what every one has",
    object({ a: STRING }, { "x-kubernetes-embedded-resource": true }),
    { apiVersion: "v1", kind: "A", metadata: { name: "a" }, spec: 1 },
    { apiVersion: "v1", kind: "A", metadata: { name: "a" } },
  ],
];

for (const [name, schema, sent, expected] of STORED) {
  admission(`stored: ${name}`, () => assert.equal(asStored(schema, sent), expected));
}

function ruled(rule: string, schema: JsonObject = STRING, rest: JsonObject = {}): JsonObject {
  return { ...schema, "x-kubernetes-validations": [{ rule, ...rest }] };
}

const NOT_X = ruled("self != 'x'");
const RESOURCE = object({ spec: STRING }, { "x-kubernetes-embedded-resource": true });
const OBJECT = { apiVersion: "example.dev/v1", kind: "Widget" };

/** A schema and a value that the API server accepts. */
const ADMITTED: readonly (readonly [name: string, schema: JsonObject, sent: Json])[] = [
  ["a required field with a default", object({ a: FILLED }, { required: ["a"] }), {}],
  ["a null that is dropped", object({ a: STRING }), { a: null }],
  ["an unknown field that is pruned", object({}), { a: 1 }],
  ["an unknown field that is kept", object({ a: STRING }, KEEPS), { b: 1 }],
  ["an unknown field that is kept, in a field", object({ a: object({}, KEEPS) }), { a: { b: { c: 1 } } }],
  ["an unknown field that is kept, in an item", list(object({}, KEEPS)), [{ b: 1 }]],
  ["an unknown field that is kept, in a value of a map", map(object({}, KEEPS)), { a: { b: 1 } }],
  ["an unknown field that is kept, deeper", list(map(object({ c: object({}, KEEPS) }))), [{ a: { c: { b: 1 } } }]],
  ["a null item with a default", list(FILLED), [null]],
  ["a null item that may be null", list(NULLABLE), [null]],
  ["a rule of items that holds for all", list(NOT_X), ["a", "b"]],
  ["a rule of map values that holds for all", map(NOT_X), { x: "a" }],
  ["a rule of items of a list that is empty", list(NOT_X), []],
  ["a rule of a field that is omitted", object({ a: NOT_X }), {}],
  ["a rule is not asked about null", object({ a: ruled("self == 'x'", NULLABLE) }), { a: null }],
  ["a rule about a null that is dropped", ruled("!has(self.a)", object({ a: STRING })), { a: null }],
  ["a rule about a default", ruled("self.a == 'x'", object({ a: FILLED })), {}],
  ["a rule about a null that stays", ruled("!has(self.a)", object({ a: NULLABLE })), { a: null }],
  ["a rule about a null within", ruled("!has(self.b.a)", object({ b: object({ a: NULLABLE }) })), { b: { a: null } }],
  ["a rule about a null in items", ruled("!has(self[0].a)", list(object({ a: NULLABLE }))), [{ a: null }]],
  ["a rule about a null in map values", ruled("!has(self.b.a)", map(object({ a: NULLABLE }))), { b: { a: null } }],
  ["anything in a map", map(true), { a: 1 }],
  ["objects in a list where anything goes", KEEPS, [{ a: 1 }]],
  ["a rule about a null in a map", ruled("'a' in self", map(NULLABLE)), { a: null }],
  ["a rule that compares with the old value", ruled("self == oldSelf"), "a"],
  ["a resource", RESOURCE, { ...OBJECT, metadata: { name: "a" }, spec: "b" }],
  ["a resource without metadata", RESOURCE, OBJECT],
  ["a resource of the core group", RESOURCE, { ...OBJECT, apiVersion: "v1" }],
  ["a resource of no group", RESOURCE, { ...OBJECT, apiVersion: "/v1" }],
  ["a resource of no version", RESOURCE, { ...OBJECT, apiVersion: "a/" }],
  ["a resource whose kind is a letter", RESOURCE, { ...OBJECT, kind: "A" }],
  ["a resource whose kind is long", RESOURCE, { ...OBJECT, kind: "W".repeat(63) }],
  ["a resource whose kind has a dash and a digit", RESOURCE, { ...OBJECT, kind: "a-2" }],
  ["a resource that keeps what is unknown", { ...RESOURCE, ...KEEPS }, { ...OBJECT, metadata: {}, other: 1 }],
  [
    "a rule about an old value that may be missing",
    ruled("!oldSelf.hasValue()", STRING, { optionalOldSelf: true }),
    "a",
  ],
  ["a rule about a time", ruled("self != timestamp('2000-01-01T00:00:00Z')", TIME), "2001-01-01T00:00:00Z"],
  [
    "a rule about times that are written in two ways",
    ruled("self.a == self.b", object({ a: TIME, b: TIME })),
    { a: "2001-01-01T00:00:00Z", b: "2001-01-01T00:00:00.0Z" },
  ],
  [
    "a rule about what holds bytes",
    ruled("self.a != b'x'", object({ a: { ...STRING, format: "byte" } })),
    { a: "YQ==" },
  ],
  ["a rule of one of many items", list(ruled("self.lowerAscii() != 'x'")), ["a", "b"]],
];

const REJECTED: readonly (readonly [name: string, schema: JsonObject, sent: Json])[] = [
  ["a required field whose null is dropped", object({ a: STRING }, { required: ["a"] }), { a: null }],
  ["a null item without a default", list(STRING), [null]],
  ["a null item whose default is null", list({ ...STRING, default: null }), [null]],
  ["a default that a rule rejects", ruled("self.a != 'x'", object({ a: FILLED })), {}],
  ["a declared field where others are kept", object({ a: STRING }, KEEPS), { a: 1 }],
  ["a field of one that keeps others", object({ a: object({ b: STRING }, KEEPS) }, KEEPS), { a: { b: 1 } }],
  ["an item of a list that is kept", object({ a: list(STRING) }, KEEPS), { a: [1] }],
  ["a map value where others are kept", object({ a: map(STRING) }, KEEPS), { a: { b: 1 } }],
  ["a rule", NOT_X, "x"],
  ["one of two rules", { ...STRING, "x-kubernetes-validations": [{ rule: "true" }, { rule: "self != 'x'" }] }, "x"],
  ["a rule that is an error", ruled("self.a == 'x'", object({ a: STRING })), {}],
  ["a rule of items", list(NOT_X), ["a", "x"]],
  ["a rule of map values", map(NOT_X), { a: "a", b: "x" }],
  ["a rule of a field", object({ a: NOT_X }), { a: "x" }],
  ["a rule of a field of an item of a map", map(list(object({ a: NOT_X }))), { b: [{ a: "x" }] }],
  ["a rule about a null that stays", ruled("has(self.a)", object({ a: NULLABLE })), { a: null }],
  ["a rule that reads a null that stays", ruled("self.a != 'x'", object({ a: NULLABLE })), { a: null }],
  ["a rule in a resource", object({ a: NOT_X }, { "x-kubernetes-embedded-resource": true }), { ...OBJECT, a: "x" }],
  [
    "a rule that fails, whatever one of a time is",
    object({ a: ruled("self > timestamp('2000-01-01T00:00:00Z')", TIME), b: NOT_X }),
    { a: "2001-01-01T00:00:00Z", b: "x" },
  ],
  [
    "a wrong value, whatever a rule of a time is",
    object({
      a: ruled("self > timestamp('2000-01-01T00:00:00Z')", TIME),
      b: STRING,
    }),
    { a: "2001-01-01T00:00:00Z", b: 1 },
  ],
  [
    "a rule about a time that is wrong",
    ruled("self > timestamp('2002-01-01T00:00:00Z')", TIME),
    "2001-01-01T00:00:00Z",
  ],
  ["a rule about a new value", ruled("oldSelf.hasValue()", STRING, { optionalOldSelf: true }), "a"],
  ["a resource without a kind", RESOURCE, { apiVersion: "v1" }],
  ["a resource whose kind is too long", RESOURCE, { ...OBJECT, kind: "W".repeat(64) }],
  ["a resource whose kind begins with a digit", RESOURCE, { ...OBJECT, kind: "1a" }],
  ["a resource whose kind ends with a dash", RESOURCE, { ...OBJECT, kind: "a-" }],
  ["a resource whose kind is empty", RESOURCE, { ...OBJECT, kind: "" }],
  ["a resource whose kind is a number", RESOURCE, { ...OBJECT, kind: 1 }],
  ["a resource without a version", RESOURCE, { kind: "A" }],
  ["a resource whose version is empty", RESOURCE, { ...OBJECT, apiVersion: "" }],
  ["a resource whose version has two slashes", RESOURCE, { ...OBJECT, apiVersion: "a/b/c" }],
  ["a resource whose metadata is a list", RESOURCE, { ...OBJECT, metadata: [] }],
];

/** Cases that cannot be decided, because the schema is not valid. */
const UNDECIDED: readonly (readonly [name: string, schema: JsonObject, sent: Json])[] = [
  ["a rule that is no CEL", ruled("self =="), "a"],
  ["a rule of another type", object({ a: ruled("self == 1", STRING), b: ruled("self != 'x'") }), { a: "a", b: "b" }],
];

for (const [verdict, cases] of [
  [true, ADMITTED],
  [false, REJECTED],
  [undefined, UNDECIDED],
] as const) {
  const word = verdict === undefined ? "undecided" : verdict ? "admitted" : "rejected";
  for (const [name, schema, sent] of cases) {
    admission(`${word}: ${name}`, () => assert.is(admits(schema, sent), verdict));
  }
}

admission("only fields that are kept are declared besides", () => {
  const problemsOf = (schema: JsonObject) =>
    validationErrors(withKeptFields(schema), { b: 1 }).map(({ problem }) => problem);
  assert.equal(problemsOf(object({ a: STRING }, KEEPS)), []);
  assert.equal(problemsOf(object({ a: STRING })), ['"b" is not a field of the schema']);
});

admission.run();
