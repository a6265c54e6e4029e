/** Finds rules that give the same result for every value that their schema allows. */
import type { Checked } from "../check/checked.js";
import type { DeclType } from "../types/decl-type.js";
import { Effort, Exhausted } from "./effort.js";
import { Evaluator } from "./evaluator.js";
import { Scope } from "./scope.js";
import type { Outcome } from "./value.js";
import { worlds } from "./world.js";

/** Most parts of a rule that are evaluated, in all worlds together. Without a result by then, it is unknown. */
const MOST_STEPS = 20_000;

/**
 * Returns true if a rule is true for every value of its schema, and false if it is false, or fails, for every value.
 * Returns undefined if neither is certain. `minor` is the version whose fields exist.
 */
export function constantResult(checked: Checked, self: DeclType, minor: number): boolean | undefined {
  const effort = new Effort(checked, minor, MOST_STEPS);
  // Nothing is known about `oldSelf`, which can be older than the schema.
  const variables = new Scope("self", { name: "self", kind: self.type.kind, decl: self });
  const found = new Set<boolean>();
  try {
    for (const world of worlds(Number.POSITIVE_INFINITY)) {
      const outcome: Outcome<boolean> = new Evaluator(effort, world).truth(checked.root, variables);
      found.add(outcome === true);
      if (found.size > 1) return undefined;
    }
  } catch (error) {
    if (error instanceof Exhausted) return undefined;
    throw error;
  }
  return found.has(true);
}
