import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffSchemas } from "../../../scripts/changes/diff/schema.js";
import type { RejectedUpdates } from "../../../scripts/core/model/change.js";
import { ROOT_PATH } from "../../../scripts/core/model/field-path.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { changeMessage } from "../../../scripts/core/words/change.js";
import { matchesGolden, ROOT } from "../../support/golden.js";
import { object, STRING, short } from "./crd.js";
import { wholeChanges } from "./whole.js";

const rules = suite("the difference of rules");

type Rule = string | JsonObject;

function withRules(schema: JsonObject, ...list: Rule[]): JsonObject {
  const entries = list.map((rule) => (typeof rule === "string" ? { rule, message: "no" } : rule));
  return { ...schema, "x-kubernetes-validations": entries };
}

/** Returns only the changes of rules. */
function changes(before: JsonObject, after: JsonObject): string[] {
  return short(diffSchemas(before, after, ROOT_PATH, new Map()).filter(({ subject }) => subject === "rule"));
}

const SPEC = object(
  { mode: { type: "string", enum: ["A"], default: "A" }, size: { type: "integer" } },
  { required: ["mode"] },
);
const NEWER = object(
  { mode: { type: "string", enum: ["A", "B"], default: "A" }, size: { type: "integer" }, fresh: STRING },
  { required: ["mode"] },
);

rules("a rule is added, and removed", () => {
  assert.equal(changes(SPEC, withRules(SPEC, "self.size > 0")), ["tightening rule ."]);
  assert.equal(changes(withRules(SPEC, "self.size > 0"), SPEC), ["loosening rule ."]);
});

rules("a rule that is replaced by a stricter one tightens, and the change names both", () => {
  const [before, after] = [withRules(SPEC, "self.size > 0"), withRules(SPEC, "self.size > 1")];
  const [change, ...others] = diffSchemas(before, after, ROOT_PATH, new Map());
  assert.equal(others, []);
  assert.equal([change?.class, change?.before, change?.after], ["tightening", ["self.size > 0"], ["self.size > 1"]]);
  assert.equal(change?.example, { mode: "A", size: 1 });
});

rules("a rule about whole values that rejects updates tightens, also beside a loosened field", () => {
  const inner = object({ a: STRING, b: STRING });
  const before = object({ part: inner, mode: STRING }, { required: ["part", "mode"] });
  const after = object({ part: inner, mode: STRING }, { required: ["part"] });
  for (const rule of ["oldSelf == self && has(self.mode)", "self.part == oldSelf.part && (has(self.mode) || true)"]) {
    assert.equal(changes(before, withRules(after, rule)), ["tightening rule ."], rule);
  }
  const [one, two] = ["x", "y"].map((_, at, all) => object({ mode: { type: "string", enum: all.slice(0, at + 1) } }));
  assert.equal(changes(one as JsonObject, withRules(two as JsonObject, "self == oldSelf")), ["tightening rule ."]);
  const [sole, wide] = [one, two].map((schema) => ({ ...schema, required: ["mode"] }));
  assert.equal(changes(sole as JsonObject, withRules(wide as JsonObject, "self == oldSelf")), ["unknown rule ."]);
});

/** Rules of an object with the required `mode` and the optional `size`, with the updates that they reject. */
const UPDATES: readonly (readonly [rule: string, updates: string | undefined])[] = [
  ["self == oldSelf", ". changed"],
  ["oldSelf.mode == self.mode", ".mode changed"],
  ["self.size == oldSelf.size", ".size added|changed|removed"],
  ["!has(oldSelf.size) || self.size == oldSelf.size", ".size changed|removed"],
  ["!has(oldSelf.size) || (has(self.size) && self.size == oldSelf.size)", ".size changed|removed"],
  ["!has(oldSelf.size) || !has(self.size) || self.size == oldSelf.size", ".size changed"],
  ["!has(self.size) && !has(oldSelf.size) ? true : self.size == oldSelf.size", ".size added|changed|removed"],
  ["!(has(self.size) && has(oldSelf.size) && self.size != oldSelf.size)", ".size changed"],
  ["has(self.size) == has(oldSelf.size)", ".size added|removed"],
  ["!has(oldSelf.size) || has(self.size)", ".size removed"],
  ["self.size >= oldSelf.size || !has(oldSelf.size)", ".size decreased|removed"],
  ["oldSelf.size > self.size || self.size == oldSelf.size || !has(oldSelf.size)", ".size increased|removed"],
  ["has(self.size) == has(oldSelf.size) && self.mode == oldSelf.mode", ".size added|removed, .mode changed"],
  [
    "has(self.size) == has(oldSelf.size) && (!has(self.size) || self.size == oldSelf.size)",
    ".size added|changed|removed",
  ],
  ["self.size > 0 && self.mode == oldSelf.mode", ""],
  ["self.mode == oldSelf.mode || self.size == 1", ""],
  ["self.mode != oldSelf.mode", ""],
  ["self.size == self.size && oldSelf.mode == 'A'", ""],
  ["self.size > 0", undefined],
];

rules("a rule about updates names those that it rejects", () => {
  const written = ({ path, kinds }: RejectedUpdates) => {
    const isFixed = kinds.includes("increased") && kinds.includes("decreased");
    const shown = kinds.filter((kind) => !isFixed || kind !== "decreased");
    return `${path} ${shown.map((kind) => (isFixed && kind === "increased" ? "changed" : kind)).join("|")}`;
  };
  for (const [rule, expected] of UPDATES) {
    const [change] = diffSchemas(SPEC, withRules(SPEC, rule), ROOT_PATH, new Map());
    assert.is(change?.class, "tightening", rule);
    const updates = change?.subject === "rule" && "updates" in change ? change.updates : undefined;
    assert.is(updates?.map(written).join(", "), expected, rule);
  }
});

rules("a rule that is evaluated for new objects, too, is not about updates only", () => {
  const rule = { rule: "!oldSelf.hasValue() || self.mode == oldSelf.value().mode", optionalOldSelf: true };
  const [change] = diffSchemas(SPEC, withRules(SPEC, rule), ROOT_PATH, new Map());
  assert.not(change && "updates" in change);
});

rules("a rule that is replaced by one about updates rejects updates", () => {
  const [before, after] = [withRules(NEWER, "self.size > 0"), withRules(NEWER, "self.mode == oldSelf.mode")];
  const [change] = diffSchemas(before, after, ROOT_PATH, new Map());
  assert.equal(change?.class, "tightening");
  assert.is(
    change && changeMessage(change),
    "a validation rule was replaced, and the new one rejects updates that were allowed: self.size > 0 → self.mode == oldSelf.mode",
  );
});

rules("a rule that asks of older objects what an older one asked replaces it", () => {
  const list = (fields: JsonObject, rule: string) =>
    withRules({ type: "array", items: object(fields, { required: ["name"] }) }, rule);
  const unique = (rest: string) => `self.all(a, self.exists_one(b, a.name == b.name${rest}))`;
  const [old, fields] = [list({ name: STRING }, unique("")), { name: STRING, port: STRING }];
  const ported = " && has(a.port) == has(b.port) && (!has(a.port) || a.port == b.port)";
  assert.equal(changes(old, list(fields, unique(ported))), ["loosening rule ."]);
  assert.equal(changes(old, list(fields, unique(" && (!has(a.port) || a.name == 'x')"))), ["wording rule ."]);
  assert.equal(changes(old, list(fields, unique(" && (has(a.port) || a.name == 'x')"))), ["tightening rule ."]);
  const had = list(fields, unique(""));
  assert.equal(changes(had, list(fields, unique(ported))), ["loosening rule ."], "ports tell more items apart");
  const updates = (rule: string) => list(fields, rule);
  const before = list({ name: STRING }, "self.all(a, a.name == 'x') || oldSelf == self");
  assert.equal(changes(before, updates("self.all(a, a.name == 'x' || has(a.port)) || oldSelf == self")), [
    "loosening rule .",
  ]);
  const once = list({ name: STRING }, "self.all(a, a.name == 'x')");
  const always = list(fields, "self.all(a, a.name == 'x' && (!has(a.port) || oldSelf == self))");
  assert.equal(changes(once, always), ["loosening rule ."], "new objects are asked for less");
});

rules("what stays beside a rule that is replaced is no part of the change", () => {
  const [before, after] = [withRules(SPEC, "self.size > 0", "true"), withRules(SPEC, "true", "self.size > 1")];
  const [change] = diffSchemas(before, after, ROOT_PATH, new Map());
  assert.equal([change?.before, change?.after], [["self.size > 0"], ["self.size > 1"]]);
});

rules("another message, reason or layout is wording", () => {
  const rule = (rest: JsonObject) => withRules(SPEC, { rule: "self.size > 0", message: "no", ...rest });
  for (const rest of [
    { message: "never" },
    { reason: "FieldValueForbidden" },
    { fieldPath: ".size" },
    { rule: "self.size\n  > 0" },
  ]) {
    assert.equal(changes(rule({}), rule(rest)), ["wording rule ."], JSON.stringify(rest));
  }
});

rules("space inside a text is no layout", () => {
  assert.equal(changes(withRules(STRING, "self != 'a b'"), withRules(STRING, "self != 'a  b'")), ["tightening rule ."]);
});

rules("a field that is null is there for the schema, but not for a rule", () => {
  const nullable = object({ size: { ...STRING, nullable: true } }, { required: ["size"] });
  assert.equal(changes(nullable, withRules(nullable, "has(self.size)")), ["tightening rule ."]);
  assert.equal(changes(withRules(nullable, "has(self.size)"), nullable), ["loosening rule ."]);
});

rules("a rule that asks new objects too is another rule", () => {
  const rule = { rule: "!oldSelf.hasValue() || self == oldSelf.value()", message: "no" };
  assert.equal(changes(withRules(STRING, rule), withRules(STRING, { ...rule, optionalOldSelf: true })), [
    "unknown rule .",
  ]);
});

rules("rules in another order are the same", () => {
  assert.equal(changes(withRules(SPEC, "self.size > 0", "true"), withRules(SPEC, "true", "self.size > 0")), []);
});

rules("null is there for required, and not for has()", () => {
  const nullable = object({ a: { ...STRING, nullable: true } });
  const there = { ...nullable, required: ["a"] };
  assert.equal(changes(there, withRules(there, "has(self.a)")), ["tightening rule ."]);
  const plain = object({ a: STRING }, { required: ["a"] });
  assert.equal(changes(plain, withRules(plain, "has(self.a)")), ["wording rule ."]);
  const inside = object({ o: nullable });
  const [rule, without] = ["!has(self.o) || !has(self.o.a)", { not: { required: ["a"] } }];
  const all = short(
    diffSchemas(withRules(inside, rule), object({ o: { ...nullable, ...without } }), ROOT_PATH, new Map()),
  );
  assert.not.ok(
    all.every((change) => change.startsWith("wording")),
    all.join(),
  );
});

rules("a rule about a field that is new tightens nothing", () => {
  assert.equal(changes(SPEC, withRules(NEWER, "!has(self.fresh) || self.size > 0")), ["wording rule ."]);
});

rules("a rule about an enum value that is new tightens nothing", () => {
  assert.equal(changes(SPEC, withRules(NEWER, "self.mode != 'B' || self.size > 0")), ["wording rule ."]);
});

rules("a rule beside what is new or looser below it is judged by an older object", () => {
  assert.equal(changes(SPEC, withRules(NEWER, "self.size > 0")), ["tightening rule ."]);
  const optional = object({ a: STRING });
  assert.equal(changes(object({ a: STRING }, { required: ["a"] }), withRules(optional, "self.size() > 0")), [
    "unknown rule .",
  ]);
});

rules("a rule beside what is narrower below it is a tightening", () => {
  const required = object({ a: STRING }, { required: ["a"] });
  assert.equal(changes(object({ a: STRING }), withRules(required, "self.size() > 0")), ["tightening rule ."]);
});

rules("what is no CEL is seen to come and go, and not read", () => {
  const [one, two] = ["sha256:0a1b", "sha256:0c1d"];
  assert.equal(changes(SPEC, withRules(SPEC, one)), ["tightening rule ."]);
  assert.equal(changes(withRules(SPEC, one), SPEC), ["loosening rule ."]);
  assert.equal(changes(withRules(SPEC, one), withRules(SPEC, two)), ["unknown rule ."]);
  assert.equal(changes(withRules(SPEC, one), withRules(SPEC, one)), []);
});

const POINT = object({ n: { type: "integer" } });

/** Pairs of equivalent rules. */
const SAME: Readonly<Record<string, [Rule[], Rule[]]>> = {
  parentheses: [["self.size > 0 && has(self.mode)"], ["((self.size > 0) && (has(self.mode)))"]],
  "what && joins, in another order": [["self.size > 0 && has(self.mode)"], ["has(self.mode) && self.size > 0"]],
  "what || joins, in another order": [["self.size > 0 || has(self.mode)"], ["has(self.mode) || self.size > 0"]],
  "one rule split in two": [["self.size > 0 && has(self.mode)"], ["has(self.mode)", "self.size > 0"]],
  "two rules made one": [["has(self.mode)", "self.size > 0"], ["self.size > 0 && has(self.mode)"]],
  "a negation further inside": [["!(has(self.size) && self.size > 5)"], ["!has(self.size) || !(self.size > 5)"]],
  "the order inside a macro": [["self.l.all(x, x > 0 && x < 9)"], ["self.l.all(x, x < 9 && x > 0)"]],
};

for (const [about, [one, other]] of Object.entries(SAME)) {
  rules(`are the same: ${about}`, () => {
    const spec = object({ ...(SPEC.properties as JsonObject), l: { type: "array", items: { type: "integer" } } });
    assert.equal([...new Set(changes(withRules(spec, ...one), withRules(spec, ...other)))], ["wording rule ."]);
  });
}

rules("a rule split in two asks new objects what it asked of changed ones alone", () => {
  const [one, two] = ["self.size > 0 && self.mode == oldSelf.mode", "self.mode == oldSelf.mode"];
  const there = changes(withRules(SPEC, one), withRules(SPEC, two, "self.size > 0"));
  assert.ok(there.includes("tightening rule ."), there.join());
});

rules("the order of what && and || join means nothing, their nesting does", () => {
  const [one, two] = ["size(self.a) > 0 && (self.b || self.c)", "(size(self.a) > 0 && self.b) || self.c"];
  const spec = object({ a: STRING, b: { type: "boolean" }, c: { type: "boolean" } });
  assert.equal(changes(withRules(spec, two), withRules(spec, one)), ["tightening rule ."]);
});

/** A new field with a default is in every older object when it is read. */
const WITH_DEFAULT = object({ n: { type: "integer" }, m: { ...STRING, default: "X" } });

rules("a rule about a new field with a default is about every older object", () => {
  const rule = "!has(self.m) || self.m != 'X' || !has(self.n) || self.n > 0";
  assert.equal(changes(POINT, withRules(WITH_DEFAULT, rule)), ["tightening rule ."]);
  assert.equal(changes(POINT, withRules(WITH_DEFAULT, rule.replace("'X'", "'Y'"))), ["wording rule ."]);
});

rules("so is one about what the default of a new field above brings, or a default in the items of a list", () => {
  const inner = object({ m: { ...STRING, default: "X" } }, { default: {} });
  const deep = "!has(self.p) || self.p.m != 'X' || !has(self.n) || self.n > 0";
  assert.equal(changes(POINT, withRules(object({ n: { type: "integer" }, p: inner }), deep)), ["tightening rule ."]);
  const list = (fields: JsonObject) => object({ l: { type: "array", items: object(fields) } }, { required: ["l"] });
  const items = "self.l.all(x, !has(x.m) || x.m != 'X' || !has(x.n) || x.n > 0)";
  const after = withRules(list(WITH_DEFAULT.properties as JsonObject), items);
  assert.equal(changes(list(POINT.properties as JsonObject), after), ["tightening rule ."]);
  const empty = object({ n: { type: "integer" }, l: { type: "array", items: STRING, default: [] } });
  assert.equal(changes(POINT, withRules(empty, "!has(self.l) || !has(self.n) || self.n > 0")), ["tightening rule ."]);
});

/** Kept rules, with the changes if the objects in `l` and in `q` get a field with a default. */
const KEPT_RULES: readonly (readonly [rule: string, changes: readonly string[]])[] = [
  ["self.l.all(x, dyn(x) == dyn({'k': 'a'}))", ["unknown rule ."]],
  ["dyn(self.p) == dyn(self.q)", ["tightening rule ."]],
  ["dyn(self.q).size() < 2 || self.n == 1", ["unknown rule ."]],
  ["self.l.all(x, self.l.exists_one(y, x == y))", []],
  ["self == oldSelf", []],
  ["self.q == oldSelf.q && self.port == 80", []],
  ["self.l == [] || self.l[0].k != 'b'", []],
  ["dyn(self.n) == dyn(self.port)", []],
];

for (const [rule, expected] of KEPT_RULES) {
  rules(`judges a rule that is kept while objects get new defaults: ${rule}`, () => {
    const schema = (z: JsonObject) =>
      object(
        {
          p: object({ k: STRING }),
          q: object({ k: STRING, ...z }),
          l: { type: "array", maxItems: 3, items: object({ k: STRING, ...z }) },
          n: { type: "integer" },
          port: { "x-kubernetes-int-or-string": true },
        },
        { required: ["p", "q", "l", "n", "port"], "x-kubernetes-validations": [{ rule }] },
      );
    const found = short(diffSchemas(schema({}), schema({ z: { ...STRING, default: "q" } }), ROOT_PATH, new Map()));
    assert.equal(found, [...expected, "addition field-added .q.z", "addition field-added .l[].z"]);
    assert.equal(short(diffSchemas(schema({}), schema({ z: STRING }), ROOT_PATH, new Map())).length, 2, "no default");
  });
}

rules("a rule about a field with a new default is about objects that have the default when they are read", () => {
  const mode = (...values: string[]) => object({ mode: { ...STRING, enum: values } });
  const filled = object({ mode: { ...STRING, enum: ["A", "C"], default: "C" } });
  const [rule, other] = ["!has(self.mode) || self.mode == 'A'", "!has(self.mode) || self.mode != 'C'"];
  assert.equal(changes(mode("A"), withRules(filled, rule)), ["tightening rule ."]);
  assert.equal(changes(withRules(mode("A", "B"), rule), withRules(filled, other)), ["tightening rule ."]);
  assert.equal(changes(mode("A"), withRules(mode("A", "C"), rule)), ["wording rule ."]);
  const optional = object({ mode: { ...STRING, enum: ["A", "C"] } });
  assert.equal(changes(filled, withRules(optional, "has(self.mode)")), ["tightening rule ."], "the default is gone");
});

rules("a rule about a new field may meet one that was kept without being known", () => {
  const kept = { "x-kubernetes-preserve-unknown-fields": true };
  const after = withRules(object({ n: { type: "integer" }, fresh: STRING }, kept), "!has(self.fresh)");
  assert.equal(changes(object({ n: { type: "integer" } }, kept), after), ["unknown rule ."]);
});

/** Schemas, each with a rule that all of its values satisfy. */
const IMPLIED: readonly [JsonObject, string][] = [
  [{ type: "string", maxLength: 5 }, "self.size() <= 5"],
  [{ type: "string", maxLength: 5 }, "size(self) < 7"],
  [{ type: "string", maxLength: 5, nullable: true }, "self.size() <= 5"], // no rule is evaluated for null
  [{ type: "string", pattern: "^a[0-9]$" }, "self.startsWith('a') && self.matches('^.[0-9]$')"],
  [{ type: "string", enum: ["a", "b"] }, "self in ['a', 'b', 'c'] && self != 'd'"],
  [{ type: "integer", minimum: 1, maximum: 9 }, "self > 0 && 10 > self"],
  [{ type: "array", items: { type: "integer", minimum: 1 }, maxItems: 2 }, "self.size() < 3 && self.all(x, x >= 1)"],
  [{ type: "object", additionalProperties: STRING, maxProperties: 3 }, "self.size() <= 3"],
  [object({ a: STRING }, { required: ["a"] }), "has(self.a)"],
  [object({ a: { ...STRING, minLength: 1 } }), "!has(self.a) || self.a != ''"],
  [object({ a: { type: "boolean", enum: [true] } }), "has(self.a) ? self.a : true"],
];

for (const [schema, rule] of IMPLIED) {
  rules(`tightens nothing, as older bounds imply it: ${rule}`, () => {
    assert.equal(changes(schema, withRules(schema, rule)), ["wording rule ."]);
    assert.equal(changes(withRules(schema, rule), schema), ["wording rule ."]);
  });
}

/** Schemas, each with a rule that some of its values do not satisfy or for which it results in an error. */
const NOT_IMPLIED: readonly [JsonObject, string][] = [
  [{ type: "string", maxLength: 6 }, "self.size() <= 5"],
  [{ type: "string", format: "date", maxLength: 10 }, "self.size() <= 10"],
  [{ type: "integer", minimum: 1 }, "self > 1"],
  [{ type: "array", items: { type: "integer", minimum: 1 } }, "self.exists(x, x >= 1)"],
  [{ type: "array", items: { type: "integer", minimum: 1, nullable: true } }, "self.all(x, x >= 1)"],
  [object({ a: { ...STRING, minLength: 1 } }), "self.a != ''"],
  [object({ a: { ...STRING, minLength: 1 } }), "has(self.a) || self.a != ''"],
];

for (const [schema, rule] of NOT_IMPLIED) {
  rules(`tightens: ${rule} of ${JSON.stringify(schema)}`, () => {
    assert.equal(changes(schema, withRules(schema, rule)), ["tightening rule ."]);
    assert.equal(changes(withRules(schema, rule), schema), ["loosening rule ."]);
  });
}

rules("every change says what it is about, to readers and to programs", () => {
  const whole = (about: string, before: JsonObject, after: JsonObject) => [
    wholeChanges(about, diffSchemas(before, after, ROOT_PATH, new Map())),
    wholeChanges(`${about}, back`, diffSchemas(after, before, ROOT_PATH, new Map())),
  ];
  const spec = object({ ...(SPEC.properties as JsonObject), l: { type: "array", items: { type: "integer" } } });
  const one = { rule: "self.size > 0", message: "no" };
  const lines = [
    ...Object.entries(SAME).flatMap(([about, [before, after]]) =>
      whole(about, withRules(spec, ...before), withRules(spec, ...after)),
    ),
    ...[...IMPLIED, ...NOT_IMPLIED].flatMap(([schema, rule]) => whole(rule, schema, withRules(schema, rule))),
    ...whole("another message", withRules(SPEC, one), withRules(SPEC, { ...one, message: "never" })),
    ...whole("another reason", withRules(SPEC, one), withRules(SPEC, { ...one, reason: "FieldValueForbidden" })),
    ...whole("two rules for one", withRules(SPEC, one), withRules(SPEC, "self.size > 1", "self.size < 5")),
    ...whole("one of two", withRules(SPEC, one, "self.size > 1"), withRules(SPEC, "self.size > 2", one)),
    ...whole("a rule twice", withRules(SPEC, one), withRules(SPEC, one, one)),
    ...whole("a rule of a field that is new", SPEC, withRules(NEWER, "!has(self.fresh) || self.size > 0")),
    ...whole("a rule beside what is new", SPEC, withRules(NEWER, "self.size > 0")),
    ...whole("a rule that cannot be read", SPEC, withRules(SPEC, "self.size >")),
    ...whole("of old objects as well", withRules(SPEC, one), withRules(SPEC, { ...one, optionalOldSelf: true })),
  ];
  matchesGolden(lines.join(""), join(ROOT, "tests/changes/diff/rules.txt"));
});

rules("a rule that replaces a stricter one only loosens", () => {
  const size = { type: "integer" };
  assert.equal(changes(withRules(size, "self > 1"), withRules(size, "self > 0")), ["loosening rule ."]);
});

rules("each of several new rules has an example of its own", () => {
  const fields = object({ a: STRING, b: STRING });
  const [first, second] = ["!has(self.a) || self.a == 'x'", "!has(self.b) || self.b == 'y'"];
  const found = diffSchemas(fields, withRules(fields, first, second), ROOT_PATH, new Map());
  assert.equal(
    found.map(({ after, example }) => [after, Object.keys(example as JsonObject)]),
    [
      [first, ["a"]],
      [second, ["b"]],
    ],
  );
});

/** Pairs whose comparison never ends unless it is limited. */
const ENDLESS: readonly (readonly [about: string, before: JsonObject, after: JsonObject])[] = [
  [
    "many rules that replace others",
    withRules(fieldsOf(60), ...numbersTo(60).map((n) => `!has(self.f${n}) || self.f${n}.size() < ${n}`)),
    withRules(
      fieldsOf(60),
      ...numbersTo(60).map((n) => `!has(self.f${n}) || self.f${n}.size() <= ${n} && self.f${(n + 1) % 60} != 'x'`),
    ),
  ],
  [
    "lists in lists that cannot be short",
    object({ l: nested(8) }),
    withRules(object({ l: nested(8) }), "self.l.size() < 9"),
  ],
  [
    "loops in loops",
    object({ l: nested(1) }),
    withRules(
      object({ l: nested(1) }),
      numbersTo(10).reduce((rule, n) => `self.l.exists(x${n}, x${n} > 12 || ${rule})`, "false"),
    ),
  ],
];

for (const [about, before, after] of ENDLESS) {
  rules(`the comparison ends: ${about}`, () => {
    assert.ok(changes(before, after).includes("tightening rule ."));
  });
}

function numbersTo(count: number): number[] {
  return [...Array(count).keys()];
}

function fieldsOf(count: number): JsonObject {
  return object(Object.fromEntries(numbersTo(count).map((n) => [`f${n}`, STRING])));
}

/** Returns a list of lists, each with at least twelve items. */
function nested(levels: number): JsonObject {
  const items = levels > 1 ? nested(levels - 1) : { type: "integer" };
  return { type: "array", minItems: 12, items };
}

rules.run();
