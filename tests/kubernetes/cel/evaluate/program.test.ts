/** Tests of the evaluation of rules for one object. All results agree with apiextensions-apiserver v0.37. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { Failure } from "../../../../scripts/kubernetes/cel/values/value.js";
import { evaluateRule, schemaOfValue } from "../../../support/evaluate-rule.js";

const programs = suite("evaluation of rules");

/** The object omits its optional fields: `none` and `inner.none`. */
const SELF: JsonObject = {
  name: "widget",
  empty: "",
  emoji: "\u{1f600}!",
  flag: true,
  off: false,
  n: 3,
  half: 0.5,
  safe: 2 ** 53 - 1,
  beyond: 2 ** 53 + 2,
  port: 80,
  list: ["a", "b"],
  bare: [],
  numbers: [1, 2, 3],
  map: { k: 1, l: 2 },
  bag: {},
  inner: { x: "y" },
  items: [{ name: "a", on: true }, { name: "b" }],
  "d-e": "f",
};

const EXAMPLE = schemaOfValue({ ...SELF, none: "", nowhere: { x: "" }, inner: { x: "", none: "" } });
const SCHEMA = {
  ...EXAMPLE,
  properties: {
    ...EXAMPLE.properties,
    map: { type: "object", additionalProperties: { type: "integer" } },
    bag: { type: "object", additionalProperties: { type: "string" } },
    either: { "x-kubernetes-int-or-string": true },
  },
};

const TRUE = [
  "true",
  "self.flag",
  "!self.off",
  "!!self.flag",
  "self.name == 'widget'",
  "self.name != 'gadget'",
  "self.n == 3",
  "self.n != 4",
  "!(self.n != 3)",
  "null == null",
  "self.half == 0.5",
  "self.half > 0.25 && self.half < 1.0",
  "self.flag == true",
  "self.flag != self.off",
  "self.inner.x == 'y'",
  "self.safe == 9007199254740991",
  // Comparisons at their boundaries
  "2 < 3 && !(3 < 3) && !(4 < 3)",
  "2 <= 3 && 3 <= 3 && !(4 <= 3)",
  "4 > 3 && !(3 > 3) && !(2 > 3)",
  "4 >= 3 && 3 >= 3 && !(2 >= 3)",
  "'a' < 'b' && !('b' < 'b') && !('c' < 'b')",
  "'a' <= 'b' && 'b' <= 'b' && !('c' <= 'b')",
  "'c' > 'b' && !('b' > 'b') && !('a' > 'b')",
  "'c' >= 'b' && 'b' >= 'b' && !('a' >= 'b')",
  "'Z' < 'a' && '' < 'a' && 'a' < 'aa'",
  // Arithmetic and concatenation
  "self.n + 1 == 4",
  "self.n - 1 == 2",
  "self.name + 's' == 'widgets'",
  // false (with &&) and true (with ||) absorb errors on either side
  "self.flag || self.none == 'x'",
  "self.none == 'x' || self.flag",
  "!(self.off && self.none == 'x')",
  "!(self.none == 'x' && self.off)",
  "self.flag || duration('1h') == duration('2h')",
  "duration('1h') == duration('2h') || self.flag",
  "!(self.off && duration('1h') == duration('2h'))",
  "self.off || self.flag",
  "self.flag && self.n == 3 && self.half == 0.5",
  // Only one branch of a conditional is evaluated
  "self.flag ? self.n == 3 : self.none == 'x'",
  "self.off ? self.none == 'x' : self.n == 3",
  // Fields, keys and indexes
  "has(self.name)",
  "!has(self.none)",
  "has(self.inner.x) && !has(self.inner.none)",
  "has(self.off) && has(self.empty) && has(self.bare)",
  "has(self.map.k) && !has(self.map.m)",
  "self.map.k == 1",
  "self.map['k'] == 1 && self.map['l'] == 2",
  "'k' in self.map && !('m' in self.map)",
  "!('toString' in self.map) && !has(self.map.toString)",
  "self.list[0] == 'a' && self.list[1] == 'b'",
  "self.list[self.n - 2] == 'b'",
  "self.items[0].name == 'a'",
  "'a' in self.list && !('c' in self.list)",
  "2 in self.numbers && !(4 in self.numbers)",
  "self.name in ['gadget', 'widget']",
  "!('a' in self.bare)",
  // Strings
  "self.name.startsWith('wid') && !self.name.startsWith('get')",
  "self.name.endsWith('get') && !self.name.endsWith('wid')",
  "self.name.contains('dge') && !self.name.contains('x')",
  "self.name.matches('^w.*t$') && self.name.matches('dg') && !self.name.matches('^d')",
  // Sizes: those of strings are in characters
  "self.name.size() == 6 && size(self.name) == 6 && self.empty.size() == 0",
  "self.emoji.size() == 2",
  "self.list.size() == 2 && size(self.bare) == 0",
  "self.map.size() == 2 && size(self.bag) == 0",
  // Macros
  "self.numbers.all(x, x > 0) && !self.numbers.all(x, x > 1)",
  "self.numbers.exists(x, x > 2) && !self.numbers.exists(x, x > 3)",
  "self.numbers.exists_one(x, x > 2) && !self.numbers.exists_one(x, x > 1) && !self.numbers.exists_one(x, x > 3)",
  "self.bare.all(x, false) && !self.bare.exists(x, true) && !self.bare.exists_one(x, true)",
  "self.numbers.filter(x, x > 1).size() == 2 && self.numbers.filter(x, x > 1)[0] == 2",
  "self.numbers.map(x, x + 1)[2] == 4",
  "self.map.all(k, k < 'm') && self.map.exists(k, k == 'l') && self.map.exists_one(k, self.map[k] == 2)",
  "self.map.all(k, self.map[k] > 0)",
  "self.numbers.all(x, self.numbers.exists(y, x == y))",
  "self.numbers.all(x, self.list.all(x, x != 'c') && x > 0)",
  "self.items.exists(x, x.on)", // true absorbs the error of the other item
  "!self.items.all(x, !x.on)",
  "self.items.filter(x, has(x.on)).size() == 1",
  "self.numbers.all(i, x, x > i)",
  "self.numbers.map(x, x > 1, x).size() == 2",
  "self.numbers.sortBy(x, -x)[0] == 3",
  "self.map.transformMap(k, v, v + 1)['k'] == 2",
  // Optional values
  "self.?name.orValue('') == 'widget'",
  "self.?none.orValue('x') == 'x'",
  "!self.?nowhere.x.hasValue()",
  "self.?none.or(self.?name).value() == 'widget'",
  "self.list[?0].orValue('') == 'a' && !self.list[?2].hasValue() && !self.list[?-1].hasValue()",
  "has(self.?inner.x) && !has(self.?nowhere.x)",
  "self.?inner.x.optMap(x, x + 'z').value() == 'yz'",
  "[?self.?none, 'a'].size() == 1 && {?'k': self.?none}.size() == 0",
  // Equality
  "self.list == ['a', 'b'] && self.list != ['a'] && self.list != ['b', 'a']",
  "self.inner == self.inner && self.inner in [self.inner]",
  "{'a': 1} == {'a': 1} && {'a': 1} != {'a': 2} && {'a': 1} != {'b': 1}",
  "b'a' == b'a' && b'a' != b'b'",
  "dyn(1) == 1.0 && dyn(1u) == 1 && dyn(1) != 1.5 && dyn(self.name) != 1 && dyn(null) != 0",
  "dyn(1) < 1.5 && 2u > 1 && 1.5 >= 1u",
  // Order is that of code points
  "'e' < '\u00e9' && '\u00e9' > 'f' && '\uff5e' < '\u{1f600}'",
  // Numbers of 64 bits
  "self.safe + 1 == 9007199254740992 && 9007199254740993 > 9007199254740992",
  "self.beyond - 5 == 9007199254740989 && 5 - self.beyond == -9007199254740989",
  "-self.n == -3 && self.n * 2 == 6 && self.n / 2 == 1 && self.n % 2 == 1 && self.half + 0.5 == 1.0",
  // Others
  "self.list + ['c'] == ['a', 'b', 'c']",
  "self.name.lowerAscii() == 'widget' && self.list.exists(x, x.upperAscii() == 'B')",
  "self.d__dash__e == 'f' && has(self.d__dash__e)",
  // Keys of maps
  "size({duration('1s'): 'a', duration('2s'): 'b'}) == 2 && {duration('1s'): 'a'}[duration('1s')] == 'a'",
  "size({dyn(1): 'a', dyn(1u): 'b'}) == 2 && {1u: 'a'}[dyn(1)] == 'a' && {1: 'a'}[dyn(1.0)] == 'a'",
  "!(1 in dyn({1.0: 'a'}))",
  "size({'a': 1, ?'a': self.?none.optMap(x, 1)}) == 0",
  "{'a': 1}.size() == 1 && {1: 'x'}[1] == 'x' && !(2 in {1: 'x'})",
  "!has(dyn(self.name).x) && !dyn(self.name)[?'x'].hasValue()",
  "type(self.n) == int && type(self.inner) == type(self.inner)",
];

/** Rules that result in an error, which no false or true absorbs. */
const ERRORS = [
  "self.none == 'x'",
  "self.none != 'x'",
  "self.inner.none == 'x'",
  "has(self.nowhere.x)",
  "self.nowhere.x == 'y'",
  "!(self.none == 'x')",
  "self.flag && self.none == 'x'",
  "self.none == 'x' && self.flag",
  "self.off || self.none == 'x'",
  "self.none == 'x' || self.off",
  "self.none == 'x' ? true : true",
  "self.flag ? self.none == 'x' : true",
  "self.map['m'] == 1",
  "self.map.m == 1",
  "self.map['toString'] == 1",
  "self.list[2] == 'a'",
  "self.list[-1] == 'a'",
  "self.bare[0] == 'a'",
  "dyn(self.list)['length'] == 2",
  "dyn(self.name)[0] == 'w'",
  "[?dyn(1)] == [1]",
  "dyn(self.n) in dyn(self.map)",
  "dyn(self.name).x == 'y'",
  "dyn(self.name) < 1",
  "dyn(self.name) && self.flag",
  "self.flag && duration('1h') == duration('1h') && self.none == 'x'",
  "self.n / 0 == 1",
  "self.list[?self.n].value() == 'a'",
  "self.none in ['x']",
  "self.none.size() == 1",
  "self.name.startsWith(self.none)",
  "self.name in [self.none, 'widget']",
  "self.items.all(x, x.on)",
  "self.items.exists(x, !x.on)",
  "self.items.exists_one(x, x.on)",
  "self.items.filter(x, x.on).size() == 1",
  "self.items.map(x, x.on)[0]",
];

/** Returns `true`, `false` or `error`. A rule is false only if its negation is true. */
function outcomeOf(rule: string): string {
  const result = evaluateRule(rule, SCHEMA, SELF);
  return result instanceof Failure ? "error" : String(result);
}

for (const [outcome, rules] of Object.entries({ true: TRUE, error: ERRORS })) {
  for (const rule of rules) programs(`${outcome}: ${rule}`, () => assert.is(outcomeOf(rule), outcome));
}

programs("false: the opposites of what is true", () => {
  for (const rule of TRUE) assert.is(outcomeOf(`!(${rule})`), "false", rule);
});

programs("a failure names its cause", () => {
  const causes = [
    ["self.none == 'x'", "no such key: none"],
    ["self.list[2] == 'a'", "index out of bounds: 2"],
    ["dyn(self.name) < 1", "no such overload: _<_ of string, int"],
    ["self.n / 0 == 1", "division by zero"],
  ] as const;
  for (const [rule, cause] of causes) assert.is((evaluateRule(rule, SCHEMA, SELF) as Failure).message, cause);
});

programs("an evaluation that costs too much ends", () => {
  const numbers = Array.from({ length: 2000 }, (_, index) => index);
  const result = evaluateRule("self.all(x, self.all(y, x + y >= 0))", schemaOfValue(numbers), numbers);
  assert.is((result as Failure).message, "the evaluation costs more than 1000000");
});

programs("a list is joined with itself", () => {
  const one = [1];
  assert.is(evaluateRule("[self + self].all(x, size(x + x) == 4 && size(x) == 2)", schemaOfValue(one), one), true);
  const doubled = `self${".map(x, [x, x]).flatten()".repeat(3)}`;
  assert.is(evaluateRule(`${doubled}.size() == 8`, schemaOfValue(one), one), true);
});

programs("lists that double again and again end the evaluation", () => {
  const rule = Array.from({ length: 40 }, () => ".map(x, x + x)").reduce(
    (source, next) => source + next,
    "[self + self]",
  );
  const result = evaluateRule(`${rule}.size() == 1`, schemaOfValue([1]), [1]);
  assert.is((result as Failure).message, "the list would have more than 1000000 items");
});

programs("a key of another type fails, and fields of the prototype do not exist", () => {
  const schema = { type: "object", properties: { m: SCHEMA.properties.map, k: SCHEMA.properties.either } };
  assert.instance(evaluateRule("!(self.k in self.m)", schema, { m: {}, k: 1 }), Failure);
  const pair = { type: "object", properties: { a: { type: "object", properties: { p: { type: "string" } } } } };
  const same = { ...pair.properties, b: pair.properties.a };
  const value = { a: { p: "x", constructor: "1" }, b: { p: "x", other: "1" } };
  assert.is(evaluateRule("dyn(self.a) == self.b", { type: "object", properties: same }, value), true);
});

programs("characters of a long string are found without reading it again", () => {
  const text = `${"a".repeat(200_000)}\u{1f600}`;
  const rule = "lists.range(20000).all(i, self.charAt(i) == 'a') && self.charAt(200000) == '\u{1f600}'";
  assert.is(evaluateRule(rule, schemaOfValue(text), text, Number.POSITIVE_INFINITY), true);
});

programs("a loop builds a long list in linear time", () => {
  const numbers = Array.from({ length: 60_000 }, (_, index) => index);
  const schema = schemaOfValue(numbers);
  const rule = "self.map(x, x).size() == 60000 && self.filter(x, x > 0)[0] == 1";
  assert.is(evaluateRule(rule, schema, numbers, Number.POSITIVE_INFINITY), true);
});

programs.run();
