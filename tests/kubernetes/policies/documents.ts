/** Policies, bindings and requests for tests, about custom resources of the kind Widget. */
import type { Json, JsonObject } from "../../../scripts/core/model/json.js";
import type { AdmissionAttributes } from "../../../scripts/kubernetes/policies/attributes.js";

const API_VERSION = "admissionregistration.k8s.io/v1";

/** Rule about the creation and the update of widgets. */
export const RULE = {
  apiGroups: ["example.dev"],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE"],
  resources: ["widgets"],
};

/** Returns a policy about widgets. Without validations, it has one that always holds. */
export function policy(spec: JsonObject = {}, name = "limits"): JsonObject {
  const all = { matchConstraints: { resourceRules: [RULE] }, validations: [{ expression: "true" }], ...spec };
  return { apiVersion: API_VERSION, kind: "ValidatingAdmissionPolicy", metadata: { name }, spec: all };
}

/** Returns a policy with one validation. */
export function validating(expression: string, spec: JsonObject = {}): JsonObject {
  return policy({ validations: [{ expression }], ...spec });
}

export function binding(spec: JsonObject = {}, name = "limits"): JsonObject {
  const all = { policyName: "limits", validationActions: ["Deny"], ...spec };
  return { apiVersion: API_VERSION, kind: "ValidatingAdmissionPolicyBinding", metadata: { name }, spec: all };
}

export function configMap(name: string, data: JsonObject, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "default", ...metadata }, data };
}

/** Kind of the parameters that `configMap` returns. */
export const CONFIG_MAP = { apiVersion: "v1", kind: "ConfigMap" };

/** Returns the request that creates a widget. */
export function creation(spec: Json, attributes: Partial<AdmissionAttributes> = {}): AdmissionAttributes {
  const { name = "a", namespace = "default" } = attributes;
  const object = { apiVersion: "example.dev/v1", kind: "Widget", metadata: { name, namespace }, spec };
  return {
    operation: "CREATE",
    resource: { group: "example.dev", version: "v1", resource: "widgets" },
    kind: { group: "example.dev", version: "v1", kind: "Widget" },
    subresource: "",
    name,
    namespace,
    object,
    ...attributes,
  };
}
