import type { Json } from "./json.js";

/**
 * Maximum nesting of input: enough for any schema, and safe for the stack. Checks of a schema with 1800 levels overflow
 * it. The API server reads 10000 levels. Source: sigs.k8s.io/json, maxNestingDepth.
 */
export const MAX_DEPTH = 200;

/** Reports whether a value is nested more deeply than any reader of this project accepts. Does not recurse. */
export function isTooDeep(root: Json): boolean {
  let level: Json[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values<Json>(value) : []));
  }
  return false;
}
