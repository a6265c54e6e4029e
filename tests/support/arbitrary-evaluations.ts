/**
 * Schemas with a default and a rule, drawn with fast-check. The default is valid, so the API server evaluates the rule
 * for it. The schema has fields of all types of CEL, and the rule calls functions of all libraries.
 */

import type { Json, JsonObject } from "../../scripts/core/model/json.js";
import { compile } from "../../scripts/kubernetes/cel/compile.js";
import { environmentOf } from "../../scripts/kubernetes/cel/environment/environment.js";
import { programOf } from "../../scripts/kubernetes/cel/evaluate/program.js";
import { declTypeOf } from "../../scripts/kubernetes/cel/types/decl-type.js";
import { fromJson } from "../../scripts/kubernetes/cel/values/from-json.js";
import { list, map, object, resource, set } from "../kubernetes/crd/documents.js";
import fc from "./drawn.js";

/** Draws schemas of a field. `minor` is the minor version of the API server. */
export function evaluations(minor: number): fc.Arbitrary<JsonObject> {
  const placed = fc.record({ value: values(), place: fc.constantFrom(...PLACES) });
  return fc.oneof(
    { weight: 3, arbitrary: fc.tuple(placed, conditions()).map(([{ value, place }, rule]) => place(rule, value)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(placed, printable())
        .map(([{ value, place }, expression]) => place(statementOf(expression, value, minor), value)),
    },
  );
}

const TEXT = { type: "string", maxLength: 40 };
const MAYBE = { ...TEXT, nullable: true };
const INT = { type: "integer" };
const NUMBER = { type: "number" };
const PAIR = object({ x: TEXT, "y-z": TEXT });
const KEYED = map(object({ k: TEXT, v: INT }, { required: ["k"] }), ["k"], { maxItems: 3 });
const KEYED_TWICE = map(object({ k: TEXT, n: INT, v: MAYBE }, { required: ["k", "n"] }), ["k", "n"], { maxItems: 3 });
const PORT = { "x-kubernetes-int-or-string": true, maxLength: 10 };

/** Names that CEL escapes. CEL has no name for the last one. */
const ESCAPED = { in: TEXT, a__b: TEXT, "a.b-c/d": INT, namespace: MAYBE, "1": TEXT };

/** Fields of the object that rules are about. */
const FIELDS: JsonObject = {
  s: TEXT,
  t: TEXT,
  unset: TEXT,
  maybe: MAYBE,
  word: { type: "string", enum: ["a", "b"] },
  i: INT,
  j: { ...INT, format: "int32" },
  big: { ...INT, format: "int64" },
  n: NUMBER,
  b: { type: "boolean" },
  l: list(TEXT, { maxItems: 5 }),
  set: set(TEXT, { maxItems: 5 }),
  set2: set(TEXT, { maxItems: 5 }),
  li: list(INT, { maxItems: 5 }),
  ln: list(NUMBER, { maxItems: 5 }),
  maybes: list(MAYBE, { maxItems: 3 }),
  lists: list(list(INT, { maxItems: 3 }), { maxItems: 3 }),
  m: { type: "object", maxProperties: 5, additionalProperties: TEXT },
  mi: { type: "object", maxProperties: 5, additionalProperties: INT },
  mm: { type: "object", maxProperties: 5, additionalProperties: MAYBE },
  o: PAIR,
  o2: PAIR,
  kept: object({ x: TEXT }, { "x-kubernetes-preserve-unknown-fields": true }),
  pod: resource(object({ spec: PAIR })),
  ml: KEYED,
  ml2: KEYED,
  mk: KEYED_TWICE,
  mk2: KEYED_TWICE,
  dt: { type: "string", format: "date-time" },
  d: { type: "string", format: "date" },
  du: { type: "string", format: "duration" },
  by: { type: "string", format: "byte" },
  port: PORT,
  ports: list(PORT, { maxItems: 3 }),
  esc: object(ESCAPED),
};

const OBJECT = object(FIELDS);

const TEXTS = [
  ...["", "a", "ab", "A-b", "1", "-5", "1.5", "1e3", "true", "t", " x ", "a,b,c", "é😀z", "%s", "\n\t'\"\\"],
  ...["1h30m", "2020-02-29T12:00:00Z", "2021-12-31", "10.0.0.1", "::1", "::FFFF", "10.0.0.0/8", "10.1.2.3/8"],
  ...["fe80::/10", "1.2.3", "v1.2.3-rc.1", "100m", "1.5Gi", "-1e3", "https://a.b:80/p?x=1&x=2&y", "/p", "(a", "^a+$"],
  ...["a.b.c", "x/y", "0", "1_000", "0x1F", "Inf", "NaN", "9223372036854775808", "Europe/Berlin"],
];

/** Draws values that follow the schema. */
function values(): fc.Arbitrary<JsonObject> {
  const text = fc.constantFrom(...TEXTS);
  const maybe = fc.option(text, { freq: 2 });
  const int = fc.constantFrom(0, 1, 2, 3, -1, 100, 1_600_000_000, 2 ** 31, 2 ** 53, -(2 ** 53));
  const number = fc.constantFrom(0, 1.5, 2, -1, 0.1, 1e20, 1e-7, 123456789.125, 5e-324);
  const key = fc.constantFrom("a", "b", "1", "", "é", "__proto__", "constructor");
  const few = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { maxLength: 3 });
  const distinct = <Item>(item: fc.Arbitrary<Item>, selector: (item: Item) => unknown = (own) => own) =>
    fc.uniqueArray(item, { maxLength: 3, selector });
  const mapOf = (item: fc.Arbitrary<Json>) =>
    fc.array(fc.tuple(key, item), { maxLength: 3 }).map((entries) => Object.fromEntries(entries));
  const pair = fc.record({ x: text, "y-z": text }, { requiredKeys: [] });
  const name = fc.constantFrom("a", "b", "c");
  const keyed = distinct(fc.record({ k: name, v: fc.constantFrom(0, 1, 2) }, { requiredKeys: ["k"] }), ({ k }) => k);
  const keyedTwice = distinct(
    fc.record({ k: name, n: fc.constantFrom(0, 1), v: maybe }, { requiredKeys: ["k", "n"] }),
    ({ k, n }) => `${k} ${n}`,
  );
  const port = fc.constantFrom<Json>(1, 0, "50%", "1", "");
  const fields: Record<string, fc.Arbitrary<Json>> = {
    s: text,
    t: text,
    maybe,
    word: fc.constantFrom("a", "b"),
    i: int,
    j: fc.constantFrom(0, 1, 2, -2),
    big: fc.constantFrom(2 ** 53, 2 ** 53 - 1, -(2 ** 53), 2 ** 52, 7),
    n: number,
    b: fc.boolean(),
    l: few(text),
    set: distinct(text),
    set2: distinct(text),
    li: few(int),
    ln: few(number),
    maybes: few(maybe),
    lists: few(few(fc.constantFrom(0, 1, 2))),
    m: mapOf(text),
    mi: mapOf(int),
    mm: mapOf(maybe),
    ml: keyed,
    ml2: keyed,
    mk: keyedTwice,
    mk2: keyedTwice,
    dt: fc.constantFrom("2020-02-29T12:30:45.5Z", "2021-01-01T00:00:00+02:00", "1999-12-31T23:59:59.123456789-11:30"),
    d: fc.constantFrom("2020-02-29", "2021-06-01"),
    du: fc.constantFrom("1h30m", "90m", "5s", "1.5s", "-2h", "1ms"),
    by: fc.constantFrom("YQ==", "YWI=", "YWJj", "/w=="),
    port,
    ports: few(port),
  };
  const others: Record<string, fc.Arbitrary<Json>> = {
    o: pair,
    o2: pair,
    kept: fc.record({ x: text, more: fc.constantFrom<Json>(1, "a", null, [1]) }, { requiredKeys: [] }),
    pod: fc.record({
      apiVersion: fc.constant("v1"),
      kind: fc.constantFrom("A", "B"),
      metadata: fc.record({ name, generateName: name }, { requiredKeys: ["name"] }),
      spec: pair,
    }),
    esc: fc.record({ in: text, a__b: text, "a.b-c/d": int, namespace: maybe, "1": text }, { requiredKeys: ["in"] }),
    unset: text,
  };
  const usual = fc.record({ ...fields, ...others }, { requiredKeys: Object.keys(fields) });
  const sparse = fc.record({ ...fields, ...others }, { requiredKeys: [] });
  return fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: sparse }) as fc.Arbitrary<JsonObject>;
}

const RULES = "x-kubernetes-validations";

type Place = (rule: JsonObject, value: JsonObject) => JsonObject;

/** Places of a rule in a schema with a default. */
const PLACES: readonly Place[] = [
  (rule, value) => ({ ...ruled(rule), default: value }),
  (rule, value) => ({ ...ruled(rule), default: value }),
  (rule, value) => list(ruled(rule), { maxItems: 2, default: [value] }),
  (rule, value) => ({ type: "object", maxProperties: 2, additionalProperties: ruled(rule), default: { key: value } }),
  (rule, value) => object({ "in-ner": ruled(rule) }, { default: { "in-ner": value } }),
  (rule, value) =>
    map({ ...ruled(rule), required: ["word"] }, ["word"], { maxItems: 2, default: [{ ...value, word: "a" }] }),
];

function ruled(rule: JsonObject): JsonObject {
  return { ...OBJECT, [RULES]: [rule] };
}

/** Draws rules with a condition that the default can follow or not. Some compare it with the object before an update. */
function conditions(): fc.Arbitrary<JsonObject> {
  const condition = expressions("bool");
  const old = fc.tuple(condition, fc.constantFrom(" && ", " || ", " == "), condition);
  return fc.oneof(
    { weight: 5, arbitrary: condition.map((rule) => ({ rule })) },
    { weight: 1, arbitrary: condition.map((rule) => ({ rule: `[${rule}].all(x, x || !x)` })) },
    {
      weight: 1,
      arbitrary: old.map(([own, operator, before]) => ({
        rule: `(${own})${operator}(${before.replaceAll("self", "oldSelf")})`,
      })),
    },
    {
      weight: 1,
      arbitrary: old.map(([own, operator, before]) => ({
        rule: `(${own})${operator}(oldSelf.hasValue() ? ${before.replaceAll("self", "oldSelf.value()")} : ${own})`,
        optionalOldSelf: true,
      })),
    },
  );
}

/** Types whose values `format` can print. */
const PRINTABLE = [
  ...["bool", "int", "uint", "double", "string", "bytes", "duration", "timestamp", "type"],
  ...["strings", "ints", "doubles", "map", "intMap", "dyn"],
] as const satisfies readonly Part[];

/** Draws expressions of all types, as strings. */
function printable(): fc.Arbitrary<string> {
  return fc.oneof(...PRINTABLE.map(expressions)).map((expression) => `'%s'.format([${expression}])`);
}

/**
 * Returns the rule that an expression has the value that the evaluator of the project computes. If the evaluation fails,
 * every rule with the expression is broken.
 */
function statementOf(expression: string, value: JsonObject, minor: number): JsonObject {
  const printed = printedBy(expression, value, minor);
  return { rule: printed === undefined ? `${expression} != 'a'` : `${expression} == ${JSON.stringify(printed)}` };
}

function printedBy(source: string, value: JsonObject, minor: number): string | undefined {
  const self = declTypeOf(OBJECT, false, minor);
  if (!self) throw new Error("the schema has no type");
  const expression = { source, self, use: "messageExpression", optionalOldSelf: false } as const;
  const { compiled } = compile(expression, environmentOf(minor, minor - 1));
  if (!compiled) return undefined;
  const { result } = programOf(compiled.checked)(new Map([["self", fromJson(value, self)]]), 1_000_000);
  return typeof result === "string" ? result : undefined;
}

type Part = keyof typeof GRAMMAR;

function expressions(part: Part): fc.Arbitrary<string> {
  return LANGUAGE[part];
}

/**
 * Expressions by type, and parts of them: `$` and a name is an expression of this name. The expressions without such
 * parts are first: they end the recursion. The names `item…` are conditions of macros about their variable `x`.
 */
const GRAMMAR = {
  bool: [
    ...["self.b", "true", "has(self.unset)", "has(self.o)", "has(self.o.x)", "has(self.maybe)", "self.i > 0"],
    ...["self.s == self.t", "has(self.kept.x)", "has(self.esc.__namespace__)", "self.?esc.__in__.hasValue()"],
    ...["self == self", "self.l.size() > 1", "has(self.pod.spec)", "has(self.b)"],
    "$string $compared $string",
    "$int $compared $int",
    "$uint $compared $uint",
    "$double $compared $double",
    "$int $compared $double",
    "$double $compared $uint",
    "$timestamp $compared $timestamp",
    "$duration $compared $duration",
    "$bytes $compared $bytes",
    "($bool) $compared ($bool)",
    "($bool && $bool)",
    "($bool || $bool)",
    "!($bool)",
    "($bool ? $bool : $bool)",
    "$string in $strings",
    "$int in $ints",
    "$string in $map",
    "$double in $ints",
    "dyn($dyn) in [1, 'a', 2.0, true]",
    "$strings == $strings",
    "$strings != $strings",
    "$ints == $ints",
    "$doubles == $ints",
    "$map == $map",
    "$map == $intMap",
    "$dyn == $dyn",
    "$dyn == $int",
    "$type == $type",
    "$object == $object",
    "$keyed == $keyed",
    "$keyedTwice == $keyedTwice",
    "$strings.$quantified(x, $itemString)",
    "$strings.$quantified(i, x, i > 0 && $itemString)",
    "$ints.$quantified(x, $itemInt)",
    "$map.$quantified(k, v, k < v || v == $string)",
    "$map.$quantified(x, $itemString)",
    "$keyed.$quantified(x, $itemObject)",
    "self.mk.$quantified(x, has(x.v) && x.v != $string)",
    "self.maybes.$quantified(x, x == null || x != $string)",
    "self.mm.$quantified(k, v, v != null && v != $string)",
    "self.ports.$quantified(x, type(x) == int ? x > $int : x != $string)",
    "$string.startsWith($string)",
    "$string.endsWith($string)",
    "$string.contains($string)",
    "$string.matches($pattern)",
    "isIP($ipText)",
    "ip.isCanonical($ipText)",
    "ip($ipText).$ipTest()",
    "ip($ipText) == ip($ipText)",
    "isCIDR($cidrText)",
    "cidr($cidrText).containsIP($ipText)",
    "cidr($cidrText).containsIP(ip($ipText))",
    "cidr($cidrText).containsCIDR($cidrText)",
    "cidr($cidrText).masked() == cidr($cidrText)",
    "isURL($urlText)",
    "url($urlText) == url($urlText)",
    "isQuantity($quantityText)",
    "$quantity.isInteger()",
    "$quantity.isLessThan($quantity)",
    "$quantity.isGreaterThan($quantity)",
    "$quantity == $quantity",
    "isSemver($semverText)",
    "isSemver($semverText, $bool)",
    "$semver.isLessThan($semver)",
    "$semver == $semver",
    "$format.validate($string).hasValue()",
    "sets.contains($strings, $strings)",
    "sets.equivalent($ints, $ints)",
    "sets.intersects($strings, $strings)",
    "$strings.isSorted()",
    "$ints.isSorted()",
    "bool($boolText)",
    "$optionalString.hasValue()",
    "$optionalInt == $optionalInt",
    "self.port $compared $int",
    "self.port $compared $string",
    "cel.bind(y, $int, y * y $compared y)",
  ],
  int: [
    ...["0", "1", "2", "-1", "10", "self.i", "self.j", "self.big", "size(self.l)", "9223372036854775807", "0x1F"],
    ...["self.li[0]", "self.esc.a__dot__b__dash__c__slash__d", "self.ml[0].v", "-9223372036854775808"],
    "($int + $int)",
    "($int - $int)",
    "($int * $int)",
    "($int / $int)",
    "($int % $int)",
    "-($int)",
    "($bool ? $int : $int)",
    "size($string)",
    "size($bytes)",
    "$strings.size()",
    "$map.size()",
    "size($object.x)",
    "int($intText)",
    "int($double)",
    "int($uint)",
    "int($timestamp)",
    "$ints.$summary()",
    "$ints[$int]",
    "$ints.indexOf($int)",
    "$strings.lastIndexOf($string)",
    "$intMap[$string]",
    "$string.indexOf($string)",
    "$string.indexOf($string, $int)",
    "$string.lastIndexOf($string)",
    "$string.lastIndexOf($string, $int)",
    "$timestamp.$timePart()",
    "$timestamp.$timePart($zone)",
    "$duration.$durationPart()",
    "$quantity.asInteger()",
    "$quantity.sign()",
    "$quantity.compareTo($quantity)",
    "$semver.$semverPart()",
    "$semver.compareTo($semver)",
    "ip($ipText).family()",
    "cidr($cidrText).prefixLength()",
    "$optionalInt.orValue($int)",
    "$optionalInt.value()",
    "$keyed.filter(x, $itemObject).size()",
    "$keyed.map(x, x.?v.orValue(3)).$summary()",
    "cel.bind(y, $int, y + y)",
  ],
  uint: [
    ...["0u", "1u", "3u", "18446744073709551615u", "0x10u"],
    "($uint + $uint)",
    "($uint - $uint)",
    "($uint * $uint)",
    "($uint / $uint)",
    "($uint % $uint)",
    "uint($int)",
    "uint($double)",
    "uint($intText)",
    "$ints.map(x, uint(x)).$summary()",
  ],
  double: [
    ...["self.n", "1.5", "0.0", "-2.0", "1e300", ".5", "self.ln[0]"],
    "($double + $double)",
    "($double - $double)",
    "($double * $double)",
    "($double / $double)",
    "-($double)",
    "double($int)",
    "double($uint)",
    "double($doubleText)",
    "$doubles.$summary()",
    "$quantity.asApproximateFloat()",
  ],
  string: [
    ...["self.s", "self.t", "self.unset", "self.maybe", "self.word", "self.o.x", "self.o.y__dash__z", "self.s"],
    ...["self.l[0]", "self.m['a']", "self.m.a", "self.esc.__in__", "self.esc.a__underscores__b", "self.mk[0].v"],
    ...["self.esc.__namespace__", "self.esc.in", "self.pod.kind", "self.pod.metadata.name", "self.kept.x"],
    ...["r'\\d'", "'\\u00e9'", "'''x'y'''"],
    "$text",
    "($string + $string)",
    "($bool ? $string : $string)",
    "$string.$stringChange()",
    "$string.replace($string, $string)",
    "$string.replace($string, $string, $int)",
    "$string.substring($int)",
    "$string.substring($int, $int)",
    "$string.charAt($int)",
    "$string.find($pattern)",
    "strings.quote($string)",
    "$strings.join()",
    "$strings.join($string)",
    "$strings[$int]",
    "$strings.$extreme()",
    "$map[$string]",
    "$optionalString.orValue($string)",
    "$optionalString.value()",
    "string($int)",
    "string($uint)",
    "string($double)",
    "string($bool)",
    "string($bytes)",
    "string($timestamp)",
    "string($duration)",
    "string(ip($ipText))",
    "string(cidr($cidrText))",
    "string(cidr($cidrText).ip())",
    "url($urlText).$urlPart()",
    "'%s %d'.format([$string, $int])",
    "'%b %x %o'.format([$int, $int, $uint])",
    "'%X %x %b'.format([$string, $bytes, $bool])",
    "'%.2f %e %%'.format([$double, $double])",
    "'%s'.format([$dyn])",
    "'%s %s'.format([$strings, $map])",
    "$format.validate($string).orValue(['none']).join(' ')",
    "cel.bind(y, $string, y + y)",
  ],
  bytes: [
    ...["self.by", "b'a\\xff'", "b'é'"],
    "bytes($string)",
    "($bytes + $bytes)",
    "($bool ? $bytes : $bytes)",
    "[$bytes, $bytes].$extreme()",
  ],
  duration: [
    ...["self.du", "duration('90m')", "duration('-1.5h')", "duration('9223372036.9s')"],
    "duration($durationText)",
    "($duration + $duration)",
    "($duration - $duration)",
    "($timestamp - $timestamp)",
    "[$duration, $duration].$summary()",
  ],
  timestamp: [
    ...["self.dt", "self.d", "timestamp('2021-06-01T00:00:00Z')", "timestamp('9999-12-31T23:59:59+01:00')"],
    "timestamp($timeText)",
    "timestamp($int)",
    "($timestamp + $duration)",
    "($duration + $timestamp)",
    "($timestamp - $duration)",
    "[$timestamp, $timestamp].$extreme()",
  ],
  type: [
    ...["int", "string", "type(self.port)", "type(self.dt)", "type(self.l)", "type(self.m)", "type(null)"],
    "type($dyn)",
    "type($double)",
    "type($optionalInt)",
    "type($quantity)",
  ],
  dyn: [
    ...["self.port", "self.ports[0]", "dyn(1)", "dyn('a')", "dyn(null)", "dyn(self.l)", "dyn(self.mm)"],
    ...["dyn(self.maybes)", "self.maybes[0]", "dyn([1, 'a', 2.5])", "dyn({'a': 1, 'b': [true]})", "dyn(self.lists)"],
    "dyn($string)",
    "dyn($double)",
    "dyn($uint)",
    "dyn($duration)",
    "dyn($timestamp)",
    "dyn($bytes)",
    "[dyn($string), dyn($int)][$int]",
    "($bool ? dyn($int) : dyn($string))",
    "{1: $string, 'a': $int, true: $double}",
    "[[$int], [$string]].flatten()",
  ],
  strings: [
    ...["self.l", "self.set", "self.set2", "['a', 'b', 'a']", "[]", "self.maybes.filter(x, x != null)"],
    "[$string, $string]",
    "[?$optionalString, $string]",
    "($strings + $strings)",
    "(self.set + $strings)",
    "$string.split($string)",
    "$string.split($string, $int)",
    "$string.findAll($pattern)",
    "$string.findAll($pattern, $int)",
    "$strings.map(x, x + $string)",
    "$strings.map(x, $itemString, x.upperAscii())",
    "$strings.filter(x, $itemString)",
    "$strings.$listChange()",
    "$strings.sort()",
    "$strings.sortBy(x, x.size())",
    "$strings.sortBy(x, -x.size())",
    "$strings.slice($int, $int)",
    "[$strings, $strings].flatten()",
    "$map.map(k, k).sort()",
    "$map.transformList(k, v, k + v).sort()",
    "$strings.transformList(i, v, i > 0, v)",
    "[$optionalString, $optionalString].unwrapOpt()",
    "url($urlText).getQuery().map(k, k).sort()",
    "$keyed.map(x, x.k)",
    "$keyed.sortBy(x, x.k).map(x, x.k)",
  ],
  ints: [
    ...["self.li", "[3, 1, 2]", "[]", "self.lists[0]", "self.lists.flatten()", "lists.range(4)"],
    "[$int, $int]",
    "[?$optionalInt]",
    "($ints + $ints)",
    "$ints.map(x, x * $int)",
    "$ints.filter(x, $itemInt)",
    "$ints.$listChange()",
    "$ints.sort()",
    "$ints.sortBy(x, -x)",
    "$ints.slice($int, $int)",
    "lists.range($int % 9)",
    "$strings.map(x, size(x))",
    "$strings.map(x, int(x))",
    "$intMap.transformList(k, v, v).sort()",
    "self.mk.map(x, x.n)",
  ],
  doubles: [
    ...["self.ln", "[1.0, 2.5]", "[0.1, 0.2, 0.3]"],
    "[$double, $double]",
    "$doubles.sort()",
    "$doubles.$listChange()",
    "$ints.map(x, double(x))",
  ],
  map: [
    ...["self.m", "{'a': 'b'}", "{}"],
    "{'k': $string, 'a': $string}",
    "{$string: $string}",
    "{?'a': $optionalString}",
    "$map.transformMap(k, v, v + k)",
    "$map.transformMap(k, v, k != $string, v)",
    "$map.transformMapEntry(k, v, {v: k})",
    "$intMap.transformMap(k, v, string(v))",
  ],
  intMap: [
    ...["self.mi", "{'a': 1, '': 2}"],
    "{'k': $int, $string: $int}",
    "$map.transformMap(k, v, v.size())",
    "$strings.transformMapEntry(i, v, {v: i})",
  ],
  object: [
    ...["self.o", "self.o2", "self.pod.spec", "[self.o, self.o2][1]", "[self.o][0]"],
    "($bool ? $object : $object)",
    "optional.of($object).orValue(self.o)",
  ],
  keyed: [
    ...["self.ml", "self.ml2", "(self.ml + self.ml2)"],
    "($keyed + $keyed)",
    "$keyed.filter(x, $itemObject)",
    "$keyed.reverse()",
  ],
  keyedTwice: [
    ...["self.mk", "self.mk2", "(self.mk + self.mk2)"],
    "($keyedTwice + $keyedTwice)",
    "$keyedTwice.filter(x, has(x.v))",
    "$keyedTwice.reverse()",
  ],
  quantity: [
    ...["quantity('1')", "quantity('1.5Gi')", "quantity('-100m')"],
    "quantity($quantityText)",
    "$quantity.add($quantity)",
    "$quantity.sub($quantity)",
    "$quantity.add($int)",
    "$quantity.sub($int)",
  ],
  semver: ["semver('1.2.3')", "semver('1.10.0-rc.1')", "semver($semverText)", "semver($semverText, $bool)"],
  optionalString: [
    ...["self.?s", "self.?unset", "self.?o.x", "self.o.?x", "self.m[?'a']", "self.l[?0]", "self.?m['a']"],
    ...["self.?esc.__in__", "self.?maybe", "self.?ml[?0].k", "optional.none()", "self.?mk[?0].?v", "self.mm[?'a']"],
    "optional.of($string)",
    "optional.ofNonZeroValue($string)",
    "$map[?$string]",
    "$strings[?$int]",
    "$strings.first()",
    "$strings.last()",
    "$optionalString.or($optionalString)",
    "$optionalString.optMap(y, y + $string)",
    "$optionalString.optFlatMap(y, y == $string ? optional.none() : optional.of(y))",
    "url($urlText).getQuery()[?'x'].optMap(y, y.join())",
  ],
  optionalInt: [
    ...["self.?i", "self.li[?1]", "self.mi[?'a']", "self.?ml[?0].v", "self.?lists[?0][?1]", "optional.none()"],
    "optional.of($int)",
    "optional.ofNonZeroValue($int)",
    "$ints[?$int]",
    "$ints.last()",
    "$optionalString.optMap(y, y.size())",
    "$optionalInt.or($optionalInt)",
  ],
  itemString: [
    ...["x != ''", "x.startsWith('a')", "int(x) > 0", "x in self.set", "x.matches('^[a-c]+$')", "x > self.s"],
    "x $compared $string",
    "x in $strings",
  ],
  itemInt: [...["x > 0", "x % 2 == 0", "1 / x > 0", "x in self.li"], "x $compared $int", "x == $double"],
  itemObject: [...["has(x.v)", "x.v > 0", "x.k == 'a'", "x in self.ml2"], "x.?v.orValue(5) $compared $int"],
  format: [
    ...["dns1123Label", "dns1123Subdomain", "dns1035Label", "dns1123LabelPrefix", "qualifiedName", "labelValue"].map(
      (name) => `format.${name}()`,
    ),
    ...["uri()", "uuid()", "byte()", "date()", "datetime()"].map((name) => `format.${name}`),
    "format.named('uuid').value()",
  ],
  text: TEXTS.map((text) => JSON.stringify(text)),
  pattern: [...["'a'", "'^[a-c]+$'", "'[0-9]+'", "'(?i)A|b'", "''", "'.'", "'\\\\p{L}*?'", "'(a)|(b)'"], "$string"],
  boolText: [...["'true'", "'F'", "'1'", "'tRUE'"], "$string"],
  intText: [...["'-5'", "'12'", "'+1'", "'9223372036854775807'"], "$string"],
  doubleText: [...["'1.5'", "'-1e3'", "'Inf'", "'1e-400'", "'0x1p-2'"], "$string"],
  ipText: [...["'10.0.0.1'", "'::1'", "'fe80::1'", "'127.0.0.1'", "'224.0.0.1'", "'0:0::1'"], "$string"],
  cidrText: [...["'10.0.0.0/8'", "'10.1.2.3/16'", "'fe80::/10'", "'::/0'", "'1.2.3.4/32'"], "$string"],
  urlText: [...["'https://u:p@[::1]:80/a%20b?x=1&x=2#f'", "'http://a.b'", "'/p?y=%41'", "'a:b'"], "$string"],
  quantityText: [...["'1'", "'100m'", "'1.5Gi'", "'-2k'", "'1e3'", "'9223372036854775807'", "'0.1n'"], "$string"],
  semverText: [...["'1.2.3'", "'1.2.3-rc.1'", "'v2.0'", "'01.1.1'", "'1.2.3+b'"], "$string"],
  durationText: [...["'1h30m'", "'-1.5s'", "'10ms'", "'3us'", "'1d'"], "$string"],
  timeText: [...["'2020-02-29T12:00:00Z'", "'1970-01-01T00:00:00.5+05:30'", "'2021-01-01'"], "$string"],
  zone: [...["'UTC'", "'+02:00'", "'-11:30'", "'Europe/Berlin'", "'America/New_York'", "'02:00'", "''"], "$string"],
  compared: ["==", "!=", "<", "<=", ">", ">="],
  quantified: ["all", "exists", "exists_one"],
  summary: ["sum", "max", "min"],
  extreme: ["max", "min"],
  listChange: ["reverse", "distinct"],
  stringChange: ["lowerAscii", "upperAscii", "trim", "reverse"],
  ipTest: ["isLoopback", "isUnspecified", "isLinkLocalMulticast", "isLinkLocalUnicast", "isGlobalUnicast"],
  urlPart: ["getScheme", "getHost", "getHostname", "getPort", "getEscapedPath"],
  semverPart: ["major", "minor", "patch"],
  timePart: [
    ...["getFullYear", "getMonth", "getDate", "getDayOfMonth", "getDayOfWeek", "getDayOfYear"],
    ...["getHours", "getMinutes", "getSeconds", "getMilliseconds"],
  ],
  durationPart: ["getHours", "getMinutes", "getSeconds", "getMilliseconds"],
};

const PART = /\$(\w+)/;

const LANGUAGE = fc.letrec<Record<Part, string>>(
  (tie) =>
    Object.fromEntries(
      Object.entries(GRAMMAR).map(([part, alternatives]) => [part, drawn(alternatives, tie)]),
    ) as Record<Part, fc.Arbitrary<string>>,
);

/** Draws one of the alternatives. Those without parts are the only ones at the end of the recursion. */
function drawn(alternatives: readonly string[], tie: (part: Part) => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const ends = alternatives.filter((alternative) => !PART.test(alternative));
  const forms = alternatives.filter((alternative) => PART.test(alternative));
  const end = fc.constantFrom(...ends);
  if (forms.length === 0) return end;
  return fc.oneof(
    { maxDepth: 2, depthSize: "max", depthIdentifier: "expression", withCrossShrink: true },
    { weight: Math.ceil(forms.length / 4), arbitrary: end },
    ...forms.map((form) => ({ weight: 1, arbitrary: filled(form, tie) })),
  );
}

function filled(form: string, tie: (part: Part) => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const parts = form.split(PART).map((part, index) => (index % 2 ? tie(part as Part) : fc.constant(part)));
  return fc.tuple(...parts).map((all) => all.join(""));
}
