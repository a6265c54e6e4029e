import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import { drawRules } from "../../support/arbitrary-rules.js";
import { compileRule, costOf } from "../../support/compile-rule.js";
import fc from "../../support/drawn.js";
import { ROOT } from "../../support/golden.js";

const compiled = suite("compiled rules");

/** Costs that the API server's own compiler returned, or null where it rejects the rule, in two versions. */
interface Verdicts {
  readonly schema: StructuralSchema;
  readonly rules: readonly (readonly [rule: string, in36: string | null, in28: string | null])[];
}

const VERDICTS = JSON.parse(readFileSync(join(ROOT, "tests/kubernetes/cel/verdicts.json"), "utf8")) as Verdicts;

for (const [column, minor] of [
  [1, 36],
  [2, 28],
] as const) {
  compiled(`each rule has the verdict and the cost of the API server, with the features of 1.${minor}`, () => {
    const wrong = VERDICTS.rules.filter((row) => {
      const cost = costOf(row[0], VERDICTS.schema, { isRoot: true, minor });
      return (cost === undefined ? null : String(cost)) !== row[column];
    });
    assert.equal(wrong, []);
    assert.ok(VERDICTS.rules.length > 300);
  });
}

compiled("any rule compiles or has problems inside its source, always the same", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { schema, rules } = drawRules(seed, 5);
      for (const rule of rules) {
        const { compiled: found, problems } = compileRule(rule, schema);
        const again = compileRule(rule, schema);
        assert.equal(again.problems, problems);
        assert.is(again.compiled?.cost, found?.cost);
        const length = [...rule].length;
        for (const problem of problems ?? []) {
          assert.ok(problem.offset >= 0 && problem.offset + problem.length <= length, rule);
          assert.ok(problem.message !== "");
        }
      }
    }),
    { numRuns: 300 },
  );
});

compiled("any text is a rule or has a problem", () => {
  const schema: StructuralSchema = { type: "object", properties: { a: { type: "string" } } };
  const part = fc.constantFrom(
    "self",
    ".a",
    "(",
    ")",
    "[",
    "]",
    "'x'",
    "1",
    " == ",
    " && ",
    "?",
    ":",
    "-",
    "!",
    "has",
    "{",
    "}",
    ",",
    "é",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(part).map((parts) => parts.join("")),
      ),
      (rule) => {
        const { compiled: found, problems } = compileRule(rule, schema);
        assert.is(found === undefined, problems !== undefined);
      },
    ),
    { numRuns: 1000 },
  );
});

compiled("a cost never falls when a bound is raised", () => {
  const schema = (most: number): StructuralSchema => ({
    type: "array",
    maxItems: most,
    items: { type: "string", maxLength: most },
  });
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const rule = "self.all(x, self.exists(y, x == y || x.matches('^a+$')))";
      const [less = 0n, more = 0n] = [costOf(rule, schema(low)), costOf(rule, schema(high))];
      assert.ok(less <= more);
    }),
  );
});

compiled("an undeclared variable in a function of a library, and in one that does not exist", () => {
  const schema = { type: "object", properties: { a: { type: "array", items: { type: "string" } } } };
  const problemsIn = (rule: string) => compileRule(rule, schema).problems?.map(({ message }) => message);
  assert.equal(problemsIn("sets.intersects(self.a, b)"), ["there is no variable `b`"]);
  assert.equal(problemsIn("self.a.al(x, x == 'a')"), ["there is no function `al()`"]);
});

compiled.run();
