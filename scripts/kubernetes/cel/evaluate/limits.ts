/** Limits of an evaluation. Source: k8s.io/apiserver, pkg/apis/cel/config.go. */
import { Failure } from "../values/value.js";

/**
 * Failure of the whole evaluation, which no operator absorbs: the API server cancels the evaluation of a rule that
 * costs too much.
 */
export class Cancelled extends Failure {}

/** Most that one expression can cost. Above it, the API server cancels the evaluation (PerCallLimit). */
export const CALL_LIMIT = 1_000_000;
/** Most that the rules of an object can cost, and that the expressions of a policy can cost (RuntimeCELCostBudget). */
export const TOTAL_LIMIT = 10_000_000;
/** Longest message that an expression can make, in bytes (MaxEvaluatedMessageExpressionSizeBytes). */
export const LONGEST_MESSAGE = 5 * 1024;

/**
 * Largest string and list that a function makes. The API server has no such limits, but reads of larger values exceed
 * the cost that it allows.
 */
export const LARGEST_STRING = 10_000_000;
export const LARGEST_LIST = 1_000_000;

/** Returns a failure if one call exceeds the cost that the API server allows for a whole evaluation. */
export function costFailure(cost: number): Cancelled | undefined {
  return cost > CALL_LIMIT ? new Cancelled("the evaluation costs too much") : undefined;
}

export function tooLong(): Cancelled {
  return new Cancelled(`the string would have more than ${LARGEST_STRING} characters`);
}

export function tooManyItems(): Cancelled {
  return new Cancelled(`the list would have more than ${LARGEST_LIST} items`);
}
