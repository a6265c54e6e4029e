/** Limits of costs. Source: k8s.io/apiserver, pkg/apis/cel/config.go. */

/** Most that one expression can cost. */
export const CALL_LIMIT = 1_000_000;
/** Most that the validations of a policy with their messages can cost, and that its audit annotations can cost. */
export const POLICY_LIMIT = 10_000_000;
/** Most that all match conditions of a policy can cost. */
export const CONDITIONS_LIMIT = 2_500_000;
/** Longest message that an expression can make, in bytes. */
export const LONGEST_MESSAGE = 5 * 1024;
