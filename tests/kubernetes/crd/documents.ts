/** CRDs to check: a valid one, and functions that change a part of it. */
import type { Json, JsonObject } from "../../../scripts/core/model/json.js";

export const ROOT = {
  type: "object",
  properties: {
    apiVersion: { type: "string" },
    kind: { type: "string" },
    metadata: { type: "object" },
    spec: { type: "object", properties: { size: { type: "string" }, replicas: { type: "integer" } } },
    status: { type: "object", properties: { replicas: { type: "integer" }, selector: { type: "string" } } },
  },
};

export const VERSION = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: ROOT } };

const CRD = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.dev" },
  spec: {
    group: "example.dev",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [VERSION],
  },
};

/** Returns the valid CRD with other top-level fields. */
export function crd(fields: JsonObject = {}): JsonObject {
  return { ...CRD, ...fields };
}

/** Returns the valid CRD with other metadata. */
export function withMetadata(metadata: JsonObject): JsonObject {
  return crd({ metadata: { ...CRD.metadata, ...metadata } });
}

/** Returns the valid CRD with other fields of the spec. */
export function withSpec(spec: JsonObject): JsonObject {
  return crd({ spec: { ...CRD.spec, ...spec } });
}

/** Returns the valid CRD with other names. */
export function withNames(names: JsonObject): JsonObject {
  return withSpec({ names: { ...CRD.spec.names, ...names } });
}

/** Returns the valid CRD with a conversion webhook. */
export function withWebhook(webhook: Json): JsonObject {
  return withSpec({ conversion: { strategy: "Webhook", webhook } });
}

/** Returns the valid CRD with other fields of its version. */
export function withVersion(version: JsonObject): JsonObject {
  return withSpec({ versions: [{ ...VERSION, ...version }] });
}

/** Returns the valid CRD with other schemas, one for each version. */
export function withSchemas(...schemas: readonly Json[]): JsonObject {
  const versions = schemas.map((schema, index) => versionWith(schema, index));
  return withSpec({ versions });
}

/** Returns a version with a schema. The first version is stored. */
export function versionWith(schema: Json, index = 0, more: JsonObject = {}): JsonObject {
  return { ...VERSION, name: `v${index + 1}`, storage: index === 0, schema: { openAPIV3Schema: schema }, ...more };
}

/** Returns the valid CRD with other keywords at the root of its schema. */
export function withRoot(keywords: JsonObject): JsonObject {
  return withSchemas({ ...ROOT, ...keywords });
}

/** Returns a root in which the field `spec.a` has a schema. */
export function rootWith(schema: Json): JsonObject {
  return { ...ROOT, properties: { ...ROOT.properties, spec: { type: "object", properties: { a: schema } } } };
}

/** Returns the valid CRD in which the field `spec.a` has a schema. */
export function withField(schema: Json): JsonObject {
  return withSchemas(rootWith(schema));
}

export const STRING = { type: "string" };

/** An object that has the key `k`. */
export const KEYED = { type: "object", required: ["k"], properties: { k: STRING } };

/** The names of nine fields. */
export const NINE = Array.from({ length: 9 }, (_, index) => `f${index}`);

/** Returns the schema of an object. */
export function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "object", properties, ...more };
}

/** Returns the schema of a list. */
export function list(items: Json, more: JsonObject = {}): JsonObject {
  return { type: "array", items, ...more };
}

/** Returns the schema of a set. */
export function set(items: Json, more: JsonObject = {}): JsonObject {
  return list(items, { "x-kubernetes-list-type": "set", ...more });
}

/** Returns the schema of a list of objects with keys. */
export function map(items: Json, keys: Json, more: JsonObject = {}): JsonObject {
  return list(items, { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys, ...more });
}

/** Returns the schema of an embedded resource. */
export function resource(more: JsonObject): JsonObject {
  return { type: "object", "x-kubernetes-embedded-resource": true, ...more };
}

/** Returns a root with a schema for the metadata. */
export function inMetadata(schema: JsonObject): JsonObject {
  return { ...ROOT, properties: { ...ROOT.properties, metadata: schema } };
}

/** A CRD in another group. */
export function inGroup(group: string, annotations: JsonObject = {}): JsonObject {
  const { spec } = withSpec({ group });
  return crd({ metadata: { name: `widgets.${group}`, annotations }, ...(spec && { spec }) });
}

/** The annotation with which Kubernetes approves an API. */
export const APPROVAL = "api-approved.kubernetes.io";

/** Returns the valid CRD with a webhook for these versions of ConversionReview. */
export function reviews(...versions: readonly Json[]): JsonObject {
  return withWebhook({ conversionReviewVersions: versions, clientConfig: { url: "https://example.dev" } });
}
