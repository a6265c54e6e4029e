/** Tests of the differences between API servers that do not depend on the features that rules can use. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import { costOf, wrongIn } from "../../support/compile-rule.js";
import { ROOT } from "../../support/golden.js";

const tests = suite("rules in older API servers");

/** Costs of rules, or null if they do not compile, in the last patch version of each minor version. */
interface Verdicts {
  readonly schema: StructuralSchema;
  readonly servers: readonly number[];
  readonly rules: readonly (readonly [rule: string, ...costs: (string | null)[]])[];
}

const { schema, servers, rules } = JSON.parse(
  readFileSync(join(ROOT, "tests/kubernetes/cel/older-verdicts.json"), "utf8"),
) as Verdicts;

for (const [rule, ...costs] of rules) {
  tests(rule, () => {
    const found = servers.map((server) => costOf(rule, schema, { isRoot: true, server })?.toString() ?? null);
    assert.equal(found, costs);
  });
}

tests("the message about a function names the first API server that has it", () => {
  const messageIn = (server: number) => wrongIn("self.list.last().hasValue()", schema, { isRoot: true, server });
  assert.is(messageIn(32), "`last()` requires Kubernetes 1.33 or later | last");
  assert.is(messageIn(33), undefined);
});

tests.run();
