import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import { isGuarded } from "../../../scripts/kubernetes/cel/worlds/guards.js";
import { unguardedReads } from "../../../scripts/kubernetes/cel/worlds/optional-reads.js";
import { checkedRule } from "../../support/compile-rule.js";
import fc from "../../support/drawn.js";

const optionalReads = suite("optional reads");

const TEXT = { type: "string" };
const NUMBER = { type: "integer" };
const ITEM = {
  type: "object",
  required: ["name", "mode"],
  properties: {
    name: TEXT,
    mode: { type: "string" },
    a: NUMBER,
    b: NUMBER,
    inner: { type: "object", properties: { x: TEXT } },
    parts: { type: "array", items: { type: "object", properties: { x: TEXT } } },
  },
};

/** `a` to `d` are optional; `name` and `defaulted` are always set. */
const SELF: StructuralSchema = {
  type: "object",
  required: ["name", "flag", "list"],
  properties: {
    name: TEXT,
    flag: { type: "boolean" },
    defaulted: { type: "integer", default: 1 },
    a: NUMBER,
    b: NUMBER,
    c: { type: "boolean" },
    "d-e": TEXT,
    inner: ITEM,
    list: { type: "array", items: ITEM },
    more: { type: "array", items: ITEM },
    map: { type: "object", additionalProperties: ITEM },
    free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  },
};

function readsOf(rule: string, isRoot = false): string[] {
  return unguardedReads(checkedRule(rule, SELF, isRoot), 37).map(({ text }) => text);
}

const GUARDED = [
  "self.name == 'a' && self.defaulted > 1 && self.list.size() > 0 && self.flag",
  "has(self.a) && self.a > 1",
  "self.a > 1 && has(self.a)",
  "!has(self.a) || self.a > 1",
  "self.a > 1 || !has(self.a)",
  "(self.a > 1 && has(self.a)) || self.name == 'x'",
  "has(self.a) ? self.a > 1 : true",
  "!has(self.a) ? true : self.a > 1",
  "!(has(self.a) && self.a < 1)",
  "!has(self.a) || !has(self.b) || self.a == self.b",
  "has(self.a) == has(self.b) && (!has(self.a) || self.a == self.b)",
  "has(self.a) != has(self.b) || (has(self.b) ? self.a == self.b : true)",
  "[has(self.a), has(self.b)].exists_one(x, x) && (has(self.a) ? self.a > 1 : self.b > 1)",
  "has(self.inner) && has(self.inner.inner) && has(self.inner.inner.x) && self.inner.inner.x == ''",
  "!has(self.inner) || !has(self.inner.a) || self.inner.a == 1",
  "self.name == 'x' ? has(self.a) && self.a > 1 : true",
  "(self.name != 'x' || has(self.a)) && (self.name == 'x' ? self.a > 1 : true)",
  "(self.name in ['x', 'y'] ? has(self.a) : true) && (self.name == 'y' ? self.a > 1 : true)",
  "self.name == 'x' && has(self.a) || self.name == 'y' && self.name == 'x' && self.a > 1",
  "(self.defaulted > 3 && has(self.a)) && !(self.defaulted <= 3 || self.a > 1)",
  "(self.flag ? has(self.a) : true) && (self.flag == true ? self.a > 1 : true)",
  "!has(self.c) || self.c",
  "has(self.d__dash__e) && self.d__dash__e == ''",
  "self.list.all(x, !has(x.a) || x.a > 1)",
  "self.list.all(x, has(x.a)) && self.list.all(y, y.a > 1)",
  "self.list.exists(x, !has(x.a)) || self.list.all(y, y.a > 1)",
  "self.list.exists(x, has(x.a) && x.a > 1)",
  "self.list.exists_one(x, has(x.a) && x.a > 1)",
  "self.list.filter(x, has(x.a)).all(x, x.a > 1)",
  "self.list.filter(x, has(x.a)).map(x, x.a).exists(a, a > 1)",
  "self.list.map(x, has(x.a), x.a).exists(a, a > 1)",
  "self.list.all(x, self.list.exists_one(y, x.name == y.name && has(x.a) == has(y.a) && (!has(x.a) || x.a == y.a)))",
  "!has(self.more) || self.more.all(x, !has(x.parts) || x.parts.all(y, !has(y.x) || y.x != ''))",
  "self.list.all(x, x.mode == 'p' ? has(x.a) : true) && self.list.all(x, x.mode == 'p' ? x.a > 1 : true)",
  "has(self.a) && self.list.all(x, self.a > 1)",
  "self.list.all(x, has(self.a) && self.a > 1)",
  "size(self.list) == 0 || !has(self.list[0].a) || self.list[0].a == 1",
  "self.list.all(i, x, i > 0 || !has(x.a) || x.a > 1)",
  "self.?a.orValue(1) > 1",
  "self.?inner.inner.x.orValue('') == ''",
  "self.?a.optMap(a, a > 1).orValue(true)",
  "self.?inner.optFlatMap(x, x.?a).orValue(1) > 1",
  "self.list.distinct().all(x, !has(x.a) || x.a > 1)",
  "self.?inner.hasValue() ? self.inner.name == '' : true",
  "!self.?a.hasValue() || self.a == 1",
  "self.?a == optional.none() || self.name == ''",
  "has(self.a) && optional.of(self.a).optMap(v, v > 1).orValue(true)",
  "!has(self.map) || !('k' in self.map) || self.map['k'].name == ''",
  "!has(self.map) || !has(self.map.k) || self.map['k'].name == ''",
  "has(self.map) && 'k' in self.map && self.map.k.name == ''",
  "!has(self.map) || self.map.all(k, self.map[k].name == '')",
  "!has(self.map) || self.map.all(k, !has(self.map[k].a) || self.map[k].a == 1)",
  "!has(oldSelf.a) || (has(self.a) && self.a == oldSelf.a)",
  "has(self.a) == has(oldSelf.a) && (!has(self.a) || self.a == oldSelf.a)",
  "self.name == oldSelf.name",
  "!oldSelf.hasValue() || oldSelf.value().name == self.name",
  "has(self.free) && self.free == self.free",
  "has(self.a) ? self.a > 1 : (has(self.b) ? self.b > 1 : true)",
  "(has(self.a) ? self.a : 0) + (has(self.b) ? self.b : 0) < 10",
  "(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) == 1 && (has(self.a) ? self.a > 1 : self.b > 1)",
  "[has(self.a), has(self.b)].filter(x, x).size() == 1 && (has(self.a) ? self.a > 1 : self.b > 1)",
  "[has(self.a) ? 1 : 0, has(self.b) ? 1 : 0].sum() >= 1 && (has(self.a) ? self.a > 1 : self.b > 1)",
  "[1.0, 0.5].sum() > 1.0 && 1.5 + 1.5 == 3.0",
  "[1, size(self.list)].sum() > 1",
  "size([has(self.a), true]) == 2 || self.a > 1",
  "[has(self.a)].size() == 1 || self.a > 1",
  "true || self.a > 1",
  "false && self.a > 1",
  // Values that the rule itself creates are known
  "1 < 2 || self.a > 1",
  "2 > 1 || self.a > 1",
  "1 <= 1 || self.a > 1",
  "1 >= 1 || self.a > 1",
  "!(1 < 1) || self.a > 1",
  "!(1 > 1) || self.a > 1",
  "!(2 <= 1) || self.a > 1",
  "!(1 >= 2) || self.a > 1",
  "'x' == 'x' || self.a > 1",
  "'x' != 'y' || self.a > 1",
  "null == null || self.a > 1",
  "b'x' == b'x' || self.a > 1",
  "b'x' != b'y' || self.a > 1",
  "{'k': self.flag} == {'k': self.flag} || self.a > 1",
  "'x' in ['y', 'x'] || self.a > 1",
  "!('x' in ['y']) || self.a > 1",
  "!(self.name < self.name) || self.a > 1",
  "self.name + 'x' == self.name + 'x' || self.a > 1",
  "dyn(has(self.a)) ? self.a > 1 : true",
  "!self.list.exists(i, x, true) || self.list.exists(i, x, [1].exists(j, y, i == j)) || self.a > 1",
  "[self.flag].all(i, x, x) == self.flag || self.a > 1",
  // Optionals
  "optional.of(1).hasValue() || self.a > 1",
  "!optional.none().hasValue() || self.a > 1",
  "optional.ofNonZeroValue(self.name).hasValue() == optional.ofNonZeroValue(self.name).hasValue() || self.a > 1",
  "!has(self.a) || self.?a.or(self.?b).hasValue() || self.b > 1",
  "!has(self.b) || self.?a.or(self.?b).hasValue() || self.a > 1",
  "self.list[?0].hasValue() == self.list[?0].hasValue() || self.a > 1",
  "self.?map[?'k'].hasValue() ? 'k' in self.map : true",
  "!has(self.inner) || self.?inner.optMap(x, true).orValue(false) || self.a > 1",
  "has(self.?inner.a) ? self.inner.a > 1 : true",
];

for (const rule of GUARDED) {
  optionalReads(`nothing to say of ${rule}`, () => assert.equal(readsOf(rule), []));
}

const UNGUARDED: readonly (readonly [rule: string, ...reads: string[]])[] = [
  ["self.a > 1", "self.a"],
  ["!has(self.a) && self.a > 1", "self.a"],
  ["has(self.a) || self.a > 1", "self.a"],
  ["has(self.b) && self.a > 1", "self.a"],
  ["!has(self.b) || self.a == self.b", "self.a"],
  ["has(self.a) ? self.b > 1 : self.a > 1", "self.b", "self.a"],
  ["self.c", "self.c"],
  ["dyn(self).a == 1", "dyn(…).a"],
  ["(self.flag ? self.list[0] : self.list[1]).a == 1", "_?_:_(…).a"],
  ["[self, self].all(x, x.a > 1)", "x.a"],
  ["optional.of(self).value().a == 1", "optional.of(…).value(…).a"],
  ["self.d__dash__e == ''", "self.d__dash__e"],
  ["self.inner.inner.x == ''", "self.inner", "self.inner.inner", "self.inner.inner.x"],
  ["has(self.inner.a) && self.inner.a == 1", "self.inner"],
  ["has(self.inner) && self.inner.a == 1", "self.inner.a"],
  ["[self.name] + ['b'] == [self.name] + ['c'] || self.a > 1", "self.a"],
  ["has(self.a) == has(self.b) && self.a == self.b", "self.a"], // a guard for self.a also guards self.b
  ["(self.name == 'x' ? has(self.a) : true) && (self.name == 'y' ? self.a > 1 : true)", "self.a"],
  ["self.list.all(x, x.a > 1)", "x.a"],
  ["self.list.exists(x, x.a > 1)", "x.a"],
  ["self.list.exists(x, has(x.a)) && self.list.all(y, y.a > 1)", "y.a"],
  ["self.list.exists(x, has(x.a)) && self.list.exists_one(y, y.a > 1)", "y.a"],
  ["self.list.filter(x, has(x.a)).all(x, x.b > 1)", "x.b"],
  ["self.list.filter(x, x.a > 1).size() > 0", "x.a"],
  ["self.list.map(x, x.a).exists(a, a > 1)", "x.a"],
  ["self.list.all(x, self.list.exists_one(y, x.a == y.a))", "x.a", "y.a"],
  ["self.more.all(x, x.name == '')", "self.more"],
  ["self.list.all(x, x.parts.all(y, has(y.x)))", "x.parts"],
  ["self.list[0].a == 1", "self.list[0].a"],
  ["self.list.all(i, x, x.a > i)", "x.a"],
  ["self.inner.?a.orValue(1) > 1", "self.inner"],
  ["self.?a.optMap(a, a > self.b).orValue(true)", "self.b"],
  ["optional.of(self.a).optMap(v, v > 1).orValue(true)", "self.a"],
  ["self.map['k'].name == ''", "self.map", 'self.map["k"]'],
  ["has(self.map) && 'j' in self.map && self.map.k.name == ''", "self.map.k"],
  ["self.a == oldSelf.a", "self.a", "oldSelf.a"],
  ["has(self.a) && self.a == oldSelf.a", "oldSelf.a"],
  ["(has(self.a) ? self.a : 0) + self.b < 10", "self.b"],
  ["(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) <= 1 && (has(self.a) ? self.a > 1 : self.b > 1)", "self.b"],
  ["string(self.a).startsWith('x')", "self.a"],
  ["[self.a, 1].exists(x, x == 1)", "self.a"],
  ["self.list.distinct().all(x, x.a > 1)", "x.a"],
  ["self.list.map(x, x.a).sort().size() > 0", "x.a"],
  ["self.list.reverse().all(x, x.a > 1)", "x.a"],
  ["self.list.slice(0, 1).all(x, x.a > 1)", "x.a"],
  ["([] + self.list).all(x, x.a > 1)", "x.a"],
  ["self.?inner.optMap(x, x.a > 1).orValue(true)", "x.a"],
  ["self.?inner.optFlatMap(x, optional.of(x.a)).orValue(1) > 1", "x.a"],
  ["self.list.transformList(i, x, x.a).exists(a, a > 1)", "x.a"],
  ["self.list.transformMap(i, x, x.a).size() > 0", "x.a"],
  ["self.list.transformMapEntry(i, x, {x.name: x.a}).size() > 0", "x.a"],
  ["self.list.sortBy(x, x.a).size() > 0", "x.a"],
  ["{'k': self.a}.size() > 0", "self.a"],
  ["{self.d__dash__e: 1}.size() > 0", "self.d__dash__e"],
  ["{'k': 1} == {'k': 2} || self.a > 1", "self.a"],
  ["1 < 1 || self.a > 1", "self.a"],
  ["2 <= 1 || self.a > 1", "self.a"],
  ["1 > 1 || self.a > 1", "self.a"],
  ["1 >= 2 || self.a > 1", "self.a"],
  ["'x' == 'y' || self.a > 1", "self.a"],
  ["b'x' == b'y' || self.a > 1", "self.a"],
  ["'x' in ['y'] || self.a > 1", "self.a"],
  ["self.name < 'x' || self.a > 1", "self.a"],
  ["self.name in self.list.map(x, x.name) || self.a > 1", "self.a"],
  ["!has(self.b) || self.name + 'x' == self.name + 'y' || self.a > 1", "self.a"],
  ["optional.of(1) == optional.of(2) || self.a > 1", "self.a"],
  ["optional.ofNonZeroValue(self.name).hasValue() || self.a > 1", "self.a"],
  ["!optional.ofNonZeroValue(self.name).hasValue() || self.a > 1", "self.a"],
  ["self.list[?0].hasValue() || self.a > 1", "self.a"],
  ["!self.list[?0].hasValue() || self.a > 1", "self.a"],
  ["self.?a.or(self.?b).hasValue() || self.c", "self.c"],
  ["self.?a.orValue(self.b) > 1", "self.b"],
  ["self.name.replace('x', 'y') == 'x' || self.a > 1", "self.a"],
  ["isURL(self.name) || self.a > 1", "self.a"],
  ["self.name.lowerAscii() == self.name || self.a > 1", "self.a"],
];

for (const [rule, ...reads] of UNGUARDED) {
  optionalReads(`${rule} reads ${reads.join(" and ")}`, () => assert.equal(readsOf(rule).sort(), [...reads].sort()));
}

optionalReads("what every object has is always there, its generateName is not", () => {
  assert.equal(readsOf("self.metadata.name != '' && self.kind != ''", true), []);
  assert.equal(readsOf("self.metadata.generateName != ''", true), ["self.metadata.generateName"]);
  assert.equal(readsOf("has(self.metadata) && has(self.kind) || self.a > 1", true), []);
  assert.equal(readsOf("self.?kind.hasValue() || self.a > 1", true), []);
  assert.equal(readsOf("has(self.metadata.generateName) || self.a > 1", true), ["self.a"]);
});

optionalReads("a read says what asks for it", () => {
  const guardOf = (rule: string) => unguardedReads(checkedRule(rule, SELF), 37).map(({ guard }) => guard);
  assert.equal(guardOf("self.a > 1"), ["has(self.a)"]);
  assert.equal(guardOf("has(self.map) && self.map['k'].name == ''"), ['"k" in self.map']);
});

/**
 * The result of a drawn rule for an object: `error` if the rule reads an omitted field and no other operand absorbs the
 * error.
 */
type Outcome = boolean | "error";
type Drawn = { readonly text: string; readonly of: (object: Readonly<Record<string, number>>) => Outcome };

const NAMES = ["a", "b"];

const { rule: drawnRule } = fc.letrec<{ rule: Drawn; leaf: Drawn }>((tie) => ({
  leaf: fc.constantFrom(
    { text: "self.flag", of: (object) => object.flag === 1 },
    ...NAMES.flatMap((name): Drawn[] => [
      { text: `has(self.${name})`, of: (object) => name in object },
      { text: `self.${name} > 1`, of: (object) => (name in object ? (object[name] ?? 0) > 1 : "error") },
    ]),
  ),
  rule: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("leaf"),
    tie("rule").map(({ text, of }): Drawn => ({ text: `!(${text})`, of: (object) => negated(of(object)) })),
    fc
      .tuple(tie("rule"), tie("rule"))
      .map(([a, b]): Drawn => ({ text: `(${a.text} && ${b.text})`, of: (object) => both(a.of(object), b.of(object)) })),
    fc.tuple(tie("rule"), tie("rule")).map(([a, b]): Drawn => {
      const of: Drawn["of"] = (object) => negated(both(negated(a.of(object)), negated(b.of(object))));
      return { text: `(${a.text} || ${b.text})`, of };
    }),
    fc
      .tuple(tie("rule"), tie("rule"))
      .map(([a, b]): Drawn => {
        const of: Drawn["of"] = (object) => {
          const [left, right] = [a.of(object), b.of(object)];
          return left === "error" || right === "error" ? "error" : left === right;
        };
        return { text: `(${a.text}) == (${b.text})`, of };
      })
      .map(({ text, of }) => ({ text: `(${text})`, of })),
    fc.tuple(tie("rule"), tie("rule"), tie("rule")).map(([a, b, c]): Drawn => {
      const of: Drawn["of"] = (object) => {
        const is = a.of(object);
        return is === "error" ? is : (is ? b : c).of(object);
      };
      return { text: `(${a.text} ? ${b.text} : ${c.text})`, of };
    }),
  ),
}));

function negated(outcome: Outcome): Outcome {
  return outcome === "error" ? outcome : !outcome;
}

function both(a: Outcome, b: Outcome): Outcome {
  if (a === false || b === false) return false;
  return a === true && b === true ? true : "error";
}

/** All objects between which a drawn rule can distinguish. */
const OBJECTS = [0, 1].flatMap((flag) =>
  [undefined, 1, 2].flatMap((a) =>
    [undefined, 1, 2].map((b) => ({ flag, ...(a !== undefined && { a }), ...(b !== undefined && { b }) })),
  ),
);

optionalReads("a read is reported if and only if there is an object for which the rule is an error", () => {
  fc.assert(
    fc.property(drawnRule, ({ text, of }) => {
      const canFail = OBJECTS.some((object) => of(object) === "error");
      assert.is(readsOf(text).length > 0, canFail, text);
    }),
    { numRuns: 1000, seed: 1 },
  );
});

/** Rules whose reads are guarded, with the same rule in which one of them is not. */
const PROVEN: readonly (readonly [guarded: string, unguarded: string])[] = [
  ["self.name == '' || self.defaulted > 1", "self.name == '' || self.a > 1"],
  ["!has(self.a) || self.a > 1", "has(self.a) || self.a > 1"],
  ["has(self.a) && has(self.b) ? self.a > self.b : true", "has(self.a) && has(self.b) ? true : self.a > self.b"],
  [
    "has(self.map) && 'k' in self.map && self.map['k'].name == ''",
    "has(self.map) && 'k' in self.map && self.map['j'].name == ''",
  ],
  ["has(self.map) && 'k' in self.map && self.map.k.name == ''", "has(self.map) && 'k' in self.map && self.map.k.a > 1"],
  [
    "has(self.a) == has(self.b) && (!has(self.a) || self.a == self.b)",
    "has(self.a) == has(self.c) && (!has(self.a) || self.a == self.b)",
  ],
  [
    "self.list.all(x, has(x.a) != has(self.a) || !has(x.a) || x.a == self.a)",
    "self.list.all(x, has(x.a) == has(self.a) || !has(x.a) || x.a == self.a)",
  ],
  ["self.list.all(x, !has(x.a) || x.a > 1)", "self.list.all(x, has(x.a)) || self.list.all(x, x.a > 1)"],
  [
    "self.list.all(x, !has(x.a) || self.list.exists_one(y, has(y.a) && y.a == x.a))",
    "self.list.all(x, !has(x.a) || self.list.exists_one(x, x.a > 1))",
  ],
];

for (const [guarded, unguarded] of PROVEN) {
  optionalReads(`one pass finds that ${guarded} is guarded`, () => {
    assert.ok(isGuarded(checkedRule(guarded, SELF), 37));
    assert.not(isGuarded(checkedRule(unguarded, SELF), 37));
  });
}

optionalReads("a value that is none is not taken for false", () => {
  const rule = "(optional.none().value() || has(self.a)) || self.a > 1";
  assert.not(isGuarded(checkedRule(rule, SELF), 37));
});

optionalReads("a rule that is made to need very many cases ends soon", () => {
  const chain = `optional.of(self.a)${".optMap(x, x + 1)".repeat(120)}.hasValue()`;
  assert.equal(readsOf(chain), []); // not all of it was tried
  const loops = `${"self.list.all(x, ".repeat(8)}x.a > 1${")".repeat(8)}`;
  assert.equal(readsOf(loops), ["x.a"]);
  const sums = Array.from({ length: 60 }, (_, at) => `.optMap(y${at}, y${at} + y${at})`).join("");
  assert.equal(readsOf(`optional.of(self.list)${sums}.hasValue() && self.name == 'x'`), []);
});

optionalReads("a rule with more cases than could be tried is judged", () => {
  const sum = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => part(i)).join(" + ");
  const guarded = sum(64, (i) => `(self.list.size() > ${i} && has(self.list[${i}].a) ? self.list[${i}].a : 0)`);
  assert.equal(readsOf(`${guarded} < 100`), []);
  const first = sum(64, (i) => `(self.list.size() > ${i} ? self.list[${i}].a : 0)`);
  assert.ok(readsOf(`${first} < 100`).includes("self.list[0].a"));
});

optionalReads.run();
