/*
 * What the matches of HTTPRoute and GRPCRoute share.
 */

/** How a text of a request is compared with the one in a match. */
export type TextMatchType =
  /** The same text, in the same case. */
  | "Exact"
  /** Fits the expression, in the dialect of the implementation. */
  | "RegularExpression";

/** A header or parameter of a request that has to have some value. */
export interface NamedValueMatch {
  /**
   * How `value` is compared.
   *
   * @default `"Exact"`
   */
  type?: TextMatchType;
}
