/** Depth of the values of variables, which is not limited by the depth of any single expression. */

import { MAX_DEPTH } from "../../../core/model/depth.js";
import { isUntyped } from "../../cel/values/untyped.js";
import { isKind, type Value } from "../../cel/values/value.js";

/** Deepest value of a variable that can be compared and printed without an overflow of the stack. */
export const DEEPEST_VALUE = 400;

const known = new WeakMap<object, number>();

/**
 * Returns the number of levels in a value. The values of other variables in it are known already, so only the levels
 * that its own expression adds are followed.
 */
export function depthOf(value: Value | undefined): number {
  if (isUntyped(value)) return MAX_DEPTH;
  if (isKind(value, "optional")) return depthOf(value.value);
  if (!isKind(value, "list") && !isKind(value, "map")) return 0;
  const before = known.get(value);
  if (before !== undefined) return before;
  const parts = value.kind === "list" ? value.items : value.keys.map((key) => value.get(key));
  const depth = 1 + parts.reduce<number>((deepest, part) => Math.max(deepest, depthOf(part)), 0);
  known.set(value, depth);
  return depth;
}
