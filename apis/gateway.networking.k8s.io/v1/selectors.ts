/*
 * How objects are picked by their labels, in Kubernetes' own form.
 */

/**
 * Picks objects by their labels. All of its conditions have to hold; an empty selector picks everything.
 *
 * @mapType atomic
 */
export interface LabelSelector {
  /** Labels that an object needs, each with exactly this value. */
  matchLabels?: Record<string, string>;
  /**
   * Conditions that go beyond a single value.
   *
   * @listType atomic
   */
  matchExpressions?: LabelSelectorRequirement[];
}

/** One condition on the value of one label. */
export interface LabelSelectorRequirement {
  /** The label that the condition is about. */
  key: string;
  /** How the label relates to `values`: `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  operator: string;
  /**
   * The values to compare with: at least one for `In` and `NotIn`, none for `Exists` and `DoesNotExist`.
   *
   * @listType atomic
   */
  values?: string[];
}
