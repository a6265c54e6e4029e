/** Rules for changes, as in `break/field-removed`: the meaning of each class and subject, and what to do. */
import { CHANGE_CLASSES, type ChangeClass, SUBJECTS, type Subject } from "../../model/change.js";
import type { Requirement } from "../../model/policy.js";
import { ACCEPTANCES, type Acceptance } from "./acceptance.js";

interface ClassEntry {
  readonly meaning: string;
  /** Explains the effect on users of the API. */
  readonly why: string;
}

export const CLASS_ENTRIES: Readonly<Record<ChangeClass, ClassEntry>> = {
  wording: {
    meaning: "a change that does not affect programs, such as a new description or message",
    why: "The change affects only people who read descriptions and messages, so any release can include it.",
  },
  fix: {
    meaning: "a change that corrects a mistake in an earlier release",
    why: "The change corrects something that did not work, so any release can include it.",
  },
  loosening: {
    meaning: "objects that were valid remain valid, and more objects become valid",
    why:
      "Existing objects remain valid, but clients might read values that they do not know. After a rollback to the " +
      "previous release, the API server rejects such values.",
  },
  addition: {
    meaning: "something new is added, and nothing else changes",
    why: "Existing objects remain valid, but later releases must keep additions to the standard channel.",
  },
  graduation: {
    meaning: "something is added to the standard channel as it was in the experimental channel of the previous release",
    why: "The standard channel is stable, so users can rely on the graduated part of the API from this release on.",
  },
  tightening: {
    meaning: "some objects that were valid become invalid",
    why: "The API server rejects some manifests that used to work, and might reject updates of stored objects.",
  },
  break: {
    meaning: "something is removed, or its meaning changes",
    why: "Clients and manifests might stop working, or the API server might drop fields that they set.",
  },
  unknown: {
    meaning: "a change for which the tool cannot determine whether valid objects remain valid",
    why: "The API server might reject objects that were valid, so a maintainer must review the change.",
  },
};

/** The subjects of changes as noun phrases, for the tables of the versioning policies and for `explain`. */
export const SUBJECT_MEANINGS: Readonly<Record<Subject, string>> = {
  "kind-added": "addition of a kind",
  "kind-removed": "removal of a kind",
  "kind-renamed": "renaming of a kind",
  scope: "change to the scope of a kind, Namespaced or Cluster",
  names: "change to the group or the names of a kind",
  labels: "change to the labels or annotations of a CRD",
  "version-added": "addition of an API version",
  "version-removed": "removal of an API version",
  "version-served": "API version that is served again",
  "version-unserved": "API version that is no longer served",
  "version-deprecated": "deprecation of an API version",
  storage: "change to the storage version",
  conversion: "addition or removal of a conversion webhook",
  "status-subresource": "addition or removal of the status subresource",
  "scale-subresource": "addition, removal, or change of the scale subresource",
  columns: "addition, removal, or change of a printer column, except for its description",
  "selectable-fields": "change to the selectable fields",
  "field-added": "addition of a field",
  "field-removed": "removal of a field",
  "field-renamed": "renaming of a field, or move to another path",
  required: "change of a field from optional to required, or from required to optional",
  type: "change to a field's type",
  values: "change to a field's valid values",
  default: "change to a field's default",
  "list-type": "change to a list's type, such as atomic or map, or to its keys",
  "map-type": "change to a map's type, atomic or granular",
  "unknown-fields": "change in whether the API server keeps or drops unknown fields",
  rule: "addition, removal, or change of a validation rule",
  wording: "change to a description, a message, or an API version that is neither served nor stored",
  unclassified: "change to a schema keyword that the tool does not recognize",
};

/** The rule of a finding about a change: its class and its subject. */
export type ChangeRule = `${ChangeClass}/${Subject}`;

/** Effects of rules on users of the API, in place of those of the class. */
export const RULE_REASONS: Readonly<Partial<Record<ChangeRule, string>>> = {
  "break/type":
    "Typed clients and server-side apply see another type. If the new type does not accept all former values, the API " +
    "server might also reject such values, or drop parts of them.",
};

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

/** Returns the fix for a change, by the bump that it requires. */
export function changeFix(requires: Requirement, acceptance: Acceptance): string {
  switch (requires) {
    case "patch":
      return "No action is required. Any release may include the change.";
    case "minor":
      return `Include the change in a minor or major release, or ${ACCEPTANCES[acceptance]}.`;
    case "major":
      return `Make the change in a major release or a new API version, or ${ACCEPTANCES[acceptance]}.`;
    case "refused":
      return `Revert the change, or ${ACCEPTANCES[acceptance]}.`;
  }
}

/** The fix for a rule, if no finding tells which bump it requires. */
export const CHANGE_RULE_FIX =
  "To find the version bump that the change requires, run `crd-bundle policy`. Include the change in a release " +
  "with this bump or a larger one. If the versioning policy does not allow the change in any release, revert or accept " +
  `it. To accept it in a project, ${ACCEPTANCES.waiver}. To accept it between two states, ${ACCEPTANCES.baseline}.`;

/** Returns the fix for an addition to the standard channel that could start in the experimental channel. */
export function experimentalFirst(acceptance: Acceptance): string {
  return `Do one of the following: tag the addition @experimental; revert the change; or ${ACCEPTANCES[acceptance]}.`;
}
