/** Limits of an evaluation. Source: k8s.io/apiserver, pkg/apis/cel/config.go (PerCallLimit). */
import { Failure } from "../values/value.js";

/**
 * Failure of the whole evaluation, which no operator absorbs: the API server cancels the evaluation of a rule that
 * costs too much.
 */
export class Cancelled extends Failure {}

/** Cost at which the API server cancels the evaluation of a rule. */
const COST_LIMIT = 1_000_000;

/**
 * Largest string and list that a function makes. The API server has no such limits, but reads of larger values exceed
 * the cost that it allows.
 */
export const LARGEST_STRING = 10_000_000;
export const LARGEST_LIST = 1_000_000;

/** Returns a failure if one call exceeds the cost that the API server allows for a whole evaluation. */
export function costFailure(cost: number): Cancelled | undefined {
  return cost > COST_LIMIT ? new Cancelled("the evaluation costs too much") : undefined;
}

export function tooLong(): Cancelled {
  return new Cancelled(`the string would have more than ${LARGEST_STRING} characters`);
}

export function tooManyItems(): Cancelled {
  return new Cancelled(`the list would have more than ${LARGEST_LIST} items`);
}
