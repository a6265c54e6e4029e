/**
 * Model of an API: the content of the types as plain data, independent of TypeScript's syntax tree and of YAML.
 * `language/read` creates it, `language/channel/project.ts` trims it to one channel, and `emit` prints it.
 *
 * Nodes are shared: a type that is used in ten places is one node. A node therefore does not know its path or its
 * effective channel, because both depend on the path that leads to it (see `walk.ts`).
 */

import type { Channel } from "./channel.js";
import type { Json } from "./json.js";
import type { Location } from "./location.js";
import { crdName } from "./names.js";
import type { Prose } from "./prose.js";
import type { StructuralSchema } from "./schema.js";
import { storageVersion } from "./versions.js";

export interface ApiModel {
  /** Sorted by group, then by kind. */
  readonly kinds: readonly Kind[];
}

/** Set by `@noDescription` if the CRD omits the prose of a part of the API, and the prose of everything below it. */
type OmitsDescriptions = true;

/** Kind of the API, which becomes one CustomResourceDefinition. */
export interface Kind {
  readonly group: string;
  readonly kind: string;
  /** In Kubernetes' version priority, such as v2, v1, v1beta1, v1alpha2. */
  readonly versions: readonly KindVersion[];
}

export interface KindVersion {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Location of the name of the interface. */
  readonly location: Location;
  /** `experimental` if the interface has that tag. */
  readonly channel?: Channel;
  readonly prose: Prose;
  readonly omitsDescriptions?: OmitsDescriptions;
  /** Object with `spec`, `status` and other fields of the author, but without apiVersion, kind and metadata. */
  readonly root: ObjectNode;
  /**
   * Fields apiVersion, kind and metadata as the author declared them. Only their descriptions have an effect, and the
   * constraints of metadata.
   */
  readonly objectFields: readonly Field[];
  readonly storage: boolean;
  readonly served: boolean;
  readonly deprecation?: Deprecation;
  readonly statusSubresource: boolean;
  readonly scale?: Scale;
  readonly columns: readonly Column[];
  readonly selectableFields: readonly PathTag[];
  /** Declared differences from the storage version. */
  readonly differences: readonly VersionDifference[];
  /** CRD-wide tags. Only those on the storage version apply. */
  readonly names: Names;
}

/** CRD-wide properties of a kind, from its tags. A property that is omitted is derived from the name of the kind. */
export interface Names {
  readonly plural?: string;
  readonly singular?: string;
  readonly listKind?: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: "Namespaced" | "Cluster";
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Locations of these tags, for diagnostics about versions that may not have them. */
  readonly locations: readonly Location[];
}

/** `warning` is omitted if the default warning of Kubernetes is sufficient. */
export interface Deprecation {
  readonly warning?: string;
  /** Location of the tag. */
  readonly location: Location;
}

/** JSON path in the notation of a CRD, such as `.spec.replicas`. */
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

/** Aspects in which a version can differ from the storage version of its kind. */
export const ASPECTS = ["columns", "status", "scale", "selectableFields"] as const;
export type Aspect = (typeof ASPECTS)[number];

export interface VersionDifference {
  readonly aspect: Aspect;
  readonly why: string;
  readonly location: Location;
}

/** Field of an object. */
export interface Field {
  readonly name: string;
  readonly location: Location;
  readonly channel?: Channel;
  readonly optional: boolean;
  readonly prose: Prose;
  readonly omitsDescriptions?: OmitsDescriptions;
  /** Text of `@deprecated` on a property. */
  readonly deprecated?: string;
  readonly node: SchemaNode;
}

/** Reserved field name, from `@tombstone`. */
export interface Tombstone {
  readonly field: string;
  readonly since: string;
  readonly why: string;
  readonly location: Location;
}

/** Named type on the path to a node, with the channel in which it is declared. */
export interface NamedType {
  readonly name: string;
  readonly channel?: Channel;
  readonly location: Location;
}

/**
 * One keyword of a schema, set by a tag.
 *
 * `level` orders the places that can set a keyword, from the innermost type, 0, to the property itself, the outermost.
 * The outermost one applies; on the same level, one that is limited to the channel applies. If `adds` is set, as for
 * rules, all of them apply.
 */
export interface Constraint {
  readonly tag: string;
  readonly keyword: string;
  readonly value: Json;
  readonly level: number;
  readonly channel?: Channel;
  readonly adds: boolean;
  readonly location: Location;
  /** Location of each item of the value, if several tags form one list. */
  readonly itemLocations?: readonly Location[];
}

/** Description of an item of a list or a value of a map. That of a field belongs to the field. */
export interface ElementDescription {
  readonly prose: Prose;
  readonly omitsDescriptions?: OmitsDescriptions;
}

interface NodeBase {
  /** Location of the type expression. */
  readonly location: Location;
  readonly nullable: boolean;
  /** Named types between the use and the schema, outermost first. */
  readonly types: readonly NamedType[];
  /** Set if the first of them names exactly this type, apart from null, and not only a part of it, as in `T & U`. */
  readonly isDeclared?: true;
  readonly constraints: readonly Constraint[];
  /** Printed only if the node is an item of a list or a value of a map. */
  readonly description?: ElementDescription;
}

export interface ScalarNode extends NodeBase {
  readonly form: "scalar";
  /** Only enums are integers. Other integers are raw schemas. */
  readonly type: "string" | "boolean" | "number" | "integer";
  /** Members of an enum, in source order. Unset if the scalar has no enum. */
  readonly values?: readonly EnumValue[];
}

export interface EnumValue {
  readonly value: string | number;
  readonly channel?: Channel;
  readonly prose: Prose;
  readonly omitsDescriptions?: OmitsDescriptions;
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

/** Type that states its schema (`@rawSchema`), or that has none (`unknown`). */
export interface RawNode extends NodeBase {
  readonly form: "raw";
  readonly schema: StructuralSchema;
  readonly omitsDescriptions?: OmitsDescriptions;
  /** Set if the type could not be read. That error is reported; errors that follow from it are not. */
  readonly isUnread?: true;
}

export type SchemaNode = ScalarNode | ArrayNode | MapNode | ObjectNode | RawNode;

/**
 * Returns the version of a kind whose tags apply to the whole CRD: the storage version, or the first version if there
 * is none.
 */
export function storageOf({ versions }: Kind): KindVersion {
  return storageVersion(versions) ?? (versions[0] as KindVersion);
}

/**
 * Returns the plural name of a kind, which is part of its URLs: the tagged one, or the English plural of the kind.
 * Kubernetes' own guesses are often wrong (gatewaies, meshs), but it and its tools use the name that the CRD states.
 */
export function pluralOf(kind: string, names: Pick<Names, "plural">): string {
  const singular = kind.toLowerCase();
  if (names.plural !== undefined) return names.plural;
  if (/(?:[sxz]|ch|sh)$/.test(singular)) return `${singular}es`;
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

/** Returns the name of the CRD of a kind, such as `widgets.example.dev`. */
export function crdNameOf(kind: Kind): string {
  const { names, group } = storageOf(kind);
  return crdName(pluralOf(kind.kind, names), group);
}

/** Returns the name of a kind on the command line: the tagged one, or the kind in lowercase. */
export function singularOf(kind: string, names: Names): string {
  return names.singular ?? kind.toLowerCase();
}

/** Returns the kind of a list of objects: the tagged one, or the kind with `List` appended. */
export function listKindOf(kind: string, names: Names): string {
  return names.listKind ?? `${kind}List`;
}
