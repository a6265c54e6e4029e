import { crd, type Subject, withStatus } from "./case.js";

const ANY = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as const;
const LONG = "a".repeat(250);

export const NAMESPACED: Subject = {
  crd: crd("metadata", { v1: withStatus({ spec: ANY, status: ANY }) }),
  requests: {
    "no name": { object: { metadata: {} } },
    "null metadata": { object: { metadata: null } },
    "an empty name": { object: { metadata: { name: "" } } },
    "a name in uppercase": { object: { metadata: { name: "Web" } } },
    "a long name": { object: { metadata: { name: LONG } } },
    "a name that is too long": { object: { metadata: { name: `${LONG}aaaa` } } },
    "a generated name": { object: { metadata: { generateName: "web-" } } },
    "a generated name after a prefix that is cut": { object: { metadata: { generateName: `${LONG}-` } } },
    "a prefix in uppercase": { object: { metadata: { generateName: "Web-" } } },
    "a prefix with two hyphens": { object: { metadata: { generateName: "web--" } } },
    "a prefix that is a hyphen": { object: { metadata: { generateName: "-" } } },
    "a name and a prefix": { object: { metadata: { name: "web", generateName: "Web-" } } },
    labels: { object: { metadata: { name: "w", labels: { "a.b/c": "d_e.f", g: "" } } } },
    "labels that are not valid": { object: { metadata: { name: "w", labels: { "a b": "c", d: "e f" } } } },
    "a label that is a number": { object: { metadata: { name: "w", labels: { a: 1 } } } },
    "null labels": { object: { metadata: { name: "w", labels: { a: null } } } },
    "annotations that are not valid": { object: { metadata: { name: "w", annotations: { "a/b/c": "d", é: "" } } } },
    "annotations that are too large": { object: { metadata: { name: "w", annotations: { a: "x".repeat(262_144) } } } },
    "an unknown field": { object: { metadata: { name: "w", lables: { a: "b" } } } },
    "an owner": { object: { metadata: { name: "w", ownerReferences: [owner()] } } },
    "an owner without a uid": { object: { metadata: { name: "w", ownerReferences: [owner({ uid: "" })] } } },
    "an owner of a wrong version": {
      object: { metadata: { name: "w", ownerReferences: [owner({ apiVersion: "a/b/c" })] } },
    },
    "an Event as owner": { object: { metadata: { name: "w", ownerReferences: [owner({ kind: "Event" })] } } },
    "two controllers": {
      object: {
        metadata: { name: "w", ownerReferences: [owner({ controller: true }), owner({ uid: "2", controller: true })] },
      },
    },
    "the same owner twice": {
      object: { metadata: { name: "w", ownerReferences: [owner({ controller: true }), owner({ controller: true })] } },
    },
    "fields that only a server sets": {
      object: {
        metadata: {
          name: "w",
          uid: "1",
          selfLink: "/x",
          generation: 7,
          deletionTimestamp: "2020-01-01T00:00:00Z",
          deletionGracePeriodSeconds: 5,
        },
      },
    },
    "an update with a time of deletion": {
      old: {},
      object: { metadata: { name: "w", deletionTimestamp: "2020-01-01T00:00:00Z", deletionGracePeriodSeconds: 5 } },
    },
    finalizers: { object: { metadata: { name: "w", finalizers: ["a.b/c", "d"] } } },
    "a finalizer that is not valid": { object: { metadata: { name: "w", finalizers: ["a b"] } } },
    "finalizers that exclude each other": {
      object: { metadata: { name: "w", finalizers: ["orphan", "foregroundDeletion"] } },
    },
    "an update with a finalizer that is not valid": {
      old: {},
      object: { metadata: { name: "w", finalizers: ["a b"] } },
    },
    "an update with finalizers that exclude each other": {
      old: {},
      object: { metadata: { name: "w", finalizers: ["orphan", "foregroundDeletion"] } },
    },
    "an update with labels that are not valid": {
      old: {},
      object: { metadata: { name: "w", labels: { "a b": "c" } } },
    },
    "an update of another uid": { old: {}, object: { metadata: { name: "w", uid: "1" } } },
    "an update that removes labels": { old: { metadata: { labels: { a: "b" } } }, object: {} },
    "a new finalizer of an object that is being deleted": {
      old: { metadata: { finalizers: ["a.b/c"] } },
      object: { metadata: { name: "w", finalizers: ["a.b/c", "d.e/f"] } },
      isDeleted: true,
    },
    "an object that is being deleted, without its finalizer": {
      old: { metadata: { finalizers: ["a.b/c"] } },
      object: {},
      isDeleted: true,
    },
    "a status that ignores the metadata": {
      old: {},
      object: { metadata: { name: "w", labels: { "a b": "c" } }, status: { a: 1 } },
      subresource: "status",
    },
    "the wrong kind": { object: { kind: "Gizmo" } },
    "a namespace that is not valid": { object: { metadata: { name: "w", namespace: "A" } } },
  },
};

export const CLUSTER: Subject = {
  crd: crd("cluster", { v1: { spec: ANY } }, { scope: "Cluster" }),
  requests: {
    "no namespace": { object: {} },
    "a namespace, which is removed": { object: { metadata: { name: "w", namespace: "a" } } },
    "a namespace that is not valid, which is removed": { object: { metadata: { name: "w", namespace: "A B" } } },
  },
};

const NAME = { type: "string", maxLength: 8, pattern: "^a" } as const;

export const DECLARED: Subject = {
  crd: crd("names", {
    v1: {
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: { metadata: { type: "object", properties: { name: NAME, generateName: { type: "string" } } } },
          "x-kubernetes-validations": [{ rule: "self.metadata.name != 'ab'", message: "is ab" }],
        },
      },
    },
  }),
  requests: {
    "a name": { object: { metadata: { name: "a" } } },
    "a name that a rule rejects": { object: { metadata: { name: "ab" } } },
    "a name that is too long": { object: { metadata: { name: "abcdefghi" } } },
    "a generated name": { object: { metadata: { generateName: "ab-" } } },
    "a generated name that is too long": { object: { metadata: { generateName: "abcd" } } },
    "a generated name of another pattern": { object: { metadata: { generateName: "b-" } } },
  },
};

function owner(fields: object = {}) {
  return { apiVersion: "v1", kind: "Pod", name: "a", uid: "1", ...fields };
}
