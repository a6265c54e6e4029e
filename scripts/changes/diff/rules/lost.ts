/** Searches for values that are valid before a change and break a rule after it. */
import type { Json } from "../../../core/model/json.js";
import { isEmbeddedResource, type StructuralSchema, type ValidationRule } from "../../../core/model/schema.js";
import { NEWEST_SERVER } from "../../../kubernetes/cel/environment/environment.js";
import type { Core } from "../../../kubernetes/cel/syntax/core.js";
import { withKeptFields } from "../../../kubernetes/validation/admits.js";
import { asStored } from "../../../kubernetes/validation/as-stored.js";
import { brokenRules, isComplete, type RuleValidator, ruleValidatorOf } from "../../../kubernetes/validation/rules.js";
import { validationErrors } from "../../../kubernetes/validation/validate.js";
import { candidates } from "./candidates.js";

/** Most old objects with which an update is tried. */
const MOST_OLD = 40;

/** A value that was valid, or an update that was. */
export type Lost =
  | { readonly example: Json; readonly isOfUpdate?: never }
  | { readonly example?: never; readonly isOfUpdate: true };

/** Rules that a change adds, with the expressions that decide which values are tried. */
export interface AddedRules {
  readonly rules: readonly ValidationRule[];
  readonly expressions: readonly Core[];
}

/** Returns a value that matches `before`, with its rules, and breaks an added rule of `after`, or undefined. */
export function findLost(before: StructuralSchema, after: StructuralSchema, added: AddedRules): Lost | undefined {
  if (added.expressions.length === 0) return undefined;
  const old = validatorOf(before);
  const now = validatorOf(after);
  if (!now || (old && !isComplete(old))) return undefined;
  const kept = withKeptFields(before);
  const isValid = (value: Json, oldValue?: Json) =>
    validationErrors(kept, value).length === 0 && !isBroken(old, value, oldValue);
  const isLost = (value: Json, oldValue?: Json) =>
    isBroken(now, asStored(after, value), oldValue, added.rules) && isValid(value, oldValue);
  const valid: Json[] = [];
  for (const candidate of candidates(before, added.expressions)) {
    const value = asStored(before, candidate);
    if (isLost(value)) return { example: candidate };
    if (valid.length < MOST_OLD && isValid(value)) valid.push(value);
  }
  if (!now.rules.some(({ rule, usesOldSelf }) => usesOldSelf && added.rules.includes(rule))) return undefined;
  return valid.some((oldValue) => valid.some((value) => isLost(value, oldValue))) ? { isOfUpdate: true } : undefined;
}

function validatorOf(schema: StructuralSchema): RuleValidator | undefined {
  return ruleValidatorOf(schema, isEmbeddedResource(schema), NEWEST_SERVER);
}

/** Reports whether a value breaks a rule: any rule, or one of the given ones of its own. */
function isBroken(
  validator: RuleValidator | undefined,
  value: Json,
  old: Json | undefined,
  only?: readonly ValidationRule[],
): boolean {
  if (!validator) return false;
  const broken = brokenRules(validator, { value, old });
  return only ? broken.some(({ rule, place }) => place === undefined && only.includes(rule)) : broken.length > 0;
}
