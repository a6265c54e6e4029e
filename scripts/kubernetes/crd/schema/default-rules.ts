import { isEmbeddedResource } from "../../../core/model/schema.js";
import { type BrokenRule, brokenRules, ruleValidatorOf } from "../../validation/rules.js";
import { problem } from "../problem.js";
import type { DefaultRulesCheck } from "./defaults.js";

/**
 * Returns the check that a default follows the rules of its own schema, in an API server that is given by its minor
 * version. The API server evaluates the rules twice: for an update that does not change the default, and for a new
 * object. A rule that does not compile is reported elsewhere.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/defaulting/validation.go.
 */
export function defaultRulesCheck(server: number): DefaultRulesCheck {
  return (schema, value, place) => {
    const validator = ruleValidatorOf(schema, isEmbeddedResource(schema), server);
    if (!validator) return [];
    const updated = brokenRules(validator, value, value);
    const broken = updated.length > 0 ? updated : brokenRules(validator, value);
    return broken.map((found) => {
      const args = { tag: "default", problem: wordsOf(found), path: found.path === "" ? "" : `${found.path}: ` };
      return problem("default-unfit", args, place);
    });
  };
}

function wordsOf({ rule: { rule, message }, failure }: BrokenRule): string {
  if (failure !== undefined) return `the rule \`${rule.trim()}\` fails: ${failure}`;
  return typeof message === "string" && message !== "" ? message : `must follow the rule \`${rule.trim()}\``;
}
