/**
 * The model of an API: what the type language says, as plain data. It knows nothing of TypeScript's syntax tree and
 * nothing of YAML. The reader makes it, `channel/project` trims it to one channel, `emit` prints it.
 *
 * Nodes are shared: a type that is used in ten places is one node. That is why a node does not know its effective
 * channel or its path: both belong to the way that leads to it (see `walk.ts`).
 */

import type { Channel } from "./channel.js";
import type { Json } from "./json.js";
import type { Location } from "./location.js";
import { crdName } from "./names.js";
import type { Prose } from "./prose.js";
import type { StructuralSchema } from "./schema.js";
import { storageVersion } from "./versions.js";

export interface ApiModel {
  /** Ordered by group, then kind. */
  readonly kinds: readonly Kind[];
}

/** One resource: what becomes one CustomResourceDefinition. */
export interface Kind {
  readonly group: string;
  readonly kind: string;
  /** In Kubernetes' version priority: v2, v1, v1beta1, v1alpha2. */
  readonly versions: readonly KindVersion[];
}

export interface KindVersion {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The name of the interface. */
  readonly location: Location;
  /** `experimental` where the interface is tagged so. */
  readonly channel?: Channel;
  readonly prose: Prose;
  /** spec, status and whatever stands beside them; apiVersion, kind and metadata are not among the fields. */
  readonly root: ObjectNode;
  readonly storage: boolean;
  readonly served: boolean;
  readonly deprecation?: Deprecation;
  readonly statusSubresource: boolean;
  readonly scale?: Scale;
  readonly columns: readonly Column[];
  readonly selectableFields: readonly PathTag[];
  /** Where this version says on purpose that it is unlike the storage version. */
  readonly differences: readonly VersionDifference[];
  /** CRD-wide tags, on the storage version alone. */
  readonly names: Names;
}

/** The CRD-wide facts of a kind, as tagged; what is absent follows from the kind's name. */
export interface Names {
  readonly plural?: string;
  readonly singular?: string;
  readonly listKind?: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: "Namespaced" | "Cluster";
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Where any of these tags stands, for a version that may not carry them. */
  readonly locations: readonly Location[];
}

/** `warning` is absent where Kubernetes' own warning will do. */
export interface Deprecation {
  readonly warning?: string;
}

/** A JSON path as Kubernetes writes it in CRDs: `.spec.replicas`. */
export interface PathTag {
  readonly path: string;
  readonly location: Location;
}

export interface Column extends PathTag {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly priority?: number;
  readonly description?: string;
}

export interface Scale {
  readonly spec: PathTag;
  readonly status: PathTag;
  readonly selector?: PathTag;
}

/** What a version may differ in from the storage version of its kind. */
export const ASPECTS = ["columns", "status", "scale", "selectableFields"] as const;
export type Aspect = (typeof ASPECTS)[number];

export interface VersionDifference {
  readonly aspect: Aspect;
  readonly why: string;
  readonly location: Location;
}

/** A field of an object. */
export interface Field {
  readonly name: string;
  readonly location: Location;
  readonly channel?: Channel;
  readonly optional: boolean;
  readonly prose: Prose;
  /** The text of `@deprecated` on a property. */
  readonly deprecated?: string;
  readonly node: SchemaNode;
}

/** A reserved field name: `@tombstone`. */
export interface Tombstone {
  readonly field: string;
  readonly since: string;
  readonly why: string;
  readonly location: Location;
}

/** A named type on the way to a node, for the channel it is declared in. */
export interface NamedType {
  readonly name: string;
  readonly channel?: Channel;
  readonly location: Location;
}

/**
 * One keyword of a schema, as a tag sets it.
 *
 * `level` orders the places a keyword can come from: 0 is the innermost type, the property itself is the outermost.
 * The outermost wins; on one level the one that is bound to the channel wins. Where `adds` is set (rules), all of them
 * hold and nothing wins.
 */
export interface Constraint {
  readonly tag: string;
  readonly keyword: string;
  readonly value: Json;
  readonly level: number;
  readonly channel?: Channel;
  readonly adds: boolean;
  readonly location: Location;
  /** Where each item of the value stands, when several tags make one list. */
  readonly itemLocations?: readonly Location[];
}

interface NodeBase {
  /** The type expression. */
  readonly location: Location;
  readonly nullable: boolean;
  /** The named types between the use and the schema, outermost first. */
  readonly types: readonly NamedType[];
  /** Set where the first of them is a name for just this (null aside), and not for what this is made of, as in `T & U`. */
  readonly isDeclared?: true;
  readonly constraints: readonly Constraint[];
}

export interface ScalarNode extends NodeBase {
  readonly form: "scalar";
  readonly type: "string" | "boolean" | "number";
  /** Set for an enum, in source order. */
  readonly values?: readonly EnumValue[];
}

export interface EnumValue {
  readonly value: string;
  readonly channel?: Channel;
  readonly prose: Prose;
  readonly location: Location;
}

export interface ArrayNode extends NodeBase {
  readonly form: "array";
  readonly items: SchemaNode;
}

export interface MapNode extends NodeBase {
  readonly form: "map";
  readonly values: SchemaNode;
}

export interface ObjectNode extends NodeBase {
  readonly form: "object";
  readonly fields: readonly Field[];
  readonly tombstones: readonly Tombstone[];
}

/** A type that says its schema outright (`@rawSchema`), or that has none (`unknown`). */
export interface RawNode extends NodeBase {
  readonly form: "raw";
  readonly schema: StructuralSchema;
  /** Set where the type could not be read. That was reported; what would follow from it is not. */
  readonly isUnread?: true;
}

export type SchemaNode = ScalarNode | ArrayNode | MapNode | ObjectNode | RawNode;

/** The version of a kind that carries the tags about the CRD as a whole: the storage version, if there is one. */
export function storageOf({ versions }: Kind): KindVersion {
  return storageVersion(versions) ?? (versions[0] as KindVersion);
}

/**
 * The name of a kind in URLs: as tagged, else the English plural of the kind. Kubernetes itself only guesses (gatewaies,
 * meshs); what it and its tools work with is the name that the CRD states.
 */
export function pluralOf(kind: string, names: Names): string {
  const singular = kind.toLowerCase();
  if (names.plural !== undefined) return names.plural;
  if (/(?:[sxz]|ch|sh)$/.test(singular)) return `${singular}es`;
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

/** The name of the CRD of a kind, as `widgets.example.dev`. */
export function crdNameOf(kind: Kind): string {
  const { names, group } = storageOf(kind);
  return crdName(pluralOf(kind.kind, names), group);
}

/** The name of a kind on the command line: as tagged, else the kind in lower case. */
export function singularOf(kind: string, names: Names): string {
  return names.singular ?? kind.toLowerCase();
}

/** The kind of a list of objects: as tagged, else the kind with `List` behind it. */
export function listKindOf(kind: string, names: Names): string {
  return names.listKind ?? `${kind}List`;
}
