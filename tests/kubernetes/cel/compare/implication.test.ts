/** Tests of proofs that rules imply another rule. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { mapSubschemas, type StructuralSchema } from "../../../../scripts/core/model/schema.js";
import { follows, type Statement, statementOf } from "../../../../scripts/kubernetes/cel/compare/implication.js";
import { mentions } from "../../../../scripts/kubernetes/cel/compare/meaning.js";
import type { Core } from "../../../../scripts/kubernetes/cel/syntax/core.js";
import { object, STRING } from "../../../changes/diff/crd.js";
import { readCel } from "../../../support/read-cel.js";
import { SCHEMA } from "./older-schema.js";

const implication = suite("proofs that rules imply another one");

/** Adds fields to every object of a schema. */
function withFresh(schema: StructuralSchema): StructuralSchema {
  const inner = mapSubschemas(schema, withFresh);
  const fresh = { fresh: object({ deep: STRING }), other: STRING, kindOf: STRING, "fresh-one": STRING };
  return inner.properties ? { ...inner, properties: { ...fresh, ...inner.properties } } : inner;
}

const NEWER = withFresh(SCHEMA);

/**
 * Returns a rule that is true whether the optional fields are set or not. To prove this, both cases must be tried for
 * each field.
 */
function eitherWay(fields: number): string {
  return Array.from({ length: fields }, (_, i) => `(has(self.o${i + 1}) || !has(self.o${i + 1}))`).join(" && ");
}

function holds(rule: string): boolean {
  const statement = statementOf(readCel(rule), "unused", NEWER);
  return statement !== undefined && follows(statement, [], SCHEMA);
}

/** Rules about the values of one schema. Those that read `oldSelf` are evaluated on updates, or always with "?" in front. */
function isImplied(premises: readonly (string | Core)[], conclusion: string | Core, schema: JsonObject): boolean {
  const statement = (rule: string | Core): Statement => {
    const isOptional = typeof rule === "string" && rule.startsWith("?");
    const core = typeof rule === "string" ? readCel(rule.replace(/^\?/, "")) : rule;
    const found = statementOf(
      core,
      !mentions(core, "oldSelf") ? "unused" : isOptional ? "optional" : "required",
      schema,
    );
    assert.ok(found, String(rule));
    return found;
  };
  return follows(statement(conclusion), premises.map(statement), schema);
}

/** Rules that are true for every object that was valid before the field `fresh` and the value B existed. */
const TRUE = [
  "true",
  "!has(self.fresh)",
  "!has(self.fresh) || self.free == 'x'",
  "has(self.fresh) ? self.free == 'x' : true",
  "!(has(self.fresh) && self.free == 'x')",
  "self.free == 'x' || !has(self.fresh)",
  "self.mode != 'B'",
  "'B' != self.mode",
  "self.filled != 'B'",
  "self.mode == 'B' ? has(self.fresh) : true",
  "(self.mode == 'B') == has(self.fresh)",
  "has(self.fresh) == has(self.other)",
  "!has(self.inner.fresh)",
  "self.list.all(x, !has(x.fresh) || x.name == 'x')",
  "!self.list.exists(x, has(x.fresh))",
  "self.list.all(x, !has(x.mode) || x.mode != 'B')",
  "self.map.all(key, !has(self.fresh))",
  "!has(self.maybe) || self.maybe != 'B'",
  "has(self.maybe) ? self.maybe != 'B' : true",
  "!has(self.optional) || !has(self.optional.fresh)",
  "!(has(self.optional) && has(self.optional.fresh))",
  "!has(self.maybeList) || self.maybeList.all(x, !has(x.fresh))",
  "self.list.all(x, !has(x.tls) || !has(x.tls.fresh))",
  "self.list.all(x, !has(x.tls) || !has(x.tls.mode) || x.tls.mode != 'B')",
  "self.list.all(x, x.tls.mode != 'B' || !has(x.tls) || !has(x.tls.mode))",
  "!has(self.fresh) && !has(self.other)",
  "!has(self.maybe) || self.list.all(x, self.maybe != 'B')",
  "!has(self.loose) || self.loose.mode != 'B'",
  "!has(self.inner.kindOf)",
  "!has(self.open.mode) || self.open.mode != 'B'",
  "!has(self.fresh__dash__one)",
  "!has(self.a__dash__b) || has(self.a__dash__b)",
  "self.list.all(i, x, !has(x.fresh))",
  "!self.map.exists(key, x, has(x.fresh))",
  "self.list.all(self, .self.mode != 'B')",
  "self.list.all(x, self.list.all(x, !has(x.fresh)))",
  "self.list.all(x, !has(x.tls) || self.list.all(y, !has(x.tls.fresh)))",
  eitherWay(7),
  "1 == 1",
  `!has(self.fresh) || (${eitherWay(7)})`,
];

for (const rule of TRUE) implication(`holds: ${rule}`, () => assert.ok(holds(rule)));

/** Rules that are false or an error for some earlier object, or that are undecided. */
const NOT_TRUE = [
  "false",
  "has(self.fresh)",
  "!has(oldSelf.fresh)", // nothing is known about the old object
  "self.free == 'x'",
  "self.free != 'B'",
  "self.mode != 'A'",
  "self.mode == 'B'",
  "!has(self.maybe) || self.maybe != 'A'",
  "!has(self.fresh) && self.free == 'x'",
  "self.list.all(x, has(x.fresh))",
  "self.list.exists(x, !has(x.fresh))",
  "self.list.exists(x, x.mode != 'B')",
  "self.list.all(self, has(self.fresh))",
  "self.size() > 0",
  "self.map.all(key, key != 'B')",
  "self.free == 'x' && !has(self.fresh)",
  "self.free == 'x' ? false : true",
  "has(self.fresh) != (self.free == 'x')",
  "(self.free == 'x') != has(self.fresh)",
  "has(self.fresh) == true",
  "self.mode != self.free",
  "self.mode != 1",
  "self.?mode != 'B'",
  "all(self.list, true)",
  "self.list.all(i, x, has(x.fresh))",
  "self.list.all(x, i, !has(x.fresh))",
  "self.nulls.all(i, x, !has(x.fresh))",
  "self.list.exists_one(x, has(x.fresh))",
  "self.list.filter(x, true)",
  "self.list.all(x, !has(.x.fresh))",
  "!has(self.map.fresh)",
  "!has(self.open.fresh)",
  "!has(self.kind) && !has(self.metadata) && !has(self.apiVersion)",
  "!has(self.list[0].fresh)",
  "!has(self.__in__)",
  "!has(self.a__dash__b)",
  "!has(self.a__underscores__b) || self.free == 'x'",
  "!has(self.inner.__in__)",
];

for (const rule of NOT_TRUE) implication(`is not known to hold: ${rule}`, () => assert.not.ok(holds(rule)));

/**
 * Rules that read an omitted field. This is an error, and the API server rejects an object if its rule results in an
 * error.
 */
const ERRORS = [
  "self.maybe != 'B'",
  "!has(self.empty.fresh)",
  "!has(self.optional) || self.list.all(self, self.tls.mode != 'B')",
  "self.list.all(x, !has(x.tls) || self.list.all(x, !has(x.tls.fresh)))",
  "!has(self.fresh.deep)",
  "!has(self.optional.fresh)",
  "self.optional.mode != 'B'",
  "self.loose.mode != 'B'",
  "self.maybeList.all(x, !has(x.fresh))",
  "self.nulls.all(x, !has(x.fresh))",
  "self.fresh.all(x, true)",
  "!self.fresh.exists(x, false)",
  "self.list.all(x, x.mode != 'B')",
  "self.list.all(x, !has(x.tls.fresh))",
  "!has(self.list[0].fresh)",
  "has(self.maybe) || self.maybe != 'B'",
  "!has(self.maybe) ? self.maybe != 'B' : true",
  "self.nothing != 'B'",
];

for (const rule of ERRORS) implication(`may end in an error: ${rule}`, () => assert.not.ok(holds(rule)));

/** Tests for six optional fields of each element: all cases of all loops would be too many. */
function nestedLoops(depth: number): string {
  const tests = (name: string) => [1, 2, 3, 4, 5, 6].map((i) => `(has(${name}.o${i}) || !has(${name}.o${i}))`);
  const body = depth === 1 ? "true" : nestedLoops(depth - 1);
  return `x${depth}.list.all(x${depth - 1}, ${[...tests(`x${depth - 1}`), body].join(" && ")})`;
}

implication("gives up if there are too many cases", () => {
  const fields = Object.fromEntries([1, 2, 3, 4, 5, 6].map((i) => [`o${i}`, STRING]));
  const nested = (depth: number): JsonObject =>
    object(
      { ...fields, list: { type: "array", items: depth === 0 ? STRING : nested(depth - 1) } },
      { required: ["list"] },
    );
  const rule = (depth: number) => readCel(nestedLoops(depth).replace(`x${depth}.`, "self."));
  const isProven = (depth: number) => isImplied([], rule(depth), nested(8));
  assert.ok(isProven(1));
  assert.not.ok(isProven(8));
});

implication("gives up if earlier proofs took all steps", () => {
  const statement = statementOf(readCel(eitherWay(3)), "unused", NEWER) as Statement;
  const budget = { steps: 1_000 };
  assert.ok(follows(statement, [], SCHEMA, budget));
  assert.ok(budget.steps < 1_000, "no step was counted");
  while (budget.steps > 0) follows(statement, [], SCHEMA, budget);
  assert.not.ok(follows(statement, [], SCHEMA, budget));
  assert.is(budget.steps, 0);
});

const INTEGER = { type: "integer" };
const LIST = { type: "array", items: object({ name: STRING, port: INTEGER }, { required: ["name"] }) };
const FIELDS: JsonObject = object({
  a: STRING,
  b: STRING,
  c: STRING,
  mode: { type: "string", enum: ["A", "B", "C"] },
  n: INTEGER,
  ratio: { type: "number" },
  list: LIST,
  texts: { type: "array", items: STRING },
  others: { type: "array", items: STRING },
  map: { type: "object", additionalProperties: STRING },
  port: { "x-kubernetes-int-or-string": true },
  counts: { type: "object", additionalProperties: { type: "integer", minimum: 1 } },
  node: object({ port: INTEGER }),
  nullTexts: { type: "array", items: { ...STRING, nullable: true } },
  nulls: { type: "array", items: { ...object({ n: INTEGER }), nullable: true } },
  nullLists: { type: "array", items: { type: "array", items: INTEGER, nullable: true } },
});

/** Rules, and one that follows from them. */
const FOLLOWS: readonly (readonly [premises: readonly string[], conclusion: string])[] = [
  [["self.n <= 6553"], "self.n <= 65535"],
  [["self.mode in ['A', 'B']"], "self.mode in ['A', 'B', 'C']"],
  [["self.mode in ['A', 'B', 'C']"], 'self.mode == "A" || (self.mode == r"B") || self.mode == "\\x43"'],
  [["has(self.a)"], "has(self.a) || has(self.b)"],
  [["has(self.a) ? has(self.b) : has(self.c)"], "!has(self.a) || has(self.b)"],
  [["[has(self.a), has(self.b)].filter(x, x == true).size() <= 1"], "!(has(self.a) && has(self.b))"],
  [["!(has(self.a) && has(self.b))"], "[has(self.a), has(self.b)].filter(x, x == true).size() <= 1"],
  [["(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) == 1"], "has(self.a) != has(self.b)"],
  [["has(self.a) != has(self.b)"], "[has(self.a), has(self.b)].exists_one(x, x)"],
  [["has(self.a)"], "[has(self.a), has(self.b)].map(x, x ? 2 : 0).size() == 2"],
  [["self.n > 0 && self.n < 2"], "self.n == 1"],
  [["!has(self.n) || self.n + 1 <= 5"], "!has(self.n) || self.n + 1 <= 6"],
  [["self.a.size() <= 5"], "size(self.a) < 9"],
  [["self.a.matches('^x')"], "self.a.matches('^x') || self.a == ''"],
  [["!has(self.a) || has(self.b)", "!has(self.b) || has(self.c)"], "!has(self.a) || has(self.c)"],
  [["self.list.all(x, x.name == 'q')"], "self.list.all(y, y.name in ['q', 'r'])"],
  [["self.list.exists(x, x.name == 'q')"], "self.list.exists(y, y.name in ['q', 'r'])"],
  [["self.list.exists(x, x.name == 'q')"], "self.list.size() > 0"],
  [["self.list.all(x, x.name == 'q')", "self.list.size() > 0"], "self.list.exists(x, x.name == 'q')"],
  [["self.list.exists_one(x, x.name == 'q')"], "self.list.exists(x, x.name == 'q')"],
  [["self.list.exists(x, has(x.port) && x.port == 1)"], "self.list.exists(x, x.port == 1)"],
  [["self.list.exists_one(x, x.port == 1)"], "self.list.filter(y, y.port == 1).size() > 0"],
  [["!self.list.exists(x, x.name == 'q')"], "self.list.filter(x, x.name == 'q').size() == 0"],
  [
    ["self.list.all(x, self.list.exists_one(y, x.name == y.name))"],
    "self.list.all(x, self.list.filter(y, y.name == x.name).size() <= 1)",
  ],
  [
    ["self.list.all(x, self.list.exists_one(y, x.name == y.name))"],
    "self.list.all(x, self.list.exists_one(y, x.name == y.name && has(x.port) == has(y.port)))",
  ],
  [["self.map.all(k, k.startsWith('a'))"], "self.map.all(k, k.startsWith('a') || self.map[k] == '')"],
  [["self.texts.all(x, x in ['a'])"], "self.texts.all(x, x in ['a', 'b'])"],
  [["self.a == 'x' || oldSelf.a == 'y'"], "self.a == 'x' || oldSelf.a == 'y' || self.n == oldSelf.n"],
  [["self.n > 1"], "self.n > 0 || oldSelf.n > 0"],
  [["oldSelf.?n.orValue(self.n) == 1"], "oldSelf.?n.hasValue() || has(self.n)"],
  [["oldSelf.?node.port.hasValue()"], "has(oldSelf.node) && has(oldSelf.node.port) || oldSelf.?node.?port.hasValue()"],
  [
    ["self.texts.first().hasValue()"],
    "self.texts.first().orValue(self.a) == 'x' || self.texts.first().orValue(self.a) != 'x'",
  ],
  [["?self.n <= 10 && (!oldSelf.hasValue() || oldSelf.value().n == self.n)"], "self.n <= 11"],
  [["?oldSelf.hasValue() || self.a == 'x'", "self.n <= 10"], "self.n <= 11"],
  [["?oldSelf.hasValue() || self.n <= 10"], "?oldSelf.hasValue() || self.n <= 11"],
  [
    ["?!oldSelf.hasValue() || self.n == oldSelf.value().n"],
    "?!oldSelf.hasValue() || self.n == oldSelf.value().n || self.n == 3",
  ],
];

for (const [premises, conclusion] of FOLLOWS) {
  implication(`follows from ${premises.join(" ; ")}: ${conclusion}`, () => {
    assert.ok(isImplied(premises, conclusion, FIELDS));
  });
}

/** Rules, and one that does not follow from them. */
const NOT_FOLLOWS: readonly (readonly [premises: readonly string[], conclusion: string])[] = [
  [["self.n <= 65535"], "self.n <= 6553"],
  [["self.mode in ['A', 'B', 'C']"], "self.mode in ['A', 'B']"],
  [["has(self.a) || has(self.b)"], "has(self.a)"],
  [["self.ratio < 2.5"], "self.ratio < 1.5"],
  [["self.ratio <= 1.5"], "self.ratio < 1.5"],
  [["self.list.all(x, x.name == 'q')"], "self.list.exists(x, x.name == 'q')"],
  [["self.list.exists(x, x.name == 'q')"], "self.list.exists_one(x, x.name == 'q')"],
  [["self.list.exists(x, has(x.port) && x.port == 1)"], "self.list.filter(x, x.port == 1).size() > 0"],
  [
    ["self.list.exists(x, has(x.port) && x.port == 1)"],
    "self.list.exists_one(x, x.port == 1) || !self.list.exists_one(x, x.port == 1)",
  ],
  [["self.list.exists(x, x.name == 'q')"], "self.list.all(x, self.list.exists(y, y.name == 'q' && x.name != y.name))"],
  [["self.list.all(x, self.list.exists(y, x.name != y.name))"], "self.list.all(x, self.list.all(y, x.name != y.name))"],
  [
    ["self.list.all(x, self.list.exists_one(y, x.name == y.name && x.port == y.port))"],
    "self.list.all(x, self.list.exists_one(y, x.name == y.name))",
  ],
  [["self.list.filter(x, x.name == 'q').size() <= 2"], "self.list.filter(x, x.name == 'q').size() <= 1"],
  [
    ["has(self.texts) && has(self.others) && self.texts.size() > 0 && self.others.size() > 0"],
    "[self.texts].all(v, [self.others].all(w, v.exists(v, v == 'a') == w.exists(w, w == 'a')))",
  ],
  [["?oldSelf.hasValue() || self.n <= 10"], "self.n <= 10"],
  [["?oldSelf.hasValue() || self.n == 1"], "self.n == 1"],
  [["?oldSelf.hasValue() || self.n <= 10"], "?self.n <= 10 || has(oldSelf.value().n)"],
  [["?!oldSelf.hasValue() ? self.n > 3 : true", "self.n > 0"], "self.n > 3"],
  [["!has(self.a) || self.a == 'x'"], "self.a == 'x'"],
  [["has(self.nullLists)"], "self.nullLists.all(l, l.all(x, x == 1) || l.exists(x, x != 1))"],
  [["oldSelf.?n.orValue(self.n) == 1"], "oldSelf.n == 7 || has(self.n)"],
  [["oldSelf.?n.or(optional.of(self.n)).orValue(1) == 1"], "oldSelf.n == 7 || has(self.n)"],
  [["self.nulls[0].?n.orValue(self.n) == 1"], "has(self.n)"],
  [["self.texts.first().orValue(self.a) == 'x'"], "has(self.a)"],
  [["oldSelf.?node.port.orValue(1) > 0"], "has(oldSelf.?node.port)"],
  [["oldSelf.?map['a'].orValue('x') == 'x'"], "has(oldSelf.?map.a)"],
  [
    ["self.nullTexts.first().hasValue()"],
    "!self.nullTexts.first().value().contains('x') || self.nullTexts.first().value().contains('x')",
  ],
  [["optional.of(self.a) == optional.none() || [?self.?a] == ['x']"], "[self.?a] == [optional.of('x')]"],
  [["dyn([self.?b])[0].orValue(self.a) == 'x'"], "has(self.a)"],
  [["dyn(self.counts).all(k, k != '')"], "dyn(self.counts).all(k, k >= 1)"], // the keys
  [["has(self.node.port)"], "dyn(self.node).port < 'a' || dyn(self.node).port >= 'a'"],
  [["has(self.node.port)"], "dyn(self.node).port.contains('a') || !dyn(self.node).port.contains('a')"],
  [["has(self.node.port)"], "dyn(self.node).port.all(x, true)"],
  [["has(self.node.port)"], "size(dyn(self.node).port) >= 0"],
  [["has(self.node.port)"], "1 in dyn(self.node).port || !(1 in dyn(self.node).port)"],
  [["has(self.node.port)"], "dyn(self.node).port.?x.hasValue() || !dyn(self.node).port.?x.hasValue()"],
  [["self.port && has(self.n)"], "self.port.all(x, true)"],
  [["self.n == oldSelf.n"], "self.n > 0"],
  [["self.n > 0 || oldSelf.n > 0"], "self.n > 0"],
  [["self.a == 'x' || oldSelf.a == 'y'"], "?self.a == 'x' || !oldSelf.hasValue()"],
  [["?!oldSelf.hasValue() || self.n == oldSelf.value().n"], "self.n == oldSelf.n + 1"],
];

for (const [premises, conclusion] of NOT_FOLLOWS) {
  implication(`does not follow from ${premises.join(" ; ")}: ${conclusion}`, () => {
    assert.not.ok(isImplied(premises, conclusion, FIELDS));
  });
}

implication.run();
