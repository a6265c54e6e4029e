import { isEmbeddedResource } from "../../../core/model/schema.js";
import { pathInWords } from "../../validation/place.js";
import { type BrokenRule, type Budget, brokenRules, newBudget, ruleValidatorOf } from "../../validation/rules.js";
import { problem } from "../problem.js";
import type { DefaultRulesCheck } from "./defaults.js";

/**
 * Returns the check that the defaults of a CRD follow the rules of their own schemas, in an API server that is given by
 * its minor version. The API server evaluates the rules twice: for an update that does not change the default, and for a
 * new object. All defaults of a version have a common limit for their cost. A rule that does not compile is reported
 * elsewhere.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/defaulting/validation.go.
 */
export function defaultRulesCheck(server: number): DefaultRulesCheck {
  const budgets = new Map<string, Budget>();
  return (schema, value, place) => {
    const version = place.slice(0, 3).join(".");
    const budget = budgets.get(version) ?? newBudget();
    budgets.set(version, budget);
    const validator = ruleValidatorOf(schema, isEmbeddedResource(schema), server);
    if (!validator) return [];
    const [forUpdate, forNew] = [{ ...budget }, { ...budget }];
    const updated = brokenRules(validator, { value, old: value }, forUpdate);
    const broken = updated.length > 0 ? updated : brokenRules(validator, { value }, forNew);
    budget.left = Math.min(forUpdate.left, forNew.left);
    return broken.map((found) => {
      const path = pathInWords(found.place);
      const args = { tag: "default", problem: wordsOf(found), path: path === "" ? "" : `${path}: ` };
      return problem("default-unfit", args, place);
    });
  };
}

function wordsOf({ rule: { rule, message }, failure }: BrokenRule): string {
  if (failure !== undefined) return `the rule \`${rule.trim()}\` fails: ${failure}`;
  return typeof message === "string" && message !== "" ? message : `must follow the rule \`${rule.trim()}\``;
}
