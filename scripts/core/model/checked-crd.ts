import type { Channel } from "./channel.js";

/** Result of the check of one CRD: whether the API server accepts it, its sizes, and the costs of its validation rules. */
export interface CheckedCrd {
  readonly name: string;
  /** Set for CRDs that the project builds. */
  readonly channel?: Channel;
  /** Set for CRDs from files. */
  readonly file?: string;
  /** True if the API server accepts the CRD, even if there are warnings about it. */
  readonly isAccepted: boolean;
  /** True if there are errors for which the API server does not reject the CRD, such as bounds that no value can meet. */
  readonly hasOtherErrors: boolean;
  readonly sizes: CrdSizes;
  readonly versions: readonly VersionCost[];
}

/** Sizes of a CRD in bytes, with their limits. */
export interface CrdSizes {
  /** All annotations after a client-side `kubectl apply`. */
  readonly annotations: number;
  readonly annotationsLimit: number;
  /** The CRD as the API server stores it. */
  readonly stored: number;
  readonly storedLimit: number;
}

/** Estimated cost of all validation rules of an API version, in units of the API server: an unsigned 64-bit integer. */
export interface VersionCost {
  readonly version: string;
  readonly cost: bigint;
  readonly limit: number;
  /** The expressions of the rules, in the order of the schema. Expressions that do not compile are omitted. */
  readonly rules: readonly RuleCost[];
}

export interface RuleCost {
  /** Path of the field with the rule, such as `.spec.rules[]`. Empty for the root. */
  readonly path: string;
  /** The part of the rule that contains the expression. */
  readonly part: "rule" | "messageExpression";
  readonly expression: string;
  /** Estimated cost of all evaluations for one object. */
  readonly cost: bigint;
  readonly limit: number;
  /** Maximum number of evaluations for one object. */
  readonly evaluations: bigint;
  /** The missing bound that contributes most to the cost. */
  readonly missing?: MissingLimit;
}

/** Keyword that would limit the size of a list, a map, or a string. */
export interface MissingLimit {
  readonly keyword: "maxItems" | "maxProperties" | "maxLength";
  /** Path of the field, as for a rule. */
  readonly path: string;
}
