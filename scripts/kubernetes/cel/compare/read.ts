import { anyEnvironment } from "../environment/environment.js";
import { type Core, partsOf } from "../syntax/core.js";
import { readExpression } from "../syntax/read.js";

/**
 * Most parts of a rule that is compared. Only nested calls of `optMap` and `optFlatMap` can have more, because each
 * contains its target twice.
 */
const MOST_PARTS = 100_000;

/** Reads a rule for comparisons. Returns undefined if it is not valid in any version of Kubernetes, or if it is too large. */
export function readRule(source: string): Core | undefined {
  const { core } = readExpression(source, anyEnvironment());
  return core && sizeOf(core, new Map()) <= MOST_PARTS ? core : undefined;
}

/** Counts each part as often as it occurs, which can be infinite as a number, although shared parts exist once. */
function sizeOf(core: Core, known: Map<Core, number>): number {
  const before = known.get(core);
  if (before !== undefined) return before;
  const size = partsOf(core).reduce((sum, part) => sum + sizeOf(part, known), 1);
  known.set(core, size);
  return size;
}
