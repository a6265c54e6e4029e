import { isJsonArray, isJsonObject, type JsonObject } from "../../../../scripts/core/model/json.js";

/** Request whose object needs only what it is about: the rest is added. */
export interface AdmissionCase {
  readonly object: JsonObject;
  /** The stored object. If set, the request updates it. */
  readonly old?: JsonObject;
  readonly subresource?: "status";
  /** Set if the stored object is being deleted. It needs a finalizer. */
  readonly isDeleted?: true;
}

/** A CRD, and requests about its objects by what they show. */
export interface Subject {
  readonly crd: JsonObject;
  readonly requests: Readonly<Record<string, AdmissionCase>>;
}

/** Returns a CRD of Widgets, in a group of its own, from the properties of their schema in each version. */
export function crd(
  subject: string,
  versions: Readonly<Record<string, JsonObject>>,
  spec: JsonObject = {},
): JsonObject {
  const group = `${subject}.example.dev`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      names: { kind: "Widget", plural: "widgets", singular: "widget", listKind: "WidgetList" },
      scope: "Namespaced",
      versions: Object.entries(versions).map(([name, version], index) => ({
        name,
        served: true,
        storage: index === 0,
        ...("schema" in version ? version : { schema: { openAPIV3Schema: { type: "object", properties: version } } }),
      })),
      ...spec,
    },
  };
}

/** Returns a version with the status subresource. */
export function withStatus(properties: JsonObject, subresources: JsonObject = {}): JsonObject {
  return {
    schema: { openAPIV3Schema: { type: "object", properties } },
    subresources: { status: {}, ...subresources },
  };
}

/** Returns an object of a subject, in its first version unless it has an apiVersion. */
export function complete({ crd: { spec } }: Subject, object: JsonObject): JsonObject {
  const { group, versions } = spec as JsonObject;
  const [first] = (isJsonArray(versions) ? versions : []).filter(isJsonObject);
  return { apiVersion: `${group}/${first?.name}`, kind: "Widget", metadata: { name: "w" }, ...object };
}
