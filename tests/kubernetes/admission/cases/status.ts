import { crd, type Subject, withStatus } from "./case.js";

const NUMBER = { type: "integer" } as const;

export const STATUS: Subject = {
  crd: crd("status", {
    v1: withStatus({
      spec: { type: "object", properties: { a: { ...NUMBER, maximum: 5 } } },
      status: {
        type: "object",
        default: { phase: "new" },
        required: ["phase"],
        properties: {
          phase: { type: "string", maxLength: 5 },
          n: { ...NUMBER, "x-kubernetes-validations": [{ rule: "self > 0" }, { rule: "self >= oldSelf" }] },
          list: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
          pod: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
        },
      },
    }),
  }),
  requests: {
    "a new object": { object: { spec: { a: 1 }, status: { phase: "wrong type", n: "x" } } },
    "an update that keeps the status": {
      old: { spec: { a: 1 }, status: { phase: "old" } },
      object: { spec: { a: 2 }, status: { phase: "new" } },
    },
    "an update that keeps the spec": {
      old: { spec: { a: 1 }, status: { phase: "old" } },
      object: { spec: { a: 9 }, status: { phase: "later" } },
      subresource: "status",
    },
    "no status": { old: { spec: {}, status: { phase: "old" } }, object: { spec: {} }, subresource: "status" },
    errors: { old: {}, object: { status: { phase: "too long", list: ["a", "a"] } }, subresource: "status" },
    "a missing field": { old: {}, object: { status: { n: 1 } }, subresource: "status" },
    rules: { old: { status: { phase: "a", n: 2 } }, object: { status: { phase: "a", n: 1 } }, subresource: "status" },
    "a new value": { old: { status: { phase: "a" } }, object: { status: { phase: "a", n: 0 } }, subresource: "status" },
    "an embedded resource": { old: {}, object: { status: { phase: "a", pod: {} } }, subresource: "status" },
    "a wrong type": { old: {}, object: { status: { phase: 1 } }, subresource: "status" },
    "an unknown field": {
      old: {},
      object: { status: { phase: "a", extra: 1 }, spec: { extra: 1 } },
      subresource: "status",
    },
  },
};

export const PLAIN: Subject = {
  crd: crd("plain", {
    v1: { spec: { type: "object", properties: { a: NUMBER } }, status: { type: "object", properties: { a: NUMBER } } },
  }),
  requests: {
    "a new object": { object: { spec: { a: 1 }, status: { a: 1 } } },
    "an update": { old: { spec: { a: 1 }, status: { a: 1 } }, object: { spec: { a: 2 } } },
    "a wrong status": { object: { status: { a: "1" } } },
  },
};

export const SCALE: Subject = {
  crd: crd("scale", {
    v1: withStatus(
      {
        spec: {
          type: "object",
          nullable: true,
          properties: { replicas: { "x-kubernetes-preserve-unknown-fields": true } },
        },
        status: {
          type: "object",
          properties: {
            replicas: { "x-kubernetes-preserve-unknown-fields": true },
            selector: { "x-kubernetes-preserve-unknown-fields": true },
          },
        },
      },
      {
        scale: {
          specReplicasPath: ".spec.replicas",
          statusReplicasPath: ".status.replicas",
          labelSelectorPath: ".status.selector",
        },
      },
    ),
  }),
  requests: {
    valid: { object: { spec: { replicas: 3 } } },
    "no replicas": { object: {} },
    "a null spec": { object: { spec: null } },
    "negative replicas": { object: { spec: { replicas: -1 } } },
    "too many replicas": { object: { spec: { replicas: 2_147_483_648 } } },
    "replicas that are no integer": { object: { spec: { replicas: "1" } } },
    "a fraction": { object: { spec: { replicas: 1.5 } } },
    "a status that is a number": { old: {}, object: { status: 5 }, subresource: "status" },
    "replicas of the status": { old: {}, object: { status: { replicas: -1, selector: 1 } }, subresource: "status" },
    "a valid status": { old: {}, object: { status: { replicas: 1, selector: "a=b" } }, subresource: "status" },
    "a spec that the status does not replace": {
      old: {},
      object: { spec: { replicas: -1 }, status: { replicas: 1 } },
      subresource: "status",
    },
  },
};

export const VERSIONS: Subject = {
  crd: crd("versions", {
    v2: {
      spec: { type: "object", properties: { a: NUMBER, b: { ...NUMBER, default: 2 }, d: { ...NUMBER, maximum: 3 } } },
    },
    v1: {
      spec: { type: "object", properties: { a: NUMBER, c: { ...NUMBER, default: 3 }, d: { ...NUMBER, maximum: 9 } } },
    },
  }),
  requests: {
    "the stored version": { object: { spec: { a: 1, c: 1 } } },
    "another version": { object: { apiVersion: "versions.example.dev/v1", spec: { a: 1, b: 1, c: 1, d: 5 } } },
    "an update in another version": {
      old: { spec: { a: 1, b: 1 } },
      object: { apiVersion: "versions.example.dev/v1", spec: { a: 2, d: 5 } },
    },
    "an error": { object: { apiVersion: "versions.example.dev/v1", spec: { d: 10 } } },
  },
};

/** The fields of the scale are in values of any type. */
export const SCALE_OF_ANY: Subject = {
  crd: crd("scale-of-any", {
    v1: {
      schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      subresources: { scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" } },
    },
  }),
  requests: {
    "a spec that is a number": { object: { spec: 5 } },
    "a status that is a number": { object: { status: 3 } },
    "a spec that is a list": { object: { spec: [1] } },
    "a null spec": { object: { spec: null } },
  },
};
