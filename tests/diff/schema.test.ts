import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffSchemas, type Moves, schemaAt } from "../../scripts/diff/schema.js";
import type { JsonObject } from "../../scripts/model/json.js";
import { object, STRING, short } from "./crd.js";

const schemas = suite("the difference of two schemas");

function changes(before: JsonObject, after: JsonObject, moves: Moves = new Map()): string[] {
  return short(diffSchemas(before, after, "", moves));
}

/** What it is about, before, after, and the changes from the one to the other and back again. */
type Row = [about: string, before: JsonObject, after: JsonObject, there: string[], back: string[]];

const LIST: JsonObject = { type: "array", items: STRING };
const KEYED: JsonObject = {
  type: "array",
  items: object({ name: STRING }),
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name"],
};
const KEPT = { "x-kubernetes-preserve-unknown-fields": true };
const A_REQUIRED = { required: ["a"] };

const ROWS: Row[] = [
  ["another type", STRING, { type: "integer" }, ["break type ."], ["break type ."]],
  ["int-or-string", STRING, { "x-kubernetes-int-or-string": true }, ["break type ."], ["break type ."]],
  [
    "an object that is a map",
    object({}),
    { type: "object", additionalProperties: STRING },
    ["break type ."],
    ["break type ."],
  ],
  ["a list of something else", LIST, { ...LIST, items: { type: "integer" } }, ["break type []"], ["break type []"]],
  [
    "a map of something else",
    { type: "object", additionalProperties: STRING },
    { type: "object", additionalProperties: { type: "boolean" } },
    ["break type {}"],
    ["break type {}"],
  ],
  [
    "an object that is a whole resource",
    object({}),
    object({}, { "x-kubernetes-embedded-resource": true }),
    ["break type ."],
    ["break type ."],
  ],
  ["a default", STRING, { ...STRING, default: "a" }, ["break default ."], ["break default ."]],
  [
    "another default",
    { ...STRING, default: "a" },
    { ...STRING, default: "b" },
    ["break default ."],
    ["break default ."],
  ],
  [
    "a default that is false",
    { type: "boolean" },
    { type: "boolean", default: false },
    ["break default ."],
    ["break default ."],
  ],
  [
    "required",
    object({ a: STRING }),
    object({ a: STRING }, A_REQUIRED),
    ["tightening required .a"],
    ["loosening required .a"],
  ],
  [
    "required where a default fills it in",
    object({ a: { ...STRING, default: "x" } }),
    object({ a: { ...STRING, default: "x" } }, A_REQUIRED),
    [],
    [],
  ],
  [
    "required, and the default goes",
    object({ a: { ...STRING, default: "x" } }, A_REQUIRED),
    object({ a: STRING }, A_REQUIRED),
    ["tightening required .a", "break default .a"],
    ["loosening required .a", "break default .a"],
  ],
  [
    "required without a schema of its own",
    object({}, KEPT),
    object({}, { ...KEPT, ...A_REQUIRED }),
    ["tightening required .a"],
    ["loosening required .a"],
  ],
  ["a field", object({}), object({ a: STRING }), ["addition field-added .a"], ["break field-removed .a"]],
  [
    "a field that is required",
    object({}),
    object({ a: STRING }, A_REQUIRED),
    ["addition field-added .a", "tightening required .a"],
    ["break field-removed .a"],
  ],
  [
    "a field that is required and has a default",
    object({}),
    object({ a: { ...STRING, default: "x" } }, A_REQUIRED),
    ["addition field-added .a"],
    ["break field-removed .a"],
  ],
  [
    "a field of elements",
    { type: "array", items: object({}) },
    { type: "array", items: object({ a: STRING }) },
    ["addition field-added [].a"],
    ["break field-removed [].a"],
  ],
  [
    "a list that is a set",
    LIST,
    { ...LIST, "x-kubernetes-list-type": "set" },
    ["break list-type ."],
    ["break list-type ."],
  ],
  ["a list that says it is atomic", LIST, { ...LIST, "x-kubernetes-list-type": "atomic" }, [], []],
  [
    "another key",
    { ...KEYED, items: object({ name: STRING, port: STRING }) },
    { ...KEYED, items: object({ name: STRING, port: STRING }), "x-kubernetes-list-map-keys": ["name", "port"] },
    ["break list-type ."],
    ["break list-type ."],
  ],
  [
    "keys in another order",
    { ...KEYED, "x-kubernetes-list-map-keys": ["name", "port"] },
    { ...KEYED, "x-kubernetes-list-map-keys": ["port", "name"] },
    [],
    [],
  ],
  [
    "an atomic object",
    object({}),
    object({}, { "x-kubernetes-map-type": "atomic" }),
    ["break map-type ."],
    ["break map-type ."],
  ],
  ["an object that says it is granular", object({}), object({}, { "x-kubernetes-map-type": "granular" }), [], []],
  ["unknown fields", object({}), object({}, KEPT), ["loosening unknown-fields ."], ["break unknown-fields ."]],
  ...["description", "title", "example", "externalDocs"].map((keyword): Row => {
    const value = keyword === "externalDocs" ? { url: "https://example.dev" } : "words";
    return [keyword, STRING, { ...STRING, [keyword]: value }, ["wording wording ."], ["wording wording ."]];
  }),
  [
    "a keyword nobody thought of",
    STRING,
    { ...STRING, "x-new": 1 },
    ["unknown unclassified ."],
    ["unknown unclassified ."],
  ],
  ["elements that are no schema", { type: "array" }, LIST, ["unknown unclassified []"], ["unknown unclassified []"]],
  [
    "required in another order",
    object({ a: STRING, b: STRING }, { required: ["a", "b"] }),
    object({ a: STRING, b: STRING }, { required: ["b", "a"] }),
    [],
    [],
  ],
];

for (const [about, before, after, there, back] of ROWS) {
  schemas(`sees ${about}, both ways`, () => {
    assert.equal(changes(before, after), there, "there");
    assert.equal(changes(after, before), back, "back");
    assert.equal(changes(before, before), []);
  });
}

schemas("reports a subtree that is gone as one change", () => {
  const deep = object({ tls: object({ mode: STRING, options: object({ a: STRING }) }, { required: ["mode"] }) });
  assert.equal(changes(deep, object({})), ["break field-removed .tls"]);
  assert.equal(changes(object({}), deep), ["addition field-added .tls"]);
});

schemas("compares nothing below a type that changed", () => {
  assert.equal(changes(object({ a: STRING }), { type: "array", items: object({}) }), ["break type ."]);
});

schemas("says the values before and after", () => {
  const [change] = diffSchemas({ ...STRING, default: "a" }, { ...STRING, default: "b" }, ".spec.mode", new Map());
  assert.equal(change, {
    path: ".spec.mode",
    subject: "default",
    class: "break",
    says: 'the default changed from "a" to "b"',
    before: "a",
    after: "b",
  });
});

schemas("says a value alike, whether it is read from a file or made of the sources", () => {
  const [a, b] = [
    { one: 1, two: 2 },
    { two: 2, one: 1 },
  ];
  const [first, second] = [a, b].map((value) => diffSchemas({ default: value }, {}, "", new Map()).map((c) => c.says));
  assert.equal(first, ['the default changed from {"one":1,"two":2} to none']);
  assert.equal(second, first);
});

schemas("tells keywords nobody thought of apart", () => {
  const [first, second] = diffSchemas(STRING, { ...STRING, "x-one": 1, "x-two": 1 }, "", new Map());
  assert.not.equal([first?.before, first?.after], [second?.before, second?.after]);
});

schemas("sees a field that moved as one change, in the same object and in another", () => {
  const before = object({ old: STRING, inner: object({}) });
  assert.equal(changes(before, object({ now: STRING, inner: object({}) }), new Map([[".old", ".now"]])), [
    "break field-renamed .old",
  ]);
  assert.equal(changes(before, object({ inner: object({ now: STRING }) }), new Map([[".old", ".inner.now"]])), [
    "break field-renamed .old",
  ]);
});

schemas("knows a move only where both ends are there: conversions are kept for long", () => {
  const moves = new Map([[".old", ".now"]]);
  assert.equal(changes(object({}), object({ now: STRING }), moves), ["addition field-added .now"]);
  assert.equal(changes(object({ old: STRING }), object({ old: STRING, now: STRING }), moves), [
    "addition field-added .now",
  ]);
  assert.equal(changes(object({ old: STRING }), object({}), moves), ["break field-removed .old"]);
  assert.equal(changes(object({ old: STRING, now: STRING }), object({ now: STRING }), moves), [
    "break field-removed .old",
  ]);
});

schemas("finds the schema at a path", () => {
  const leaf = { type: "integer" };
  const schema = object({
    ports: { type: "array", items: { type: "object", additionalProperties: object({ a: leaf }) } },
  });
  assert.equal(schemaAt(schema, ".ports[]{}.a"), leaf);
  assert.is(schemaAt(schema, "."), schema);
  for (const nowhere of [".ports.a", ".ports[].a", ".ports{}", ".toString"]) {
    assert.is(schemaAt(schema, nowhere), undefined, nowhere);
  }
});

schemas.run();
