import type { Channel } from "./channel.js";
import type { FieldPath } from "./field-path.js";
import type { Json, JsonObject } from "./json.js";

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

/** The values of what changed, where there are any. */
interface Values {
  readonly before?: Json;
  readonly after?: Json;
}

/** What is known of a change by its subject: whatever its message needs. */
export type Fact<S extends Subject = Subject> = { [K in S]: { readonly subject: K } & WithValues<Payloads[K]> }[S];

/** A payload, with values of any type if it does not tell theirs. */
type WithValues<Payload> = Payload extends unknown ? Payload & Omit<Values, keyof Payload> : never;

/** A change of one schema. */
export type SchemaChange<S extends Subject = Subject> = Fact<S> & {
  /** The field, as `.spec.ports[].name`; a map's values are `{}`. Omitted above the schema. */
  readonly path?: FieldPath;
  readonly class: ChangeClass;
  /** Of what the change brings, if that is too large for `after`: its digest without descriptions, `sha256:` and 16 hexadecimal digits. */
  readonly digest?: string;
  /** A value that was valid before and is rejected now: the proof of a tightening. */
  readonly example?: Json;
  /** Of a new field: unknown fields were kept there, so objects may already have it, with a value of another type. */
  readonly mayBeStored?: true;
};

/** A change of one CRD. */
export type CrdChange<S extends Subject = Subject> = SchemaChange<S> & {
  /** The API versions in which it is the same change; empty if it concerns the CRD as a whole. */
  readonly versions: readonly string[];
};

/** One change between two releases of a bundle. */
export type Change<S extends Subject = Subject> = CrdChange<S> & {
  readonly channel: Channel;
  /** The name of the CRD: `widgets.example.dev`. */
  readonly crd: string;
  /** Of an addition to the standard channel: how it differs from what the experimental channel had in the release before. */
  readonly differences?: readonly Difference[];
};

/** How something differs between the channels; its API versions only if the CRD has several. */
export type Difference = CrdChange;

/** Nothing: subject and values are all there is to know. */
type Nothing = object;

/** What a change holds beside its place and its values, by its subject. The words are made of it in `core/words`. */
interface Payloads {
  readonly "kind-added": Nothing;
  readonly "kind-removed": Nothing;
  /** `after` is the name of the new CRD. */
  readonly "kind-renamed": { readonly after: string };
  readonly scope: { readonly before: string; readonly after: string };
  /** `before` and `after` are objects with this one name. A list is split into what it lost and what it gained. */
  readonly names: { readonly name: NamesKey; readonly before?: JsonObject; readonly after?: JsonObject };
  readonly labels: { readonly map: "labels" | "annotations"; readonly key: string };
  readonly "version-added": { readonly version: string };
  readonly "version-removed": { readonly version: string };
  readonly "version-served": Nothing;
  readonly "version-unserved": Nothing;
  readonly "version-deprecated": { readonly isDeprecated: boolean };
  /** Names of API versions; `none` if there is no storage version. */
  readonly storage: { readonly before: string; readonly after: string };
  /** It is restored if another API version had it. */
  readonly "status-subresource": { readonly effect: "added" | "restored" | "removed" };
  readonly "scale-subresource": Nothing;
  readonly columns: ColumnsPayload;
  readonly "selectable-fields": { readonly effect: "added" | "changed" };
  readonly "field-added": Nothing;
  readonly "field-removed": Nothing;
  /** `after` is the new path. */
  readonly "field-renamed": { readonly after: FieldPath };
  /** If a default is the reason that the field is optional, `after` holds it. */
  readonly required: { readonly effect: "required" | "added" | "optional"; readonly after?: JsonObject };
  readonly type: TypePayload;
  readonly values: ValuesPayload;
  readonly default: Nothing;
  readonly "list-type": { readonly aspect: "type" | "keys" };
  readonly "map-type": Nothing;
  readonly "unknown-fields": { readonly areKept: boolean };
  readonly rule: RulePayload;
  readonly wording: WordingPayload;
  readonly unclassified: UnclassifiedPayload;
}

/** The group, and the keys of `spec.names`. */
export type NamesKey = "group" | "kind" | "listKind" | "plural" | "singular" | "shortNames" | "categories";

type ColumnsPayload =
  | { readonly effect: "added" | "changed" | "removed"; readonly name: string }
  | { readonly effect: "reordered" };

type TypePayload =
  | { readonly aspect: "shape"; readonly before: string; readonly after: string }
  | { readonly aspect: "embedded-resource" };

/** How the values that a schema allows relate to those before. */
export type ValuesRelation = "same" | "wider" | "narrower" | "crossing" | "unknown";

/** What the API server does with a null. */
export type NullFate = "kept" | "dropped" | "becomes the default" | "rejected";

type ValuesPayload =
  | {
      readonly aspect: "bounds";
      readonly relation: ValuesRelation;
      readonly before: JsonObject;
      readonly after: JsonObject;
    }
  /** An enum that differs in new members only. */
  | {
      readonly aspect: "members";
      readonly members: readonly Json[];
      readonly before: JsonObject;
      readonly after: JsonObject;
    }
  /** A null that is kept may be rejected by what is around it. */
  | { readonly aspect: "null"; readonly was: NullFate; readonly is: NullFate; readonly mayBeRejected?: true }
  | { readonly aspect: "default"; readonly validity: "invalid" | "unknown"; readonly default: Json }
  /** The types that CEL rules read the value as. */
  | { readonly aspect: "cel-type"; readonly before: string; readonly after: string };

type RulePayload =
  | { readonly effect: "reworded"; readonly rule: string }
  /** It concerns only fields that are new. */
  | { readonly effect: "of-new-fields"; readonly after: string }
  /** All older objects follow it. */
  | { readonly effect: "followed"; readonly after: string }
  /** It is gone, and the schema still implies it. */
  | { readonly effect: "implied"; readonly before: string }
  | { readonly effect: "removed"; readonly before: string }
  | { readonly effect: "added"; readonly after: string }
  /** It may only limit what is new or looser below it. */
  | { readonly effect: "added-beside"; readonly after: string }
  | { readonly effect: "replaced"; readonly before: readonly string[]; readonly after: readonly string[] };

type WordingPayload =
  | { readonly aspect: "keyword"; readonly keyword: string }
  | { readonly aspect: "deprecation-warning" }
  | { readonly aspect: "column"; readonly name: string }
  | { readonly aspect: "selectable-fields" }
  /** A change that nobody notices, since no request is validated with the schema of the API version. */
  | { readonly aspect: "unused-version"; readonly use: UnusedVersion; readonly change: SchemaChange };

/** Why nobody notices a change of an API version. */
export type UnusedVersion = "is-unused" | "was-unused" | "is-only-read";

/** A keyword, with its values if they are worth to be read. */
interface UnclassifiedPayload {
  readonly keyword: string;
  readonly values?: { readonly before?: Json; readonly after?: Json };
}

/** How changes and verdicts are printed. */
export const CHANGE_FORMATS = ["text", "markdown", "json", "github"] as const;
export type ChangeFormat = (typeof CHANGE_FORMATS)[number];
