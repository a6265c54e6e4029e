/**
 * Metadata of every object, as a JSON Schema. A CRD does not contain the fields of `metadata`, so they are repeated
 * here. Source: ObjectMeta in k8s.io/apimachinery pkg/apis/meta/v1.
 */
import type { JsonObject } from "../core/model/json.js";

const TEXT = { type: "string" } as const;
const TEXTS = { type: "object", additionalProperties: TEXT } as const;
const MOMENT = { type: "string", format: "date-time" } as const;
const WHOLE = { type: "integer" } as const;
const FLAG = { type: "boolean" } as const;

const OWNER: JsonObject = {
  type: "object",
  description: "Reference to an owner of an object. Kubernetes deletes the object after all of its owners are deleted.",
  properties: {
    apiVersion: { description: "API group and version of the owner.", ...TEXT },
    kind: { description: "Kind of the owner.", ...TEXT },
    name: {
      description: "Name of the owner, which must be cluster-scoped or in the same namespace as the object.",
      ...TEXT,
    },
    uid: {
      description:
        "UID of the owner. If the owner is deleted and an object with the same name is created, the new object has a " +
        "different UID.",
      ...TEXT,
    },
    controller: {
      description:
        "True if the owner is the controller that manages the object. At most one owner of an object can be the " +
        "managing controller. If omitted, the value is false.",
      ...FLAG,
    },
    blockOwnerDeletion: {
      description:
        "True if foreground deletion of the owner must wait until the object is deleted. If omitted, the value is " +
        "false.",
      ...FLAG,
    },
  },
  required: ["apiVersion", "kind", "name", "uid"],
  additionalProperties: false,
};

const MANAGER: JsonObject = {
  type: "object",
  description: "Fields of an object that one field manager owns. Server-side apply uses this information.",
  properties: {
    manager: { description: "Name of the field manager.", ...TEXT },
    operation: { description: "Operation with which the manager changed the fields: `Apply` or `Update`.", ...TEXT },
    apiVersion: { description: "API version of the object that the field names in `fieldsV1` refer to.", ...TEXT },
    time: { description: "Time at which the manager last added, changed or removed a field.", ...MOMENT },
    fieldsType: { description: "Format of the list of owned fields. The only format is `FieldsV1`.", ...TEXT },
    fieldsV1: { description: "Fields that the manager owns, as a tree of field names.", type: "object" },
    subresource: {
      description:
        "Subresource through which the manager changed the fields. If omitted, the manager changed the main resource.",
      ...TEXT,
    },
  },
  additionalProperties: false,
};

export const OBJECT_META: JsonObject = {
  type: "object",
  description: "Standard metadata of a Kubernetes object.",
  properties: {
    name: {
      description:
        "Name of the object. Must be unique among objects of the same kind in the namespace or, for cluster-scoped " +
        "objects, in the cluster.",
      ...TEXT,
    },
    generateName: {
      description: "Prefix for the unique name that the API server generates if `name` is omitted.",
      ...TEXT,
    },
    namespace: { description: "Namespace of the object. Must be omitted for cluster-scoped objects.", ...TEXT },
    labels: { description: "Labels of the object, which label selectors can match.", ...TEXTS },
    annotations: {
      description:
        "Annotations of the object: arbitrary metadata for tools and users. Label selectors ignore annotations.",
      ...TEXTS,
    },
    finalizers: {
      description:
        "Identifiers of the components that must finish their cleanup before the API server deletes the object.",
      type: "array",
      items: TEXT,
    },
    ownerReferences: {
      description: "Owners of the object. Kubernetes deletes the object after all of its owners are deleted.",
      type: "array",
      items: OWNER,
    },
    uid: {
      description:
        "Unique identifier of the object. If the object is deleted and another one with the same name is created, " +
        "the new object has a different UID. Set by the API server.",
      ...TEXT,
    },
    resourceVersion: {
      description:
        "Opaque identifier of the object's internal version. Changes with every write. Set by the API server.",
      ...TEXT,
    },
    generation: {
      description:
        "Sequence number that increases with each change to the object's desired state. Set by the API server.",
      ...WHOLE,
    },
    // Go programs print null for a time that is not set.
    creationTimestamp: {
      description: "Time at which the object was created. Set by the API server.",
      type: ["string", "null"],
      format: "date-time",
    },
    deletionTimestamp: {
      description: "Time at which the grace period for deleting the object ends. Set by the API server.",
      ...MOMENT,
    },
    deletionGracePeriodSeconds: {
      description: "Grace period for deleting the object, in seconds. Set by the API server.",
      ...WHOLE,
    },
    selfLink: { description: "Deprecated: the API server no longer sets it.", ...TEXT },
    managedFields: {
      description: "Field managers of the object, and the fields that each manager owns. Set by the API server.",
      type: "array",
      items: MANAGER,
    },
  },
  additionalProperties: false,
};
