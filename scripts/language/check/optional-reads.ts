import { codeRange, type PlaceInTag } from "../../core/code-place.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { SchemaNode } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { rulesOf } from "../../core/model/schema.js";
import { walkModel } from "../../core/model/walk.js";
import { unguardedReads } from "../../kubernetes/cel/optional-reads.js";
import { readExpression } from "../../kubernetes/cel/syntax/read.js";
import type { Check } from "./check.js";

/** Checks that rules test whether an optional field is set before they read it. */
export const optionalReadsCheck: Check = {
  name: "optional-reads",
  run: ({ model, placeInTag }) => {
    const nodes = new Map<SchemaNode, boolean>();
    for (const { node, version } of walkModel(model)) nodes.set(node, node === version.root);
    return [...nodes].flatMap(([node, isRoot]) => nodeProblems(node, isRoot, placeInTag));
  },
};

function nodeProblems(node: SchemaNode, isRoot: boolean, placeInTag: PlaceInTag): Diagnostic[] {
  return node.constraints
    .filter((constraint) => constraint.keyword === "x-kubernetes-validations")
    .flatMap(({ keyword, value, location }) =>
      rulesOf({ [keyword]: value }).flatMap(({ rule }) => {
        const { expr } = readExpression(rule); // the check of rules reports a rule that is not valid
        const reads = expr ? unguardedReads(expr, node, isRoot) : [];
        return reads.map(({ text, guard, span: { at, length } }) =>
          diagnose("rule-optional-read", { read: text, guard }, placeInTag(location, codeRange(rule, at, length))),
        );
      }),
    );
}
