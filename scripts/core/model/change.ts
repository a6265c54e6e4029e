import type { Channel } from "./channel.js";
import type { Json } from "./json.js";

/**
 * What a change means for whoever uses the API.
 *
 * - wording: nothing that a program sees
 * - fix: a correction that repairs a mistake of an earlier release
 * - loosening: what was admitted still is, and more
 * - addition: something new beside what there was
 * - graduation: something new in the standard channel that the release before had in the experimental one
 * - tightening: something that was admitted is refused now
 * - break: something that was there is gone or means something else
 * - unknown: cannot be decided here
 */
export const CHANGE_CLASSES = [
  "wording",
  "fix",
  "loosening",
  "addition",
  "graduation",
  "tightening",
  "break",
  "unknown",
] as const;
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** What a change is about: the rules of a policy go by it where the class alone does not decide. */
export const SUBJECTS = [
  "kind-added",
  "kind-removed",
  "kind-renamed",
  "scope",
  "names",
  "labels",
  "version-added",
  "version-removed",
  "version-served",
  "version-unserved",
  "version-deprecated",
  "storage",
  "status-subresource",
  "scale-subresource",
  "columns",
  "selectable-fields",
  "field-added",
  "field-removed",
  "field-renamed",
  "required",
  "type",
  "values",
  "default",
  "list-type",
  "map-type",
  "unknown-fields",
  "rule",
  "wording",
  "unclassified",
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** One change between two releases of a bundle. */
export interface Change {
  readonly channel: Channel;
  /** The name of the CRD: `widgets.example.dev`. */
  readonly crd: string;
  /** The versions in which it is the same change; empty where it concerns the CRD as a whole. */
  readonly versions: readonly string[];
  /** The field, as `.spec.ports[].name`; a map's values are `{}`. Absent above the schema. */
  readonly path?: string;
  readonly subject: Subject;
  readonly class: ChangeClass;
  /** What changed, in a maintainer's words. */
  readonly says: string;
  readonly before?: Json;
  readonly after?: Json;
  /** Of what the change brings, if that is too large for `after`: its digest without descriptions, `sha256:` and 16 hexadecimal digits. */
  readonly digest?: string;
  /** A value that was admitted before and is refused now: the proof of a tightening. */
  readonly example?: Json;
  /** Of a new field: unknown fields were kept there, so objects may already have it, with a value of another type. */
  readonly mayBeStored?: true;
  /** Of an addition to the standard channel: how it differs from what the experimental channel had in the release before. */
  readonly differences?: readonly string[];
}

/** What new fields that may be stored already mean, said once for all of them; empty if there are none. */
export function storedFieldsNote(changes: readonly Change[]): string {
  const count = changes.filter(({ mayBeStored }) => mayBeStored).length;
  if (count === 0) return "";
  const fields = count === 1 ? "1 new field" : `${count} new fields`;
  return `Unknown fields were kept where ${fields} ${count === 1 ? "is" : "are"} declared: stored objects may have values of another type there.`;
}

/** How an addition differs from what the experimental channel had, in one line: the first few, and how many there are more. */
export function differencesInWords({ differences = [] }: Change): string | undefined {
  if (differences.length === 0) return undefined;
  return `not a graduation, since the experimental channel had it in another shape: ${firstDifferences(differences)}`;
}

/** The first few of many differences, and how many there are more. */
export function firstDifferences(differences: readonly string[]): string {
  const rest = differences.length - LISTED_DIFFERENCES;
  return `${differences.slice(0, LISTED_DIFFERENCES).join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}

const LISTED_DIFFERENCES = 5;

/** How changes and verdicts are printed. */
export const CHANGE_FORMATS = ["text", "markdown", "json", "github"] as const;
export type ChangeFormat = (typeof CHANGE_FORMATS)[number];
