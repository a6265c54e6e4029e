/**
 * The metadata of every object, as a JSON Schema. A CRD may not repeat it, so the API server's own knowledge stands here.
 * Source: ObjectMeta in k8s.io/apimachinery pkg/apis/meta/v1.
 */
import type { JsonObject } from "../core/model/json.js";

const TEXT = { type: "string" } as const;
const TEXTS = { type: "object", additionalProperties: TEXT } as const;
const MOMENT = { type: "string", format: "date-time" } as const;
const WHOLE = { type: "integer" } as const;
const FLAG = { type: "boolean" } as const;

const OWNER: JsonObject = {
  type: "object",
  description: "An object that this one belongs to and is deleted with.",
  properties: {
    apiVersion: { description: "The group and version of the owner.", ...TEXT },
    kind: { description: "The kind of the owner.", ...TEXT },
    name: { description: "The name of the owner, in the same namespace or in none.", ...TEXT },
    uid: { description: "The one object of that name that is meant: a later one is another.", ...TEXT },
    controller: { description: "Whether the owner manages the object. One owner at most does.", ...FLAG },
    blockOwnerDeletion: {
      description: "Whether the owner, when it is deleted in the foreground, waits for the object to be gone.",
      ...FLAG,
    },
  },
  required: ["apiVersion", "kind", "name", "uid"],
  additionalProperties: false,
};

const MANAGER: JsonObject = {
  type: "object",
  description: "One writer of the object, and the fields that it set.",
  properties: {
    manager: { description: "The name of the writer.", ...TEXT },
    operation: { description: "How it wrote: `Apply` or `Update`.", ...TEXT },
    apiVersion: { description: "The version that the fields are named in.", ...TEXT },
    time: { description: "When the writer last set or dropped a field.", ...MOMENT },
    fieldsType: { description: "The form of the list of fields.", ...TEXT },
    fieldsV1: { description: "The fields, as a tree of their names.", type: "object" },
    subresource: { description: "The subresource that was written to; empty for the object itself.", ...TEXT },
  },
  additionalProperties: false,
};

export const OBJECT_META: JsonObject = {
  type: "object",
  description: "What every Kubernetes object says of itself.",
  properties: {
    name: { description: "The name of the object, unique for its kind in its namespace.", ...TEXT },
    generateName: {
      description: "The beginning of a name that the API server completes; for objects without one.",
      ...TEXT,
    },
    namespace: { description: "The namespace that the object is in. Cluster-scoped objects are in none.", ...TEXT },
    labels: { description: "What the object is picked by: keys and values.", ...TEXTS },
    annotations: { description: "What tools and people note about the object. Nothing is picked by it.", ...TEXTS },
    finalizers: {
      description: "Who still has to clean up before the object may go.",
      type: "array",
      items: TEXT,
    },
    ownerReferences: {
      description: "The objects that this one belongs to. It is deleted with the last of them.",
      type: "array",
      items: OWNER,
    },
    uid: { description: "The identity of the object over time and space. Set by the API server.", ...TEXT },
    resourceVersion: { description: "The state of the object that was read. Set by the API server.", ...TEXT },
    generation: { description: "How often what is wanted has changed. Set by the API server.", ...WHOLE },
    // Go programs print null for a moment that is not set.
    creationTimestamp: {
      description: "When the object was created. Set by the API server.",
      type: ["string", "null"],
      format: "date-time",
    },
    deletionTimestamp: { description: "When the object is to go. Set by the API server.", ...MOMENT },
    deletionGracePeriodSeconds: { description: "How long the object may take to go. Set by the API server.", ...WHOLE },
    selfLink: { description: "The address of the object. No longer set.", ...TEXT },
    managedFields: {
      description: "Who set which fields. Kept by the API server.",
      type: "array",
      items: MANAGER,
    },
  },
  additionalProperties: false,
};
