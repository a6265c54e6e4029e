/*
 * Parts of matches that HTTPRoute and GRPCRoute share.
 */

/** Type of match for a string in a request. */
export type TextMatchType =
  /** Matches the exact string. Matching is case-sensitive. */
  | "Exact"
  /** Matches a regular expression. The dialect is implementation-specific. */
  | "RegularExpression";

/** Condition for the value of a header or a query parameter. */
export interface NamedValueMatch {
  /**
   * Type of match for `value`.
   *
   * @default `"Exact"`
   */
  type?: TextMatchType;
}
