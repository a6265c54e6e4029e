/** BackendTLSPolicy as Gateway API v1.0.0 defined it: one version, in which the fields had other names. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "../../scripts/core/model/json.js";
import { printYaml } from "../../scripts/core/yaml/print.js";
import type { ObjectRef } from "./client.js";

export const GROUP = "gateway.networking.k8s.io";
export const KIND = "BackendTLSPolicy";
const ANNOTATIONS = `${GROUP}/`;

const text = { type: "string" };
const reference = (...fields: readonly string[]) => ({
  type: "object",
  required: ["group", "kind", "name"],
  properties: Object.fromEntries(fields.map((field) => [field, text])),
});

/** Like all CRDs of that time, it removes unknown fields. */
const CRD: JsonObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: {
    name: `backendtlspolicies.${GROUP}`,
    annotations: {
      "api-approved.kubernetes.io": "https://github.com/kubernetes-sigs/gateway-api/pull/2466",
      [`${ANNOTATIONS}bundle-version`]: "v1.0.0",
      [`${ANNOTATIONS}channel`]: "experimental",
    },
  },
  spec: {
    group: GROUP,
    scope: "Namespaced",
    names: { kind: KIND, listKind: `${KIND}List`, plural: "backendtlspolicies", singular: "backendtlspolicy" },
    versions: [
      {
        name: "v1alpha2",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            required: ["spec"],
            properties: {
              apiVersion: text,
              kind: text,
              metadata: { type: "object" },
              spec: {
                type: "object",
                required: ["targetRef", "tls"],
                properties: {
                  targetRef: reference("group", "kind", "name", "namespace"),
                  tls: {
                    type: "object",
                    required: ["hostname"],
                    properties: {
                      caCertRefs: { type: "array", maxItems: 8, items: reference("group", "kind", "name") },
                      hostname: text,
                      wellKnownCACerts: { type: "string", enum: ["System"] },
                    },
                  },
                },
              },
              status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
            },
          },
        },
      },
    ],
  },
};

/** Runs an action with a directory that contains the bundle. */
export async function withOldBundle<T>(action: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), "old-bundle-"));
  try {
    writeFileSync(join(directory, "crd.yaml"), printYaml(CRD));
    return await action(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Returns a policy in the old form. Some have a part that the new form lacks. */
export function oldPolicy(number: number): ObjectRef {
  const certificates = [{ group: "", kind: "ConfigMap", name: `authority-${number}` }];
  const authority = number % 2 === 0 ? { caCertRefs: certificates } : { wellKnownCACerts: "System" };
  const namespace = number % 5 === 0 ? { namespace: "default" } : {};
  return {
    apiVersion: `${GROUP}/v1alpha2`,
    kind: KIND,
    metadata: { name: `policy-${number}`, namespace: "default", labels: { number: String(number) } },
    spec: {
      targetRef: { group: "", kind: "Service", name: `service-${number}`, ...namespace },
      tls: { hostname: `host-${number}.example`, ...authority },
    },
  };
}
