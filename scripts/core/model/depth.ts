/**
 * Maximum nesting of input: enough for any schema, and safe for the stack. Checks of a schema with 1800 levels overflow
 * it. The API server reads 10000 levels. Source: sigs.k8s.io/json, maxNestingDepth.
 */
export const MAX_DEPTH = 200;
