/** Prints a kind, trimmed to a channel, as a CustomResourceDefinition. */
import { type Column, type Kind, type KindVersion, listKindOf, pluralOf, singularOf } from "../core/model/api.js";
import { APPROVAL_ANNOTATION, type Bundle, webhookConversionOf } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import type { CrdVersion, CustomResourceDefinition } from "../core/model/crd.js";
import { compareStrings } from "../core/model/diagnostic.js";
import type { JsonObject } from "../core/model/json.js";
import { crdName } from "../core/model/names.js";
import { tagOf } from "../core/model/release-version.js";
import { type SchemaMap, type StructuralSchema, withoutDescriptions } from "../core/model/schema.js";
import { storageVersion } from "../core/model/versions.js";
import { metadataRestrictions, type SchemaPrinter, withDescription } from "./schema.js";

/** Fields that the objects of every API have, with the descriptions for authors who describe none. */
export const OBJECT_PROPERTIES: SchemaMap = {
  apiVersion: { description: "API group and version of the object's schema.", type: "string" },
  kind: { description: "Kind of the object, in CamelCase. The kind cannot be changed.", type: "string" },
};

/** Returns the CRD of a kind whose storage version is in the channel. */
export function printCrd(
  kind: Kind,
  bundle: Bundle,
  channel: Channel,
  schemas: SchemaPrinter,
): CustomResourceDefinition {
  const storage = storageVersion(kind.versions) as KindVersion;
  const { names } = storage;
  const plural = pluralOf(kind.kind, names);
  const name = crdName(plural, kind.group);
  const conversion = webhookConversionOf(name, bundle);
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name,
      annotations: { ...names.annotations, ...approvalOf(kind.group, bundle), ...stamp(bundle, channel) },
      ...(Object.keys(names.labels).length > 0 && { labels: names.labels }),
    },
    spec: {
      group: kind.group,
      names: {
        kind: kind.kind,
        listKind: listKindOf(kind.kind, names),
        plural,
        singular: singularOf(kind.kind, names),
        ...(names.shortNames.length > 0 && { shortNames: names.shortNames }),
        ...(names.categories.length > 0 && { categories: names.categories }),
      },
      scope: names.scope,
      // Sorted by name, like the output of controller-gen. The order has no meaning to the API server.
      versions: [...kind.versions]
        .sort((a, b) => compareStrings(a.version, b.version))
        .map((version) => printVersion(version, schemas)),
      ...(conversion && { conversion }),
    },
  };
}

/** Returns the annotations that state the bundle version and the channel of an object. */
export function stamp(bundle: Bundle, channel: Channel): Record<string, string> {
  const { bundleVersion, channel: channelKey } = bundle.annotations;
  return { [bundleVersion]: tagOf(bundle.version), [channelKey]: channel };
}

function approvalOf(group: string, bundle: Bundle): Record<string, string> {
  const approval = bundle.groups.find((candidate) => candidate.name === group)?.approval;
  return approval === undefined ? {} : { [APPROVAL_ANNOTATION]: approval };
}

function printVersion(version: KindVersion, schemas: SchemaPrinter): CrdVersion {
  return {
    name: version.version,
    served: version.served,
    storage: version.storage,
    ...(version.deprecation && { deprecated: true as const }),
    ...(version.deprecation?.warning !== undefined && { deprecationWarning: version.deprecation.warning }),
    ...(version.columns.length > 0 && { additionalPrinterColumns: version.columns.map(printColumn) }),
    ...(version.selectableFields.length > 0 && {
      selectableFields: version.selectableFields.map(({ path }) => ({ jsonPath: path })),
    }),
    schema: { openAPIV3Schema: printRoot(version, schemas) },
    subresources: printSubresources(version),
  };
}

function printColumn(column: Column): JsonObject {
  const { name, type, path: jsonPath, format, priority, description } = column;
  return {
    name,
    type,
    jsonPath,
    ...(format !== undefined && { format }),
    ...(priority !== undefined && { priority }),
    ...(description !== undefined && { description }),
  };
}

/**
 * Returns the schema of the root: the author's fields, the fields of every object, and, if the setting of the bundle
 * asks for it, the keyword that preserves unknown fields.
 */
function printRoot(version: KindVersion, schemas: SchemaPrinter): StructuralSchema {
  const schema = withDescription(schemas.print(version.root), version.prose);
  const restrictions = metadataRestrictions(version);
  const metadata = { type: "object", ...(Object.keys(restrictions).length > 0 && { properties: restrictions }) };
  const root = {
    ...schema,
    properties: {
      ...schema.properties,
      ...schemas.objectProperties(version, OBJECT_PROPERTIES),
      // The API server rejects a description here. Source: apiextensions-apiserver pkg/apiserver/schema/validation.go.
      metadata,
    },
    ...(schemas.preserve !== "none" && { "x-kubernetes-preserve-unknown-fields": true }),
  };
  return schemas.omits(version) ? withoutDescriptions(root) : root;
}

function printSubresources(version: KindVersion): JsonObject {
  const { scale } = version;
  return {
    ...(version.statusSubresource && { status: {} }),
    ...(scale && {
      scale: {
        specReplicasPath: scale.spec.path,
        statusReplicasPath: scale.status.path,
        ...(scale.selector && { labelSelectorPath: scale.selector.path }),
      },
    }),
  };
}
