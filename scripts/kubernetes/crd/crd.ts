/** A decoded CRD, with defaults, and with what its versions share, as the validation of the API server sees it. */
import type { JsonObject } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import type { Path } from "./problem.js";
import { areSame } from "./schema/equality.js";
import { nodesOf, type SchemaNode } from "./schema/nodes.js";

/** CustomResourceDefinition of apiextensions.k8s.io/v1. Values of Go that are zero are omitted. */
export interface Crd {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: Metadata;
  readonly group: string;
  readonly names: Names;
  readonly scope?: string;
  readonly conversion?: Conversion;
  readonly preserveUnknownFields: boolean;
  readonly versions: readonly Version[];
  /** Set if all versions have the same schema, or no version has one. */
  readonly hasOneSchema: boolean;
  /** Set if all versions have the same selectable fields, or no version has any. */
  readonly hasSameSelectableFields: boolean;
  readonly isEstablished: boolean;
  readonly storedVersions: readonly string[];
}

export interface Metadata {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  readonly generation?: number;
  readonly deletionTimestamp?: string;
  readonly managedFields?: readonly ManagedFields[];
}

export interface OwnerReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly controller?: boolean;
}

export interface ManagedFields {
  readonly manager?: string;
  readonly operation?: string;
  readonly fieldsType?: string;
  readonly subresource?: string;
}

export interface Names {
  readonly plural?: string;
  readonly singular?: string;
  readonly kind?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface Conversion {
  readonly strategy?: string;
  readonly webhook?: {
    readonly clientConfig?: ClientConfig;
    readonly conversionReviewVersions?: readonly string[];
  };
}

export interface ClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly path?: string;
    readonly port?: number;
  };
  readonly caBundle?: string;
}

export interface Version {
  readonly name: string;
  readonly path: Path;
  readonly isServed: boolean;
  readonly isStorage: boolean;
  readonly isDeprecated: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: StructuralSchema;
  readonly schemaPath: Path;
  /** Every schema inside the schema of the version, itself included. */
  readonly nodes: readonly SchemaNode[];
  /** Set if the root of the schema must be one from which the status can be extracted. */
  readonly hasStatus: boolean;
  readonly scale?: Scale;
  readonly columns: readonly Column[];
  readonly selectableFields: readonly { readonly jsonPath?: string }[];
}

export interface Scale {
  readonly specReplicasPath?: string;
  readonly statusReplicasPath?: string;
  readonly labelSelectorPath?: string;
}

export interface Column {
  readonly name?: string;
  readonly type?: string;
  readonly format?: string;
  readonly jsonPath?: string;
}

interface DecodedVersion {
  readonly name?: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: StructuralSchema };
  readonly subresources?: { readonly status?: JsonObject; readonly scale?: Scale };
  readonly additionalPrinterColumns?: readonly Column[];
  readonly selectableFields?: readonly { readonly jsonPath?: string }[];
}

interface DecodedCrd {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: Metadata;
  readonly spec?: {
    readonly group?: string;
    readonly names?: Names;
    readonly scope?: string;
    readonly versions?: readonly DecodedVersion[];
    readonly conversion?: Conversion;
    readonly preserveUnknownFields?: boolean;
  };
  readonly status?: {
    readonly conditions?: readonly { readonly type?: string; readonly status?: string }[];
    readonly storedVersions?: readonly string[];
  };
}

/** Returns a decoded document as a CRD. The types of its fields are those that `decode` checked. */
export function readCrd(decoded: JsonObject): Crd {
  const { apiVersion, kind, metadata = {}, spec = {}, status = {} } = decoded as DecodedCrd;
  const { group = "", names = {}, scope, versions = [], conversion, preserveUnknownFields = false } = spec;
  const hasOneSchema = areSame(versions.map(({ schema }) => schema));
  const isAnyStatus = versions.some(({ subresources }) => subresources?.status);
  return {
    ...(apiVersion !== undefined && { apiVersion }),
    ...(kind !== undefined && { kind }),
    ...(scope !== undefined && { scope }),
    ...(conversion && { conversion }),
    metadata,
    group,
    names: withDefaults(names),
    preserveUnknownFields,
    hasOneSchema,
    hasSameSelectableFields: areSame(versions.map(({ selectableFields = [] }) => selectableFields)),
    versions: versions.map((version, index) =>
      // Of schemas that are equal, the API server keeps the first.
      readVersion(
        hasOneSchema ? { ...version, ...schemaOf(versions[0]) } : version,
        index,
        hasOneSchema && isAnyStatus,
      ),
    ),
    isEstablished: (status.conditions ?? []).some(({ type, status: is }) => type === "Established" && is === "True"),
    storedVersions: storedVersionsOf(versions, status.storedVersions),
  };
}

/** Source: apiextensions-apiserver pkg/apis/apiextensions/v1/defaults.go. */
function withDefaults({ singular, listKind, ...names }: Names): Names {
  const { kind } = names;
  if (kind === undefined) return { ...names, ...(singular && { singular }), ...(listKind && { listKind }) };
  return { ...names, singular: singular ?? kind.toLowerCase(), listKind: listKind ?? `${kind}List` };
}

/** Source: the same file. Without a status, objects are stored in the storage version. */
function storedVersionsOf(versions: readonly DecodedVersion[], stored: readonly string[] = []): readonly string[] {
  const [storage] = versions.filter((version) => version.storage);
  return stored.length === 0 && storage ? [storage.name ?? ""] : stored;
}

function schemaOf(first: DecodedVersion | undefined): Pick<DecodedVersion, "schema"> {
  return first?.schema ? { schema: first.schema } : {};
}

/** A schema that all versions share is validated for the status subresource if any of them has it. */
function readVersion(version: DecodedVersion, index: number, hasSharedStatus: boolean): Version {
  const { name = "", schema: validation, subresources, deprecationWarning } = version;
  const path = ["spec", "versions", index];
  const schemaPath = [...path, "schema", "openAPIV3Schema"];
  const schema = validation?.openAPIV3Schema;
  return {
    name,
    path,
    schemaPath,
    isServed: version.served === true,
    isStorage: version.storage === true,
    isDeprecated: version.deprecated === true,
    ...(deprecationWarning !== undefined && { deprecationWarning }),
    ...(schema && { schema }),
    nodes: schema ? nodesOf(schema, schemaPath) : [],
    hasStatus: hasSharedStatus || subresources?.status !== undefined,
    ...(subresources?.scale && { scale: subresources.scale }),
    columns: version.additionalPrinterColumns ?? [],
    selectableFields: version.selectableFields ?? [],
  };
}
