import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { SchemaNode } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { rulesOf } from "../../core/model/schema.js";
import { walkModel } from "../../core/model/walk.js";
import { unguardedReads } from "../../kubernetes/cel/optional-reads.js";
import { parseCel } from "../../kubernetes/cel/parse.js";
import { CelSyntaxError, type Expr } from "../../kubernetes/cel/syntax.js";
import type { Check } from "./check.js";

/** Checks that rules test whether an optional field is set before they read it. */
export const optionalReadsCheck: Check = {
  name: "optional-reads",
  run: ({ model }) => {
    const nodes = new Map<SchemaNode, boolean>();
    for (const { node, version } of walkModel(model)) nodes.set(node, node === version.root);
    return [...nodes].flatMap(([node, isRoot]) => nodeProblems(node, isRoot));
  },
};

function nodeProblems(node: SchemaNode, isRoot: boolean): Diagnostic[] {
  return node.constraints
    .filter((constraint) => constraint.keyword === "x-kubernetes-validations")
    .flatMap(({ keyword, value, location }) =>
      rulesOf({ [keyword]: value }).flatMap(({ rule }) => {
        const expr = parsed(rule);
        const reads = expr ? unguardedReads(expr, node, isRoot) : [];
        return reads.map(({ text, guard }) => diagnose("rule-optional-read", { read: text, guard }, location));
      }),
    );
}

/** Returns undefined for a rule that is not valid CEL, which the check of rules reports. */
function parsed(rule: string): Expr | undefined {
  try {
    return parseCel(rule);
  } catch (error) {
    if (error instanceof CelSyntaxError) return undefined;
    throw error;
  }
}
