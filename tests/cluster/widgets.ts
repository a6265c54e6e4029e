/** A small bundle for tests of migrations: Widgets in namespaces, with a status, and Gadgets without both. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../../scripts/core/model/json.js";

export const GROUP = "example.dev";
export const VERSION = "1.1.0";
export const WIDGETS = `widgets.${GROUP}`;
export const GADGETS = `gadgets.${GROUP}`;

/** Returns the CRDs of the bundle, with one of their two versions as the storage version. */
export function bundleCrds(storage: "v1alpha1" | "v1" = "v1"): JsonObject[] {
  return [crd("Gadget", "Cluster", storage, {}), crd("Widget", "Namespaced", storage, { status: {} })];
}

function crd(kind: string, scope: string, storage: string, subresources: JsonObject): JsonObject {
  const singular = kind.toLowerCase();
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const versions = ["v1", "v1alpha1"].map((name) => {
    return { name, served: true, storage: name === storage, schema, subresources };
  });
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: `${singular}s.${GROUP}`,
      annotations: { [`${GROUP}/bundle-version`]: `v${VERSION}`, [`${GROUP}/channel`]: "standard" },
    },
    spec: {
      group: GROUP,
      names: { kind, listKind: `${kind}List`, plural: `${singular}s`, singular },
      scope,
      versions,
    },
  };
}

/** Returns a CRD as an API server does. */
export function asLive(object: JsonObject, generation: number, storedVersions: readonly string[]): JsonObject {
  const metadata = object.metadata as JsonObject;
  const uid = `uid-of-${String(metadata.name)}`;
  const conditions = [{ type: "Established", status: "True" }];
  const status = { storedVersions, conditions };
  return { ...object, metadata: { ...metadata, uid, generation, resourceVersion: "7" }, status };
}

/** Returns the resources of a group and version, as in discovery. */
export function discovered(storage: "v1alpha1" | "v1" = "v1"): JsonObject {
  const resources = ["Gadget", "Widget"].map((kind) => {
    const hash = createHash("sha256").update(`${GROUP}/${storage}/${kind}`).digest();
    return { name: `${kind.toLowerCase()}s`, storageVersionHash: hash.subarray(0, 8).toString("base64") };
  });
  return { resources };
}

/** Content of `conversions.json`: the bundle has other names for a field of the spec and one of the status. */
export const CONVERSIONS = {
  annotation: `${GROUP}/conversion-data`,
  conversions: [
    {
      id: "widget-color",
      since: VERSION,
      crd: WIDGETS,
      kind: "Widget",
      steps: [
        { move: { from: ".spec.colour", to: ".spec.color" } },
        { move: { from: ".status.state", to: ".status.phase" } },
      ],
    },
  ],
};

export function widget(namespace: string, name: string, spec: JsonObject = { colour: "red" }): JsonObject {
  const status = { state: "Ready" };
  return { apiVersion: `${GROUP}/v1alpha1`, kind: "Widget", metadata: { namespace, name }, spec, status };
}

export function gadget(name: string): JsonObject {
  return { apiVersion: `${GROUP}/v1alpha1`, kind: "Gadget", metadata: { name }, spec: {} };
}
