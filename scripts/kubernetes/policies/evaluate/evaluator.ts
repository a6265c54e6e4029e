/**
 * Evaluates the expressions of a policy that have a common budget. Source: k8s.io/apiserver,
 * pkg/admission/plugin/cel, condition.go (ForInput) and activation.go (Evaluate).
 */
import { CALL_LIMIT, Cancelled } from "../../cel/evaluate/limits.js";
import type { Result } from "../../cel/evaluate/program.js";
import { Failure, reworded, Unknown, type Value } from "../../cel/values/value.js";
import type { PolicyExpression, PolicyVariable } from "../compile/policy.js";
import { VARIABLES } from "../compile/variables.js";
import { Composition } from "./composition.js";

/** Results of expressions, in their order, and the rest of the budget. */
export interface Results {
  readonly results: readonly (Result | undefined)[];
  readonly left: number;
}

/** Evaluates expressions, of which some are omitted. Returns a failure if all of them together cost too much. */
export function evaluateAll(
  expressions: readonly (PolicyExpression | undefined)[],
  variables: ReadonlyMap<string, PolicyVariable>,
  given: ReadonlyMap<string, Value>,
  budget: number,
): Results | Failure {
  const composition = new Composition(variables, given);
  const all = new Map<string, Value>([...given, [VARIABLES, composition.value]]);
  const results: (Result | undefined)[] = [];
  let left = budget;
  let isUnknown = false;
  for (const expression of expressions) {
    if (!expression) {
      results.push(undefined);
      continue;
    }
    const { result, cost } = expression.run(all, CALL_LIMIT);
    // A function that costs too much on its own is not called, so its cost is not counted.
    const own = result instanceof Cancelled ? Math.max(cost, CALL_LIMIT + 1) : cost;
    left -= own + composition.takeCost();
    isUnknown ||= result instanceof Unknown;
    if (left < 0) return isUnknown ? new Unknown(OVER_BUDGET) : new Failure(OVER_BUDGET);
    results.push(inWords(result, expression));
  }
  return { results, left };
}

const OVER_BUDGET = "the expressions cost more than their budget";

function inWords(result: Result, { source }: PolicyExpression): Result {
  if (!(result instanceof Failure)) return result;
  return reworded(result, `expression '${source}' cannot be evaluated: ${result.message}`);
}
