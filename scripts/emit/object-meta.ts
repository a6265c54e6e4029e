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
  description: "Reference to an owner of an object. Kubernetes deletes the object when all its owners are deleted.",
  properties: {
    apiVersion: { description: "API group and version of the owner.", ...TEXT },
    kind: { description: "Kind of the owner.", ...TEXT },
    name: {
      description: "Name of the owner, which must be cluster-scoped or in the namespace of the object.",
      ...TEXT,
    },
    uid: {
      description: "UID of the owner. An object that is created later with the same name has a different UID.",
      ...TEXT,
    },
    controller: {
      description:
        "True if the owner is the controller that manages the object. At most one owner can be. If omitted, false.",
      ...FLAG,
    },
    blockOwnerDeletion: {
      description: "True if foreground deletion of the owner must wait until the object is deleted. If omitted, false.",
      ...FLAG,
    },
  },
  required: ["apiVersion", "kind", "name", "uid"],
  additionalProperties: false,
};

const MANAGER: JsonObject = {
  type: "object",
  description: "Fields of an object that one manager owns, for server-side apply.",
  properties: {
    manager: { description: "Name of the manager.", ...TEXT },
    operation: { description: "Operation with which the manager wrote the fields: `Apply` or `Update`.", ...TEXT },
    apiVersion: { description: "API version of the object in which `fieldsV1` names the fields.", ...TEXT },
    time: { description: "Time at which the manager last added, changed or removed a field.", ...MOMENT },
    fieldsType: { description: "Format of the fields. The only format is `FieldsV1`.", ...TEXT },
    fieldsV1: { description: "Owned fields, as a tree of their names.", type: "object" },
    subresource: {
      description: "Subresource through which the manager wrote. If omitted, it wrote to the object itself.",
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
      description: "Name of the object, unique among the objects of its kind in a namespace, or in the cluster.",
      ...TEXT,
    },
    generateName: {
      description: "Prefix for a unique name, which the API server generates if `name` is omitted.",
      ...TEXT,
    },
    namespace: { description: "Namespace of the object. Cluster-scoped objects have none.", ...TEXT },
    labels: { description: "Labels of the object, by which selectors can select it.", ...TEXTS },
    annotations: {
      description: "Annotations of the object: metadata for tools and people. Selectors ignore them.",
      ...TEXTS,
    },
    finalizers: {
      description: "Identifiers of the components that must clean up before the API server deletes the object.",
      type: "array",
      items: TEXT,
    },
    ownerReferences: {
      description: "Owners of the object. Kubernetes deletes the object when all its owners are deleted.",
      type: "array",
      items: OWNER,
    },
    uid: {
      description:
        "Unique identifier of the object. An object that is created later with the same name has a different one. " +
        "Set by the API server.",
      ...TEXT,
    },
    resourceVersion: {
      description: "Opaque identifier of the state of the object. Changes with every write. Set by the API server.",
      ...TEXT,
    },
    generation: {
      description: "Number that increases with each change of the desired state. Set by the API server.",
      ...WHOLE,
    },
    // Go programs print null for a time that is not set.
    creationTimestamp: {
      description: "Time at which the object was created. Set by the API server.",
      type: ["string", "null"],
      format: "date-time",
    },
    deletionTimestamp: {
      description: "Time at which the grace period for the deletion of the object ends. Set by the API server.",
      ...MOMENT,
    },
    deletionGracePeriodSeconds: {
      description: "Grace period for the deletion of the object, in seconds. Set by the API server.",
      ...WHOLE,
    },
    selfLink: { description: "Deprecated: the API server no longer sets it.", ...TEXT },
    managedFields: {
      description: "Managers of the object and the fields that each of them owns. Set by the API server.",
      type: "array",
      items: MANAGER,
    },
  },
  additionalProperties: false,
};
