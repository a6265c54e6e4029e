/** Checks that rules have the same meaning if they differ only in layout, and that other rules do not. */

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { conjunctsOf, meaningOf, mentions } from "../../../scripts/kubernetes/cel/conjuncts.js";
import fc from "../../support/drawn.js";
import { parseCel } from "../../support/parse-cel.js";

const conjuncts = suite("conjuncts of CEL rules");

/** Returns the meanings of a rule's conjuncts, sorted and without duplicates. */
function meanings(rule: string): string[] {
  return [...new Set(conjunctsOf(parseCel(rule)).map(meaningOf))].sort();
}

const SAME: readonly (readonly [string, string])[] = [
  ["a && b", "b && a"],
  ["a && b", "(a) && ((b))"],
  ["a && (b && c)", "(c && a) && b"],
  ["a && a", "a"],
  ["a || (b || a)", "b || a"],
  ["!!a", "a"],
  ["!(a && b)", "!b || !a"],
  ["!(a || b)", "!a && !b"],
  ["!(a || !b)", "b && !a"],
  ["!(a && (b || c))", "!a || (!c && !b)"],
  ["x == (a && b)", "x == (b && a)"],
  ["f(!(a || b))", "f(!b && !a)"],
  ["self.all(x, a || b)", "self.all(x, b || a)"],
  ["self['a b'].c", 'self["a b"].c'],
  ["1 < 2", "0x1 < 0x2"],
];

for (const [one, other] of SAME)
  conjuncts(`${one} means ${other}`, () => {
    assert.equal(meanings(one), meanings(other));
  });

const DIFFERENT: readonly (readonly [string, string])[] = [
  ["a && b", "a || b"],
  ["!(a && b)", "!a && !b"],
  ["!a", "a"],
  ["a - b", "b - a"],
  ["a == b", "b == a"],
  ["1 == a", "1u == a"],
  ["1 == a", "1.0 == a"],
  ["'1' == a", "1 == a"],
  ["'a' == b'a'", "b'a' == 'a'"],
  ["null == a", "'null' == a"],
  ["a.b", "a.?b"],
  ["a[b]", "a[?b]"],
  ["a.b", "a['b']"],
  ["a.b", "b.a"],
  ["a.b()", "b.a()"],
  ["a.b(c)", "b(a, c)"],
  ["[a, b] == c", "[b, a] == c"],
  ["{a: b} == c", "{b: a} == c"],
  ["{a: b, c: d} == e", "{c: d, a: b} == e"],
  ["a ? b : c", "a ? c : b"],
  ["self.all(x, x)", "self.exists(x, x)"],
  ["'_&&_' == a", "a && a"],
  ["a.b", "c.b"],
  ["a.b", "a.c"],
  ["a[b]", "c[b]"],
  ["a[b]", "a[c]"],
  ["{a: b} == c", "{d: b} == c"],
  ["{a: b} == c", "{a: d} == c"],
  ["a.b(c)", "d.b(c)"],
  ["a.b(c)", "a.d(c)"],
  ["a.b(c)", "a.b(d)"],
  ["f(a)", "f(a, a)"],
  ["a", "b"],
  ["true", "false"],
  ["1 == a", "2 == a"],
  ["[a] == b", "a == b"],
];

for (const [one, other] of DIFFERENT)
  conjuncts(`${one} does not mean ${other}`, () => {
    assert.not.equal(meanings(one), meanings(other));
  });

const NAMES = ["a", "b", "c"];

/** Draws rules with boolean variables, which have the same meaning in JavaScript and CEL. */
const booleanRule = fc.letrec<{ rule: string }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...NAMES),
    tie("rule").map((rule) => `!(${rule})`),
    fc
      .tuple(tie("rule"), fc.constantFrom("&&", "||"), tie("rule"))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
    fc.tuple(tie("rule"), tie("rule"), tie("rule")).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
  ),
})).rule;

/** Returns the results of a rule for all values of its variables. */
function truths(rule: string): boolean[] {
  const answer = new Function(...NAMES, `return ${rule};`) as (...values: boolean[]) => boolean;
  return Array.from({ length: 2 ** NAMES.length }, (_, bits) =>
    answer(...NAMES.map((_, i) => (bits & (1 << i)) !== 0)),
  );
}

conjuncts("rules of the same meaning have the same answers", () => {
  fc.assert(
    fc.property(booleanRule, booleanRule, (one, other) => {
      if (meanings(one).join() === meanings(other).join()) assert.equal(truths(one), truths(other));
    }),
    { numRuns: 2000 },
  );
});

conjuncts("the conjuncts of a rule together answer as the rule does", () => {
  const shown = (rule: string) => conjunctsOf(parseCel(rule)).length;
  assert.is(shown("a && (b || c) && !(a || b)"), 4);
  fc.assert(
    fc.property(booleanRule, fc.constantFrom(...NAMES), (rule, name) => {
      assert.equal(meanings(`(${rule}) && ${name}`), meanings(`${name} && (${rule})`));
      assert.ok(meanings(`(${rule}) && ${name}`).includes(meaningOf(parseCel(name))));
    }),
  );
});

conjuncts("a rule mentions what it reads, wherever it stands", () => {
  for (const rule of [
    "oldSelf",
    "self.all(x, x == oldSelf.y)",
    "[oldSelf]",
    "{'a': oldSelf}",
    "a[?oldSelf]",
    "oldSelf.?a",
  ])
    assert.ok(mentions(parseCel(rule), "oldSelf"), rule);
  for (const rule of ["self.oldSelf == 1", "'oldSelf' == self", "oldSelf2"])
    assert.not.ok(mentions(parseCel(rule), "oldSelf"), rule);
});

conjuncts.run();
