/** Rules for changes, as in `break/field-removed`: the meaning of each class and subject, and what to do. */
import { CHANGE_CLASSES, type ChangeClass, SUBJECTS, type Subject } from "../../model/change.js";
import type { Requirement } from "../../model/policy.js";

interface ClassEntry {
  readonly meaning: string;
  /** Explains the effect on users of the API. */
  readonly why: string;
}

export const CLASS_ENTRIES: Readonly<Record<ChangeClass, ClassEntry>> = {
  wording: {
    meaning: "a change that programs do not see, such as a description or a message",
    why: "Only people read the changed words, so any release may include it.",
  },
  fix: {
    meaning: "a correction of an earlier release",
    why: "It repairs something that did not work, so any release may include it.",
  },
  loosening: {
    meaning: "everything that was valid stays valid, and more becomes valid",
    why:
      "Existing objects stay valid, but clients may read values that they do not know, and the API server rejects " +
      "those values after a rollback.",
  },
  addition: {
    meaning: "something new in addition to what there was",
    why: "Existing objects stay valid, but once something is in the standard channel, it must stay there.",
  },
  graduation: {
    meaning: "new in the standard channel, and unchanged from the experimental channel of the previous release",
    why: "From this release on, the standard channel promises that it is stable.",
  },
  tightening: {
    meaning: "something that was valid becomes invalid",
    why: "The API server rejects manifests that used to work, and may reject updates of stored objects.",
  },
  break: {
    meaning: "something is removed or changes its meaning",
    why: "Clients and manifests stop working, or the API server drops the fields that they set.",
  },
  unknown: {
    meaning: "a change whose effect on valid objects the tool cannot determine",
    why: "The API server might reject objects that were valid, so a maintainer must decide.",
  },
};

/** The subjects of changes as noun phrases, for the tables of the versioning policies and for `explain`. */
export const SUBJECT_MEANINGS: Readonly<Record<Subject, string>> = {
  "kind-added": "addition of a kind",
  "kind-removed": "removal of a kind",
  "kind-renamed": "renaming of a kind",
  scope: "change of the scope",
  names: "change of the group or the names of a kind",
  labels: "change of the labels or annotations of a CRD",
  "version-added": "addition of an API version",
  "version-removed": "removal of an API version",
  "version-served": "serving an API version again",
  "version-unserved": "no longer serving an API version",
  "version-deprecated": "deprecation of an API version",
  storage: "change of the storage version",
  "status-subresource": "addition or removal of the status subresource",
  "scale-subresource": "addition, removal or change of the scale subresource",
  columns: "addition, removal or change of a printer column, except for its description",
  "selectable-fields": "change of the selectable fields",
  "field-added": "addition of a field",
  "field-removed": "removal of a field",
  "field-renamed": "move of a field to another path",
  required: "change of a field from optional to required or back",
  type: "change of the type of a field",
  values: "change of the valid values of a field",
  default: "change of the default of a field",
  "list-type": "change of the type or the keys of a list",
  "map-type": "change of the type of a map",
  "unknown-fields": "change in whether the API server keeps or drops unknown fields",
  rule: "addition, removal or change of a validation rule",
  wording: "change of a description or a message, or of an API version that is not used",
  unclassified: "change of a keyword that the comparison does not know",
};

/** The rule of a finding about a change: its class and its subject. */
export type ChangeRule = `${ChangeClass}/${Subject}`;

/** All rules that a finding about a change can have. */
export const CHANGE_RULES: readonly ChangeRule[] = CHANGE_CLASSES.flatMap((of) =>
  SUBJECTS.map((subject): ChangeRule => `${of}/${subject}`),
);

/** Returns the class and the subject of a rule, or undefined if the string is not such a rule. */
export function parseChangeRule(text: string): { readonly of: ChangeClass; readonly subject: Subject } | undefined {
  const [first, second, ...more] = text.split("/");
  const of = CHANGE_CLASSES.find((name) => name === first);
  const subject = SUBJECTS.find((name) => name === second);
  return of && subject && more.length === 0 ? { of, subject } : undefined;
}

/** The fix for a change, by the bump that it requires. */
export const CHANGE_FIXES: Readonly<Record<Requirement, string>> = {
  patch: "Nothing to do: any release may include it.",
  minor: "Release it in a minor or major version.",
  major: "Release it in a major version, or make the change in a new API version.",
  refused: "Undo it, or add a waiver for this release to apis/waivers.yaml.",
};

/** The fix for a rule, if no finding tells which bump it requires. */
export const CHANGE_RULE_FIX =
  "Release it with the bump that the finding requires. If no release may include it, undo it, or add a waiver for " +
  "the release to apis/waivers.yaml.";

/** The fix for an addition to the standard channel that could start in the experimental channel. */
export const EXPERIMENTAL_FIRST =
  "Tag it @experimental, undo it, or add a waiver for this release to apis/waivers.yaml.";
