import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffResources, diffSchemas, type Moves } from "../../../scripts/changes/diff/schema.js";
import { schemaAt, stepsTo } from "../../../scripts/changes/diff/schema-at.js";
import { parseFieldPath, ROOT_PATH } from "../../../scripts/core/model/field-path.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import { changeMessage } from "../../../scripts/core/words/change.js";
import { matchesGolden, ROOT } from "../../support/golden.js";
import { object, STRING, short } from "./crd.js";
import { A_REQUIRED, KEPT, LIST, ONE_WAY, SCHEMA_ROWS, TWO_DEFAULTS } from "./schema-rows.js";
import { wholeChanges } from "./whole.js";

const schemas = suite("the difference of two schemas");

function changes(before: JsonObject, after: JsonObject, moves: Moves = new Map()): string[] {
  return short(diffSchemas(before, after, ROOT_PATH, moves));
}

for (const [about, before, after, there, back] of SCHEMA_ROWS) {
  schemas(`sees ${about}, both ways`, () => {
    assert.equal(changes(before, after), there, "there");
    assert.equal(changes(after, before), back, "back");
    assert.equal(changes(before, before), []);
  });
}

for (const [about, before, after, expected] of ONE_WAY) {
  schemas(`judges ${about}`, () => assert.equal(changes(before, after), expected));
}

const LIST_OF = (items: JsonObject): JsonObject => ({ type: "array", items });
const EMBEDDED: JsonObject = { "x-kubernetes-embedded-resource": true, ...KEPT };
const ONE_KIND: JsonObject = { kind: { ...STRING, enum: ["A"] } };
const NAMES = (name: JsonObject): JsonObject => ({ metadata: object({ name: { ...STRING, ...name } }) });
const DECLARED: JsonObject = { apiVersion: STRING, kind: STRING, metadata: { type: "object" } };

/** Fields that every resource has, whether the schema declares them or not, with the changes in both directions. */
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
    ...SCHEMA_ROWS.flatMap(([about, before, after]) => [
      whole(about, before, after),
      whole(`${about}, back`, after, before),
    ]),
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
  for (const bound of [{ maxLength: 253 }, { maxLength: 254 }, { minLength: 0 }, { minLength: 1 }]) {
    assert.equal(named(bound), [], JSON.stringify(bound));
  }
  for (const bound of [{ maxLength: 252 }, { minLength: 2 }]) {
    assert.equal(named(bound), ["tightening values .metadata.name"], JSON.stringify(bound));
  }
  const kind = (bound: JsonObject) => [
    ...short(diffResources(object({}), object({ kind: { ...STRING, ...bound } }), new Map())),
    ...changes(object({}, EMBEDDED), object({ kind: { ...STRING, ...bound } }, EMBEDDED)),
  ];
  for (const bound of [{ maxLength: 63 }, { maxLength: 64 }, { minLength: 1 }, { minLength: 0 }]) {
    assert.equal(kind(bound), [], JSON.stringify(bound));
  }
  for (const bound of [{ maxLength: 62 }, { minLength: 2 }]) {
    assert.equal(kind(bound), ["tightening values .kind", "tightening values .kind"], JSON.stringify(bound));
  }
  assert.equal(changes(object({}, EMBEDDED), object(NAMES({ maxLength: 253 }), EMBEDDED)), [
    "tightening values .metadata.name",
  ]);
});

schemas("marks a stricter bound on a value with rules", () => {
  const map = { type: "object", additionalProperties: STRING };
  const marks = (rules: JsonObject) => {
    const [before, after] = [1000, 500].map((most) => ({ ...map, maxProperties: most, ...rules })) as [
      StructuralSchema,
      StructuralSchema,
    ];
    return diffSchemas(before, after, ROOT_PATH, new Map()).map((change) => "isRuled" in change);
  };
  assert.equal(marks({}), [false]);
  assert.equal(marks({ "x-kubernetes-validations": [{ rule: "self.all(k, k in ['a', 'b'])" }] }), [true]);
});

schemas("says that a new field may meet what was kept under its name", () => {
  const mayBeStored = (rest: JsonObject) =>
    diffSchemas(object({ b: STRING }, rest), object({ a: STRING, b: STRING }, rest), ROOT_PATH, new Map()).map(
      (change) => change.mayBeStored,
    );
  assert.equal(mayBeStored({}), [undefined]);
  assert.equal(mayBeStored(KEPT), [true]);
  const another = (before: StructuralSchema, field: StructuralSchema) =>
    diffSchemas(before, object({ ...before.properties, a: field }, KEPT), ROOT_PATH, new Map()).map(
      (change) => `${change.class} ${change.mayBeStored}`,
    );
  const withB = object({ b: STRING }, KEPT);
  assert.equal(another(withB, KEPT), ["addition undefined"]);
  assert.equal(another(withB, { ...KEPT, description: "Any value.", default: 1 }), ["addition undefined"]);
  for (const bound of [
    { enum: ["x"] },
    { not: { enum: ["x"] } },
    { "x-kubernetes-validations": [{ rule: "false" }] },
  ]) {
    assert.equal(another(withB, { ...KEPT, ...bound }), ["addition true"], JSON.stringify(bound));
  }
  assert.equal(another(object({}, KEPT), STRING), ["addition true"]);
});

/** Returns the examples of a comparison. */
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
    { ...STRING, default: "x", "x-kubernetes-validations": [{ rule: "isURL(self)" }] },
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
  const undecided = { ...STRING, default: "x", "x-kubernetes-validations": [{ rule: "unknown(self)" }] };
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

schemas("shows an example that goes with one value alone of another field, wherever it is", () => {
  const texts = Array.from({ length: 10 }, (_, index) => `t${index}`);
  const tied = (names: readonly string[]) =>
    object(
      { a: { ...STRING, enum: names }, b: STRING },
      { anyOf: texts.map((text) => ({ properties: { a: { enum: [text] }, b: { enum: [text] } }, required: ["b"] })) },
    );
  for (const gone of texts) {
    const [before, after] = [tied(texts), tied(texts.filter((text) => text !== gone))];
    assert.equal(examples(before, after), [gone]);
    assert.equal(examples(object({ list: LIST_OF(before) }), object({ list: LIST_OF(after) })), [gone]);
  }
});

schemas("reports a subtree that is gone as one change", () => {
  const deep = object({ tls: object({ mode: STRING, options: object({ a: STRING }) }, { required: ["mode"] }) });
  assert.equal(changes(deep, object({})), ["break field-removed .tls"]);
  assert.equal(changes(object({}), deep), ["addition field-added .tls"]);
});

const RULED = { "x-kubernetes-validations": [{ rule: "!has(self.a) || self.a < 5" }] };
const INTEGER: JsonObject = { type: "integer" };
const WITH_DEFAULT = object({ b: { ...STRING, default: "x" } });

/** A value that becomes free-form, its changes, and whether the change of its type accepts all earlier values. */
const FREED: readonly (readonly [
  about: string,
  before: JsonObject,
  after: JsonObject,
  more: string[],
  all: boolean,
])[] = [
  ["a plain value", INTEGER, KEPT, [], true],
  ["a value with a bound", { ...INTEGER, minimum: 1 }, KEPT, [], true],
  ["a default that stays", { ...INTEGER, default: 3 }, { ...KEPT, default: 3 }, [], true],
  ["null that was dropped", INTEGER, { ...KEPT, nullable: true }, ["loosening values .a"], true],
  ["a null inside", object({ b: { ...STRING, nullable: true } }), KEPT, [], true],
  ["a bound that stays", INTEGER, { ...KEPT, enum: [1] }, [], false],
  ["a rule of its own", INTEGER, { ...KEPT, "x-kubernetes-validations": [{ rule: "self != 1" }] }, [], false],
  ["null", { ...INTEGER, nullable: true }, KEPT, ["break values .a"], false],
  ["a default", { ...INTEGER, default: 3 }, KEPT, ["break default .a"], false],
  ["another default", { ...INTEGER, default: 3 }, { ...KEPT, default: 4 }, ["break default .a"], false],
  ["a default below", WITH_DEFAULT, KEPT, ["break default .a.b"], false],
  ["a default in items", LIST_OF(WITH_DEFAULT), KEPT, ["break default .a[].b"], false],
  [
    "a default in a map",
    { type: "object", additionalProperties: WITH_DEFAULT },
    object({}, KEPT),
    ["break default .a{}.b"],
    false,
  ],
  ["a field that is still declared", object({ b: STRING }), { ...KEPT, properties: { b: KEPT } }, [], false],
];

/** Returns the changes of a field, and for its new type the digest and whether it accepts all earlier values. */
function freed(before: JsonObject, after: JsonObject, old: JsonObject = {}, now: JsonObject = old) {
  const found = diffSchemas(object({ a: before }, old), object({ a: after }, now), ROOT_PATH, new Map());
  const type = found.find(({ subject }) => subject === "type");
  return {
    changes: short(found).filter((change) => !/ (type|rule) /.test(change)),
    acceptsAll: type !== undefined && "acceptsAll" in type,
    digest: type?.digest,
  };
}

for (const [about, before, after, more, acceptsAll] of FREED) {
  schemas(`reports ${about} of a value that becomes free-form`, () => {
    const { digest: _, ...found } = freed(before, after);
    assert.equal(found, { changes: more, acceptsAll });
  });
}

schemas("a required value that becomes free-form loses its null, and objects with it are rejected", () => {
  assert.equal(freed({ ...INTEGER, nullable: true }, KEPT, A_REQUIRED).changes, ["tightening values .a"]);
});

schemas("a free-form value accepts all earlier values only if no rule can read it", () => {
  assert.is(freed(INTEGER, KEPT, RULED).acceptsAll, false);
  assert.is(freed(INTEGER, KEPT, {}, RULED).acceptsAll, false);
  assert.is(freed(INTEGER, KEPT, RULED, {}).acceptsAll, true);
});

schemas(
  "a free-form value has another digest if it does not accept all earlier values or if a rule can read it",
  () => {
    const bounded = { ...KEPT, enum: ["x"] };
    const digests = [
      freed(INTEGER, KEPT),
      freed(INTEGER, KEPT, RULED),
      freed({ ...INTEGER, default: 3 }, KEPT),
      freed({ ...STRING, enum: ["x"] }, bounded),
      freed(STRING, bounded),
    ].map(({ digest }) => digest);
    assert.is(new Set(digests).size, digests.length);
  },
);

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
  const dotted = object({ a: object({ b: STRING }), "a.b": leaf });
  assert.is(schemaAt(dotted, parseFieldPath('["a.b"]')), leaf, "a name with a dot");
  assert.is(schemaAt(dotted, parseFieldPath(".a.b")), STRING);
  for (const nowhere of [".ports.a", ".ports[].a", ".ports{}", ".toString", "ports[]"]) {
    assert.is(schemaAt(schema, parseFieldPath(nowhere)), undefined, nowhere);
  }
});

schemas("finds the steps to a path, whatever the names of the fields are", () => {
  const schema = object({ a: STRING, "a.b": { type: "array", items: object({ "c[]": STRING }) } });
  assert.equal(stepsTo(schema, parseFieldPath('["a.b"][]["c[]"]')), [
    { kind: "field", name: "a.b" },
    { kind: "items" },
    { kind: "field", name: "c[]" },
  ]);
  assert.equal(stepsTo(schema, ROOT_PATH), []);
  for (const nowhere of [".a.b.c", "a", ".a.b[].c[]", '["a.b"][0]["c[]"]', '["a"]']) {
    assert.is(stepsTo(schema, parseFieldPath(nowhere)), undefined, nowhere);
  }
});

schemas.run();
