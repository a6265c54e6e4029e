import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffResources, diffSchemas, type Moves } from "../../../scripts/changes/diff/schema.js";
import { schemaAt } from "../../../scripts/changes/diff/schema-at.js";
import { parseFieldPath, ROOT_PATH } from "../../../scripts/core/model/field-path.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { changeMessage } from "../../../scripts/core/words/change.js";
import { matchesGolden, ROOT } from "../../support/golden.js";
import { object, STRING, short } from "./crd.js";
import { wholeChanges } from "./whole.js";

const schemas = suite("the difference of two schemas");

function changes(before: JsonObject, after: JsonObject, moves: Moves = new Map()): string[] {
  return short(diffSchemas(before, after, ROOT_PATH, moves));
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
    ["loosening required .a"],
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

const ONE_OF: JsonObject = { oneOf: [{ required: ["a"] }, { required: ["b"] }] };
const AB = { a: STRING, b: STRING };
const ABM = { ...AB, m: { ...STRING, default: "X" } };
/** Two fields that every object has, so that it never has less than two. */
const TWO_DEFAULTS: JsonObject = { a: { ...STRING, default: "x" }, b: { ...STRING, default: "x" } };
const INTEGER: JsonObject = { type: "integer" };
const COMPARED: JsonObject = {
  "x-kubernetes-validations": [{ rule: "!has(self.a) || !has(self.b) || self.a <= self.b" }],
};
/** What it is about, before, after, and the changes. */
type OneWay = [about: string, before: JsonObject, after: JsonObject, changes: string[]];

const ONE_WAY: OneWay[] = [
  [
    "a branch whose field has a default, and so is in every object",
    object(AB, ONE_OF),
    object(ABM, { oneOf: [...(ONE_OF.oneOf as JsonObject[]), { required: ["m"] }] }),
    ["tightening values .", "addition field-added .m"],
  ],
  [
    "a number of fields that a new one with a default exceeds",
    object(AB, { maxProperties: 1 }),
    object(ABM, { maxProperties: 1 }),
    ["tightening values .", "addition field-added .m"],
  ],
  [
    "a new field with a default that was excluded by name",
    object(AB),
    object(ABM, { not: { required: ["m"] } }),
    ["tightening values .", "addition field-added .m"],
  ],
  [
    "a new field with a default, and room for it",
    object(AB, { maxProperties: 1 }),
    object(ABM, { maxProperties: 2 }),
    ["wording values .", "addition field-added .m"],
  ],
  [
    "a new field with a default further down, which a branch reads",
    object({ s: object({ a: STRING }) }),
    object({ s: object(ABM) }, { not: { properties: { s: { required: ["m"] } }, required: ["s"] } }),
    ["tightening values .", "addition field-added .s.b", "addition field-added .s.m"],
  ],
  [
    "a bound on the number of fields where unknown ones are kept",
    object({ a: STRING }, { ...KEPT, maxProperties: 3 }),
    object({ a: STRING }, { ...KEPT, maxProperties: 1 }),
    ["tightening values ."],
  ],
  [
    "unknown fields that come to count",
    object(AB, { maxProperties: 2 }),
    object(AB, { ...KEPT, maxProperties: 2 }),
    ["unknown values .", "loosening unknown-fields ."],
  ],
  [
    "a new field with a default where unknown ones are kept and counted",
    object(AB, { ...KEPT, maxProperties: 2 }),
    object(ABM, { ...KEPT, maxProperties: 2 }),
    ["unknown values .", "addition field-added .m"],
  ],
  [
    "null that an enum rejects, where it was dropped",
    object({ f: { ...STRING, enum: ["a"] } }),
    object({ f: { ...STRING, enum: ["a"], nullable: true } }),
    ["tightening values .f"],
  ],
  [
    "null that is kept, where it became the default",
    object({ f: { ...STRING, default: "a" } }),
    object({ f: { ...STRING, default: "a", nullable: true } }),
    ["break values .f"],
  ],
  [
    "null that is kept and counts, where it was dropped",
    object(AB, ONE_OF),
    object({ a: { ...STRING, nullable: true }, b: STRING }, ONE_OF),
    ["tightening values .a"],
  ],
  [
    "null that is kept where nothing counts it",
    object(AB),
    object({ a: { ...STRING, nullable: true }, b: STRING }),
    ["loosening values .a"],
  ],
  [
    "null that is rejected in a list",
    { type: "array", items: { ...STRING, nullable: true } },
    { type: "array", items: STRING },
    ["tightening values []"],
  ],
  ["null that is dropped", object({ a: { ...STRING, nullable: true } }), object({ a: STRING }), ["break values .a"]],
  [
    "null that is dropped and missed",
    object({ a: { ...STRING, nullable: true } }, A_REQUIRED),
    object({ a: STRING }, A_REQUIRED),
    ["tightening values .a"],
  ],
  ["required said in a branch", object(AB, { allOf: [A_REQUIRED] }), object(AB, A_REQUIRED), ["wording values ."]],
  ["required said outright", object(AB, A_REQUIRED), object(AB, { allOf: [A_REQUIRED] }), ["wording values ."]],
  [
    "required by number",
    object({ a: STRING }, { minProperties: 1 }),
    object({ a: STRING }, A_REQUIRED),
    ["wording values ."],
  ],
  [
    "required that a rule asked for",
    object(AB, { "x-kubernetes-validations": [{ rule: "has(self.a)" }] }),
    object(AB, A_REQUIRED),
    ["wording rule ."],
  ],
  [
    "a bound that a rule asked for",
    { ...STRING, "x-kubernetes-validations": [{ rule: "self.size() <= 5" }] },
    { ...STRING, maxLength: 5 },
    ["wording values .", "wording rule ."],
  ],
  [
    "a bound beside a rule that asks for more",
    { ...STRING, "x-kubernetes-validations": [{ rule: "self.size() <= 5" }] },
    { ...STRING, maxLength: 9, "x-kubernetes-validations": [{ rule: "self.size() <= 5" }] },
    ["wording values ."],
  ],
  [
    "a bound that a rule asked for only when something changes",
    { ...STRING, "x-kubernetes-validations": [{ rule: "self.size() <= 5 && oldSelf != 'x'" }] },
    { ...STRING, maxLength: 5 },
    ["tightening values .", "loosening rule ."],
  ],
  ["a whole number that may be a string", INTEGER, { "x-kubernetes-int-or-string": true }, ["loosening type ."]],
  [
    "a whole number that may be a string, with a bound that it lacked",
    INTEGER,
    { "x-kubernetes-int-or-string": true, minimum: 1 },
    ["break type ."],
  ],
  ...["byte", "date", "date-time", "duration"].map((format): OneWay => {
    const ruled = { type: "string", "x-kubernetes-validations": [{ rule: "self != oldSelf" }] };
    return [`a rule that read a ${format}`, { ...ruled, format }, ruled, ["loosening values .", "unknown values ."]];
  }),
  [
    "a format under a rule of a parent",
    object({ a: { ...STRING, format: "duration" } }, COMPARED),
    object({ a: STRING }, COMPARED),
    ["loosening values .a", "unknown values .a"],
  ],
  [
    "a format in items under a rule",
    object({ l: { type: "array", items: { ...STRING, format: "duration" } } }, COMPARED),
    object({ l: { type: "array", items: STRING } }, COMPARED),
    ["loosening values .l[]", "unknown values .l[]"],
  ],
  [
    "a format without rules",
    object({ a: { ...STRING, format: "duration" } }),
    object({ a: STRING }),
    ["loosening values .a"],
  ],
  [
    "values that cannot be decided",
    { ...STRING, pattern: "^(a|b)*a(a|b){40}$" },
    { ...STRING, pattern: "^(a|b)*b(a|b){40}$" },
    ["unknown values ."],
  ],
  [
    "a gap between two lengths",
    STRING,
    { ...STRING, anyOf: [{ maxLength: 5 }, { minLength: 10 }] },
    ["tightening values ."],
  ],
];

for (const [about, before, after, expected] of ONE_WAY) {
  schemas(`judges ${about}`, () => assert.equal(changes(before, after), expected));
}

const LIST_OF = (items: JsonObject): JsonObject => ({ type: "array", items });
const EMBEDDED: JsonObject = { "x-kubernetes-embedded-resource": true, ...KEPT };
const ONE_KIND: JsonObject = { kind: { ...STRING, enum: ["A"] } };
const NAMES = (name: JsonObject): JsonObject => ({ metadata: object({ name: { ...STRING, ...name } }) });
const DECLARED: JsonObject = { apiVersion: STRING, kind: STRING, metadata: { type: "object" } };

/** What every resource has, whether it is declared or not. The same there, back in the other direction. */
const OF_RESOURCES: readonly (readonly [about: string, fields: JsonObject, there: string, back: string])[] = [
  ["a bound on names", NAMES({ maxLength: 9 }), "tightening values .metadata.name", "loosening values .metadata.name"],
  ["a bound on kinds", ONE_KIND, "tightening values .kind", "loosening values .kind"],
  ["a bound on kinds that holds anyway", { kind: { ...STRING, minLength: 1, maxLength: 63 } }, "", ""],
  ["words alone", { kind: { ...STRING, description: "One." } }, "wording wording .kind", "wording wording .kind"],
];

for (const [about, fields, there, back] of OF_RESOURCES) {
  const both = (before: JsonObject, after: JsonObject) =>
    [
      changes({ type: "object", ...EMBEDDED, properties: before }, { type: "object", ...EMBEDDED, properties: after }),
      short(diffResources(object(before), object(after), new Map())),
    ].map((all) => all.join());
  for (const [where, declared] of [
    ["undeclared", {}],
    ["declared", DECLARED],
  ] as const) {
    schemas(`judges ${about} of resources, ${where} before`, () => {
      assert.equal(both(declared, { ...declared, ...fields }), [there, there]);
      assert.equal(both({ ...declared, ...fields }, declared), [back, back]);
    });
  }
}

schemas("every change says what it is about, to readers and to programs", () => {
  const whole = (about: string, before: JsonObject, after: JsonObject) =>
    wholeChanges(about, diffSchemas(before, after, ROOT_PATH, new Map()));
  const lines = [
    ...ROWS.flatMap(([about, before, after]) => [whole(about, before, after), whole(`${about}, back`, after, before)]),
    ...ONE_WAY.flatMap(([about, before, after]) => [
      whole(about, before, after),
      whole(`${about}, back`, after, before),
    ]),
    ...OF_RESOURCES.flatMap(([about, fields]) => [
      wholeChanges(`${about} of resources`, diffResources(object({}), object(fields), new Map())),
      whole(`${about} of embedded resources`, object({}, EMBEDDED), object(fields, EMBEDDED)),
    ]),
  ];
  matchesGolden(lines.join(""), join(ROOT, "tests/changes/diff/schema.txt"));
});

schemas("a resource always has a type, and the root a name as well", () => {
  const required = (...names: string[]) => short(diffResources(object({}), object({}, { required: names }), new Map()));
  assert.equal(required("apiVersion", "kind", "metadata"), []);
  assert.equal(required("spec"), ["tightening required .spec"]);
  const embedded = (...names: string[]) => changes(object({}, EMBEDDED), object({}, { ...EMBEDDED, required: names }));
  assert.equal(embedded("apiVersion", "kind"), []);
  assert.equal(embedded("metadata"), ["tightening required .metadata"]);
  const named = (schema: JsonObject) => short(diffResources(object({}), object(NAMES(schema)), new Map()));
  assert.equal(named({ maxLength: 253 }), []);
  assert.equal(changes(object({}, EMBEDDED), object(NAMES({ maxLength: 253 }), EMBEDDED)), [
    "tightening values .metadata.name",
  ]);
});

schemas("says that a new field may meet what was kept under its name", () => {
  const mayBeStored = (rest: JsonObject) =>
    diffSchemas(object({}, rest), object({ a: STRING }, rest), ROOT_PATH, new Map()).map(
      (change) => change.mayBeStored,
    );
  assert.equal(mayBeStored({}), [undefined]);
  assert.equal(mayBeStored(KEPT), [true]);
});

/** The examples of a comparison. */
function examples(before: JsonObject, after: JsonObject): unknown[] {
  return diffSchemas(before, after, ROOT_PATH, new Map()).flatMap(({ example }) =>
    example === undefined ? [] : [example],
  );
}

schemas("a new field with a default that is not valid makes every object invalid, as inside of maps", () => {
  const of = (values: JsonObject): JsonObject => ({ type: "object", additionalProperties: values });
  const added = (field: JsonObject) => changes(of(object({})), of(object({ b: field })));
  const bad: readonly JsonObject[] = [
    { ...STRING, maxLength: 2, default: "long" },
    { type: "integer", default: "x" },
    { ...STRING, enum: ["A"], default: "x" },
    { ...STRING, default: "x", "x-kubernetes-validations": [{ rule: "self == 'y'" }] },
    { ...LIST, "x-kubernetes-list-type": "set", default: ["a", "a"] },
    object({ c: STRING }, { required: ["c"], default: {} }),
    object({}, { ...EMBEDDED, default: {} }),
  ];
  for (const field of bad) {
    assert.equal(added(field), ["addition field-added {}.b", "tightening values {}.b"], JSON.stringify(field));
  }
  const [wrong = STRING] = bad;
  assert.equal(changes(of(LIST_OF(object({}))), of(LIST_OF(object({ b: wrong })))), [
    "addition field-added {}[].b",
    "tightening values {}[].b",
  ]);
  const map = { ...of(object({ b: wrong })), default: { k: {} } };
  assert.equal(changes(object({}), object({ m: map })), ["addition field-added .m", "tightening values .m"]);
  const undecided = { ...STRING, default: "x", "x-kubernetes-validations": [{ rule: "isURL(self)" }] };
  assert.equal(added(undecided), ["addition field-added {}.b", "unknown values {}.b"]);
  assert.equal(changes(object({}), object({ b: undecided })), ["addition field-added .b"], "the API server asked");
  assert.equal(added({ ...STRING, maxLength: 2, default: "ab" }), ["addition field-added {}.b"]);
});

schemas("shows no example for items that no list can have", () => {
  const list = (fields: JsonObject, maxProperties: number): JsonObject => ({
    type: "array",
    items: object(fields, { ...KEPT, maxProperties }),
  });
  const { a } = TWO_DEFAULTS;
  const before = object({ l: list(TWO_DEFAULTS, 1) });
  const after = object({ l: list({ a: a ?? STRING }, 0) }, { required: ["z"] });
  const changes = diffSchemas(before, after, ROOT_PATH, new Map()).filter(({ path }) => path === ".l[]");
  assert.equal(
    changes.map(({ class: name, example }) => [name, example]),
    [["tightening", undefined]],
  );
});

schemas("shows only what was admitted and is rejected", () => {
  const [short, ruled] = [
    object({ a: { ...STRING, minLength: 1 } }),
    { "x-kubernetes-validations": [{ rule: "self.a != ''" }] },
  ];
  assert.equal(examples(object({ a: STRING }), short), [""]);
  assert.equal(examples(object({ a: STRING }, ruled), { ...short, ...ruled }), [], "a rule around it");
  const undecided = { "x-kubernetes-validations": [{ rule: "isURL(self.a)" }] };
  assert.equal(examples(object({ a: STRING }, undecided), { ...short, ...undecided }), [], "a rule nobody decides");
  assert.equal(examples(object({ f: STRING }), object({ f: { ...STRING, nullable: true, enum: ["a"] } })), ["", null]);
  const deep = (leaf: JsonObject) =>
    object({ l: { type: "array", items: { type: "object", additionalProperties: leaf } } });
  assert.equal(examples(deep({ type: "boolean" }), deep({ type: "boolean", enum: [true] })), [false]);
});

schemas("reports a subtree that is gone as one change", () => {
  const deep = object({ tls: object({ mode: STRING, options: object({ a: STRING }) }, { required: ["mode"] }) });
  assert.equal(changes(deep, object({})), ["break field-removed .tls"]);
  assert.equal(changes(object({}), deep), ["addition field-added .tls"]);
});

schemas("compares nothing below a type that changed", () => {
  assert.equal(changes(object({ a: STRING }), { type: "array", items: object({}) }), ["break type ."]);
});

schemas("says the values before and after", () => {
  const [change] = diffSchemas(
    { ...STRING, default: "a" },
    { ...STRING, default: "b" },
    parseFieldPath(".spec.mode"),
    new Map(),
  );
  assert.equal(change, {
    path: ".spec.mode",
    subject: "default",
    class: "break",
    before: "a",
    after: "b",
  });
});

schemas("says a value alike, whether it is read from a file or made of the sources", () => {
  const [a, b] = [
    { one: 1, two: 2 },
    { two: 2, one: 1 },
  ];
  const [first, second] = [a, b].map((value) =>
    diffSchemas({ default: value }, {}, ROOT_PATH, new Map()).map(changeMessage),
  );
  assert.equal(first, ['the default changed from {"one":1,"two":2} to none']);
  assert.equal(second, first);
});

schemas("tells keywords nobody thought of apart", () => {
  const [first, second] = diffSchemas(STRING, { ...STRING, "x-one": 1, "x-two": 1 }, ROOT_PATH, new Map());
  assert.not.equal([first?.before, first?.after], [second?.before, second?.after]);
});

schemas("sees a field that moved as one change, in the same object and in another", () => {
  const before = object({ old: STRING, inner: object({}) });
  assert.equal(
    changes(
      before,
      object({ now: STRING, inner: object({}) }),
      new Map([[parseFieldPath(".old"), parseFieldPath(".now")]]),
    ),
    ["break field-renamed .old"],
  );
  assert.equal(
    changes(
      before,
      object({ inner: object({ now: STRING }) }),
      new Map([[parseFieldPath(".old"), parseFieldPath(".inner.now")]]),
    ),
    ["break field-renamed .old"],
  );
});

schemas("knows a move only where both ends are there: conversions are kept for long", () => {
  const moves = new Map([[parseFieldPath(".old"), parseFieldPath(".now")]]);
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
  assert.equal(schemaAt(schema, parseFieldPath(".ports[]{}.a")), leaf);
  assert.is(schemaAt(schema, parseFieldPath(".")), schema);
  assert.is(schemaAt(object({ a: STRING, "a.b": leaf }), parseFieldPath(".a.b")), leaf, "a name with a dot");
  for (const nowhere of [".ports.a", ".ports[].a", ".ports{}", ".toString", "ports[]"]) {
    assert.is(schemaAt(schema, parseFieldPath(nowhere)), undefined, nowhere);
  }
});

schemas.run();
