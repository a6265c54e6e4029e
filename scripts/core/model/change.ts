import type { Channel } from "./channel.js";
import type { FieldPath } from "./field-path.js";
import type { Json, JsonObject } from "./json.js";

/** Classes of changes, by their effect on users of the API. */
export const CHANGE_CLASSES = [
  "wording", // no effect on programs
  "fix", // corrects a mistake of an earlier release
  "loosening", // accepts everything that was accepted before, and more
  "addition", // adds something new
  "graduation", // adds to the standard channel what the experimental one of the previous release had
  "tightening", // rejects something that was accepted before
  "break", // removes something, or changes its meaning
  "unknown", // not decided by the comparison
] as const;
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/**
 * Classes of changes that can break users, the most certain last. An unknown change may be a tightening, and a
 * tightening breaks only some objects.
 */
export const ALARMING_CLASSES = ["unknown", "tightening", "break"] as const satisfies readonly ChangeClass[];
export type AlarmingClass = (typeof ALARMING_CLASSES)[number];

/** Reports whether a change breaks users, or might break them. */
export function isAlarming(change: { readonly class: ChangeClass }): boolean {
  return isAtLeast(change, ALARMING_CLASSES[0]);
}

/** Reports whether a change is in an alarming class or in one that is more certain. */
export function isAtLeast({ class: own }: { readonly class: ChangeClass }, least: AlarmingClass): boolean {
  const classes: readonly ChangeClass[] = ALARMING_CLASSES;
  return classes.slice(classes.indexOf(least)).includes(own);
}

/** Subject of a change. The rules of a policy use it if the class is not sufficient. */
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
  "conversion",
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

/** Values before and after a change, if it has any. */
interface Values {
  readonly before?: Json;
  readonly after?: Json;
}

/** Details of a change by its subject, which its message needs. */
export type Fact<S extends Subject = Subject> = { [K in S]: { readonly subject: K } & WithValues<Payloads[K]> }[S];

/** Payload, with values of any type unless it declares their type. */
type WithValues<Payload> = Payload extends unknown ? Payload & Omit<Values, keyof Payload> : never;

/** Change of one schema. */
export type SchemaChange<S extends Subject = Subject> = Fact<S> & {
  /** Field path, such as `.spec.ports[].name`; `{}` is a value of a map. Omitted for changes outside of the schema. */
  readonly path?: FieldPath;
  readonly class: ChangeClass;
  /**
   * Digest of the new schema without descriptions, if `after` does not contain it: `sha256:` and 16 hexadecimal digits.
   */
  readonly digest?: string;
  /** Value that was valid before and is rejected now, as the proof of a tightening. */
  readonly example?: Json;
  /**
   * Set for a new field of an object that preserved unknown fields. Stored objects can already have it, with a value that
   * is not valid.
   */
  readonly mayBeStored?: true;
};

/** Change of one CRD. */
export type CrdChange<S extends Subject = Subject> = SchemaChange<S> & {
  /** API versions with the same change. Empty if the change concerns the whole CRD. */
  readonly versions: readonly string[];
};

/** Change between two releases of a bundle. */
export type Change<S extends Subject = Subject> = CrdChange<S> & {
  readonly channel: Channel;
  /** Name of the CRD, such as `widgets.example.dev`. */
  readonly crd: string;
  /** For an addition to the standard channel: its differences from the experimental channel of the previous release. */
  readonly differences?: readonly Difference[];
  readonly origin?: Origin;
  /** Set if the newer state does not serve any of the API versions. */
  readonly isUnserved?: true;
  /** Set if a baseline accepts the change. */
  readonly isAccepted?: true;
};

/** Place of a change or finding: a CRD in a channel, or a part of it. */
export type PlaceInApi = Pick<Change, "channel" | "crd" | "versions" | "path">;

/** Origin of a change in a schema, which equal changes in several places have in common. */
export interface Origin {
  /**
   * Identifies the schema that changed, before and after, among the changes of one comparison. If a field was added or
   * removed, that is the object around it.
   */
  readonly pair: string;
  /** Set if the change comes from a type of Kubernetes that the API embeds at a path, such as `PodTemplateSpec`. */
  readonly embedded?: { readonly type: string; readonly path: FieldPath };
}

/** Difference between the channels. Its API versions are set only if the CRD has several. */
export type Difference = CrdChange;

/** No payload: the subject and the values are sufficient. */
type Nothing = object;

/** Payload of a change by its subject, in addition to its path and values. `core/words` builds messages from it. */
interface Payloads {
  readonly "kind-added": Nothing;
  readonly "kind-removed": Nothing;
  /** `after` is the name of the new CRD. */
  readonly "kind-renamed": { readonly after: string };
  readonly scope: { readonly before: string; readonly after: string };
  /** `before` and `after` are objects with only this name. For a list, they contain the removed and the added items. */
  readonly names: { readonly name: NamesKey; readonly before?: JsonObject; readonly after?: JsonObject };
  readonly labels: { readonly map: "labels" | "annotations"; readonly key: string };
  readonly "version-added": { readonly version: string };
  readonly "version-removed": { readonly version: string };
  readonly "version-served": Nothing;
  readonly "version-unserved": Nothing;
  readonly "version-deprecated": { readonly isDeprecated: boolean };
  /**
   * Names of API versions, or `none` if there is no storage version. `lost` are the paths of values of the old storage
   * version that the new one drops or changes.
   */
  readonly storage: { readonly before: string; readonly after: string; readonly lost?: readonly FieldPath[] };
  /** Conversion by a webhook. The values are those of `spec.conversion`. */
  readonly conversion: { readonly effect: "added" | "removed" };
  /**
   * `restored` if another API version already had it; `separated` if the API version had a status without it; `missed` if
   * it had one and new objects may be invalid without their status, which the API server drops.
   */
  readonly "status-subresource": { readonly effect: "added" | "restored" | "separated" | "missed" | "removed" };
  readonly "scale-subresource": Nothing;
  readonly columns: ColumnsPayload;
  readonly "selectable-fields": { readonly effect: "added" | "changed" };
  /** The API server adds the default to all objects that it reads. */
  readonly "field-added": { readonly default?: Json };
  /** `isKept` is set if objects keep the values of the field, as of any unknown field. */
  readonly "field-removed": { readonly isKept?: true };
  /** `after` is the new path. */
  readonly "field-renamed": { readonly after: FieldPath };
  /**
   * `listed` and `unlisted` if only the schema's list of required fields changed, because objects must have the field for
   * another reason anyway. If the field is optional because of a default, `after` contains the default.
   */
  readonly required: {
    readonly effect: "required" | "added" | "optional" | "listed" | "unlisted";
    readonly after?: JsonObject;
  };
  readonly type: TypePayload;
  readonly values: ValuesPayload;
  readonly default: Nothing;
  /** The values of the aspect `type` are names, or objects with the `type` and `keys` of a map. */
  readonly "list-type": { readonly aspect: "type" | "keys" };
  readonly "map-type": Nothing;
  /** `below` is the number of objects inside the object that change in the same way. */
  readonly "unknown-fields": { readonly areKept: boolean; readonly below?: number };
  readonly rule: RulePayload;
  readonly wording: WordingPayload;
  readonly unclassified: UnclassifiedPayload;
}

/** The group, or a key of `spec.names`. */
export type NamesKey = "group" | "kind" | "listKind" | "plural" | "singular" | "shortNames" | "categories";

type ColumnsPayload =
  | { readonly effect: "added" | "changed" | "removed"; readonly name: string }
  | { readonly effect: "reordered" };

type TypePayload =
  | {
      readonly aspect: "shape";
      readonly before: string;
      readonly after: string;
      /** Set if the newer schema has no type and accepts every value that was valid. */
      readonly acceptsAll?: true;
    }
  | { readonly aspect: "embedded-resource" };

/** Relation of the values that a schema accepts to those that it accepted before. */
export type ValuesRelation = "same" | "wider" | "narrower" | "crossing" | "unknown";

/** Effect that the API server has on a null. */
export type NullFate = "kept" | "dropped" | "becomes the default" | "rejected";

type ValuesPayload =
  | {
      readonly aspect: "bounds";
      readonly relation: ValuesRelation;
      readonly before: JsonObject;
      readonly after: JsonObject;
      /** Set if a rule of the older value may already have rejected everything that is rejected now. */
      readonly isRuled?: true;
    }
  /** Enum with new members and no other difference. */
  | {
      readonly aspect: "members";
      readonly members: readonly Json[];
      readonly before: JsonObject;
      readonly after: JsonObject;
    }
  /** A null that is kept can still be rejected by the schema around it. */
  | { readonly aspect: "null"; readonly was: NullFate; readonly is: NullFate; readonly mayBeRejected?: true }
  | { readonly aspect: "default"; readonly validity: "invalid" | "unknown"; readonly default: Json }
  /** CEL types of the value. */
  | { readonly aspect: "cel-type"; readonly before: string; readonly after: string };

type RulePayload =
  | { readonly effect: "reworded"; readonly rule: string }
  /** The rule concerns only new fields. */
  | { readonly effect: "of-new-fields"; readonly after: string }
  /** All older objects meet the rule. */
  | { readonly effect: "followed"; readonly after: string }
  /** The rule was removed, but the schema still implies it. */
  | { readonly effect: "implied"; readonly before: string }
  | { readonly effect: "removed"; readonly before: string }
  | { readonly effect: "added"; readonly after: string; readonly updates?: readonly RejectedUpdates[] }
  /** The rule may limit only new or loosened fields inside its own field. */
  | { readonly effect: "added-beside"; readonly after: string }
  /** The rule stays. It may reject older objects, because it compares whole values that get new defaults. */
  | { readonly effect: "of-new-defaults"; readonly after: string }
  | {
      readonly effect: "replaced";
      readonly relation: RulesRelation;
      readonly before: readonly string[];
      readonly after: readonly string[];
      readonly updates?: readonly RejectedUpdates[];
    };

/** Ways in which an update can change a field. */
export const UPDATE_KINDS = ["added", "increased", "decreased", "removed"] as const;
export type UpdateKind = (typeof UPDATE_KINDS)[number];

/**
 * Updates of one field that a transition rule rejects. The list is set if rules reject only updates, and empty if not
 * all of the updates can be named.
 */
export interface RejectedUpdates {
  /** Path from the value with the rule. */
  readonly path: FieldPath;
  /** A value that can neither increase nor decrease cannot change. */
  readonly kinds: readonly UpdateKind[];
}

/** Relation of the objects that all rules of a value allow to those that they allowed before. */
export type RulesRelation = Exclude<ValuesRelation, "crossing">;

type WordingPayload =
  | { readonly aspect: "keyword"; readonly keyword: string }
  | { readonly aspect: "deprecation-warning" }
  | { readonly aspect: "column"; readonly name: string }
  | { readonly aspect: "selectable-fields" }
  /** How the API server calls the webhook. Only the administrator of a cluster notices. */
  | { readonly aspect: "conversion-webhook" }
  /** Change without effect, because the API server validates no request with the schema of the API version. */
  | { readonly aspect: "unused-version"; readonly use: UnusedVersion; readonly change: SchemaChange };

/** Reason why a change of an API version has no effect. */
export type UnusedVersion = "is-unused" | "was-unused" | "is-only-read";

/** Keyword, with its values if they are useful to readers. */
interface UnclassifiedPayload {
  readonly keyword: string;
  readonly values?: { readonly before?: Json; readonly after?: Json };
}

/** Output formats for changes and verdicts. */
export const CHANGE_FORMATS = ["text", "markdown", "json", "github", "junit", "sarif"] as const;
export type ChangeFormat = (typeof CHANGE_FORMATS)[number];
