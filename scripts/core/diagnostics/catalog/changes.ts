/** The rules for changes, as in `break/field-removed`: the meaning of each class and subject, and what to do. */
import { CHANGE_CLASSES, type ChangeClass, SUBJECTS, type Subject } from "../../model/change.js";
import type { Requirement } from "../../model/policy.js";

interface ClassEntry {
  readonly meaning: string;
  /** Why it matters to users of the API. */
  readonly why: string;
}

export const CLASS_ENTRIES: Readonly<Record<ChangeClass, ClassEntry>> = {
  wording: {
    meaning: "nothing that a program sees: descriptions, messages",
    why: "Only people read it, so every release may have it.",
  },
  fix: {
    meaning: "a correction of an earlier release",
    why: "It repairs what did not work, so every release may have it.",
  },
  loosening: {
    meaning: "what was admitted still is, and more",
    why: "Objects stay valid, but clients may read values that they do not know, and a rollback rejects them.",
  },
  addition: {
    meaning: "something new beside what there was",
    why: "Objects stay valid, but once in the standard channel it must stay there.",
  },
  graduation: {
    meaning: "new in the standard channel, and in the experimental channel of the release before in the same shape",
    why: "The standard channel promises stability from then on.",
  },
  tightening: {
    meaning: "something that was admitted is refused now",
    why: "The API server rejects manifests that worked, and stored objects once somebody changes them.",
  },
  break: {
    meaning: "something that was there is gone, or means something else",
    why: "Clients and manifests stop working, or the API server drops what they set.",
  },
  unknown: {
    meaning: "it cannot be decided",
    why: "It may reject objects that were valid, so a person must decide.",
  },
};

/** What a change is about, as the policy lists it. */
export const SUBJECT_MEANINGS: Readonly<Record<Subject, string>> = {
  "kind-added": "a kind added",
  "kind-removed": "a kind removed",
  "kind-renamed": "a kind that goes on under another name",
  scope: "the scope changed",
  names: "the group or the names of a kind changed",
  labels: "labels or annotations of a CRD changed",
  "version-added": "an API version added",
  "version-removed": "a version removed",
  "version-served": "a version served again",
  "version-unserved": "a version no longer served",
  "version-deprecated": "a version deprecated",
  storage: "storage moved to another version",
  "status-subresource": "the status subresource added or removed",
  "scale-subresource": "the scale subresource added or changed",
  columns: "a printer column added, removed or changed, other than its description",
  "selectable-fields": "the selectable fields changed",
  "field-added": "a field added",
  "field-removed": "a field removed",
  "field-renamed": "a field that moved to another path",
  required: "a field that becomes required or optional",
  type: "the type of a field changed",
  values: "the valid values of a field changed",
  default: "the default of a field changed",
  "list-type": "the type or the keys of a list changed",
  "map-type": "the type of a map changed",
  "unknown-fields": "unknown fields kept or dropped",
  rule: "a validation rule added, removed or changed",
  wording: "a description or message changed, or a version that is not used",
  unclassified: "a keyword that the comparison does not know changed",
};

/** A class and a subject: the rule of a finding about a change. */
export type ChangeRule = `${ChangeClass}/${Subject}`;

/** Every rule for changes that a finding can have. */
export const CHANGE_RULES: readonly ChangeRule[] = CHANGE_CLASSES.flatMap((of) =>
  SUBJECTS.map((subject): ChangeRule => `${of}/${subject}`),
);

/** Reads a rule for changes; undefined if it is not one. */
export function parseChangeRule(text: string): { readonly of: ChangeClass; readonly subject: Subject } | undefined {
  const [first, second, ...more] = text.split("/");
  const of = CHANGE_CLASSES.find((name) => name === first);
  const subject = SUBJECTS.find((name) => name === second);
  return of && subject && more.length === 0 ? { of, subject } : undefined;
}

/** What to do about a change, by what it requires. */
export const CHANGE_FIXES: Readonly<Record<Requirement, string>> = {
  patch: "Nothing: any release may have it.",
  minor: "Release it as a minor or major version.",
  major: "Keep it for a major version, or put it into a new API version.",
  refused: "Undo it, or have it waived for this release in apis/waivers.yaml.",
};

/** What to do about a change whose requirement is not known. */
export const CHANGE_RULE_FIX =
  "Release it as the version that the finding requires. If it is refused, undo it, or have it waived for that release in apis/waivers.yaml.";

/** What to do about something new in the standard channel that can begin in the experimental one. */
export const EXPERIMENTAL_FIRST =
  "Tag it @experimental, undo it, or have it waived for this release in apis/waivers.yaml.";
