/** Label selectors. Source: k8s.io/apimachinery, pkg/labels/selector.go (Requirement.Matches). */
import { isJsonObject, type JsonObject } from "../../../core/model/json.js";
import type { LabelRequirement, LabelSelector } from "../documents/model.js";
import { type Answer, Undecided } from "./undecided.js";

/** Labels by key. A label that is missing from `known` is unknown if `isComplete` is false. */
export interface Labels {
  readonly known: ReadonlyMap<string, string>;
  readonly isComplete: boolean;
}

/** Returns the labels of an object. */
export function labelsOf(object: JsonObject): Labels {
  const { metadata } = object;
  const labels = isJsonObject(metadata) && isJsonObject(metadata.labels) ? Object.entries(metadata.labels) : [];
  const texts = labels.filter((label): label is [string, string] => typeof label[1] === "string");
  return { known: new Map(texts), isComplete: true };
}

/** Reports whether a selector is omitted or has no requirements, and so selects everything. */
export function isEmptySelector({ matchLabels = {}, matchExpressions = [] }: LabelSelector = {}): boolean {
  return Object.keys(matchLabels).length + matchExpressions.length === 0;
}

/** Reports whether a selector selects an object with the given labels. */
export function selects(selector: LabelSelector, labels: Labels): Answer {
  const answers = requirementsOf(selector).map((requirement) => meets(requirement, labels));
  if (answers.includes(false)) return false;
  return answers.find((answer) => answer instanceof Undecided) ?? true;
}

function requirementsOf({ matchLabels = {}, matchExpressions = [] }: LabelSelector): readonly LabelRequirement[] {
  const equal = Object.entries(matchLabels).map(([key, value]) => ({ key, operator: "In", values: [value] }));
  return [...equal, ...matchExpressions];
}

function meets({ key = "", operator, values = [] }: LabelRequirement, { known, isComplete }: Labels): Answer {
  const value = known.get(key);
  if (value === undefined && !isComplete) return new Undecided(`the label ${key} is not known`);
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    default:
      return value === undefined;
  }
}
