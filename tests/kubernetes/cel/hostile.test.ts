/** Rules that are made to overflow, to hang, or to use much memory. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import { costOf, wrongIn } from "../../support/compile-rule.js";

const hostile = suite("hostile rules");

const SCHEMA: StructuralSchema = {
  type: "object",
  properties: { n: { type: "integer" }, any: { "x-kubernetes-int-or-string": true } },
};

function problem(rule: string): string | undefined {
  return wrongIn(rule, SCHEMA)?.split(" | ")[0];
}

const DEEP = "it must not be nested more than 250 levels deep";

/** Largest number of levels that the API server accepts, by the form of the nesting. It was measured with the server. */
const FORMS: readonly (readonly [levels: number, rule: (levels: number) => string])[] = [
  [249, (levels) => `${"(".repeat(levels)}true${")".repeat(levels)}`],
  [249, (levels) => `${"[".repeat(levels)}1${"]".repeat(levels)}.size() == 1`],
  [249, (levels) => `${"true ? true : ".repeat(levels)}true`],
  [249, (levels) => `self.any${".a".repeat(levels)} == 1`.replace("self.any", "dyn(1)")],
  [124, (levels) => `${"1 + (".repeat(levels)}1${")".repeat(levels)} > 0`],
];

for (const [levels, rule] of FORMS) {
  hostile(`${rule(2)} has a deepest form`, () => {
    assert.is(problem(rule(levels)), undefined);
    assert.is(problem(rule(levels + 1)), DEEP);
    assert.is(problem(rule(5_000)), DEEP);
  });
}

hostile("a long chain is no deep nesting, and pairs of signs are none at all", () => {
  assert.ok(costOf(`true${" && true".repeat(12_000)}`, SCHEMA) === 0n);
  assert.ok(costOf(`${"!".repeat(90_000)}true`, SCHEMA) === 0n);
});

hostile("a rule can have 100,000 characters, however many bytes they are", () => {
  const rule = (length: number) => `true // ${"🙂".repeat(length - 8)}`;
  assert.is(problem(rule(100_000)), undefined);
  assert.is(problem(rule(100_001)), "it must be at most 100000 characters long");
  assert.is(problem(`true // ${"a".repeat(5_000_000)}`), "it must be at most 100000 characters long");
});

hostile("a macro that needs its target twice does not double the work at each level", () => {
  const chain = `optional.of(1)${".optMap(x, x + 1)".repeat(120)}.hasValue()`;
  assert.ok((costOf(chain, SCHEMA) ?? 0n) > 2n ** 60n);
});

hostile("a type that contains itself twice at each level is refused", () => {
  const open = Array.from({ length: 60 }, (_, level) => `optional.of({x${level}: x${level}}).optMap(x${level + 1}, `);
  const rule = `optional.of(1).optMap(x0, ${open.join("")}true${")".repeat(61)}.hasValue()`;
  assert.is(problem(rule), "the type of this expression is too complex");
});

hostile("numbers of very many digits are out of range", () => {
  assert.match(problem(`${"9".repeat(90_000)} == 1`) ?? "", /is too large$/);
  assert.is(problem(`int('${"9".repeat(90_000)}') == 1`)?.endsWith("is not a valid int"), true);
  assert.is(problem(`${"0".repeat(90_000)}7 == 7`), undefined);
});

hostile("a pattern that other engines take forever for is only compiled", () => {
  assert.is(problem("string(self.n).matches('^(a+)+$')"), undefined);
  assert.match(problem(`string(self.n).matches('${"(a{1000}){1000}"}')`) ?? "", /^the pattern is not valid/);
});

hostile("very many variables, items and arguments are only slow in proportion", () => {
  assert.is(problem(`[${"1, ".repeat(30_000)}1].size() > 0`), undefined);
  assert.match(problem(`size(${"1, ".repeat(30_000)}1) > 0`) ?? "", /cannot be called with/);
  assert.match(problem(`${"nothing + ".repeat(240)}1 > 0`) ?? "", /there is no variable/);
});

hostile.run();
