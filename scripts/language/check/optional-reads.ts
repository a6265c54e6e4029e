import { type PlaceInTag, rangesIn } from "../../core/code-place.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { Remembered } from "../../core/remembered.js";
import { anyEnvironment } from "../../kubernetes/cel/environment/environment.js";
import { unguardedReads } from "../../kubernetes/cel/worlds/optional-reads.js";
import type { Check } from "./check.js";
import { findInRules, type TypedRule, typedRules, typesIn } from "./typed-rules.js";

/**
 * Checks that rules test whether an optional field is set before they read it. A default in one channel counts for
 * both: a missed problem is better than a false one.
 */
export const optionalReadsCheck: Check = {
  name: "optional-reads",
  run: ({ model, schemaOf, placeInTag }) =>
    findInRules(typedRules(model, schemaOf), "none", FOUND, (rule) => ruleProblems(rule, placeInTag)),
};

const FOUND = new Remembered<readonly Diagnostic[]>();

/** Returns no problems for a rule that is not valid: that is another problem. */
function ruleProblems(typed: TypedRule, placeInTag: PlaceInTag): Diagnostic[] {
  const {
    rule: { rule, optionalOldSelf },
    self,
    location,
  } = typed;
  const checked = typesIn(typed, "rule")?.checked;
  if (!self || !checked) return [];
  const expression = { source: rule, self, optionalOldSelf: optionalOldSelf === true, checked };
  const reads = unguardedReads(expression, anyEnvironment().minor);
  const rangeOf = rangesIn(rule);
  return reads.map(({ text, guard, span: { at, length } }) =>
    diagnose("rule-optional-read", { read: text, guard }, placeInTag(location, rangeOf(at, length))),
  );
}
