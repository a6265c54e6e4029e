import type { JsonObject } from "./json.js";

/** Fields of the metadata that the API server sets in a new object, whatever the request has. */
const SERVER_METADATA: ReadonlySet<string> = new Set([
  "creationTimestamp",
  "deletionGracePeriodSeconds",
  "deletionTimestamp",
  "generation",
  "managedFields",
  "resourceVersion",
  "selfLink",
  "uid",
]);

/**
 * Returns the metadata of an object without the fields that only the API server sets. Source: k8s.io/apiserver,
 * pkg/registry/rest (WipeObjectMetaSystemFields), and apiextensions-apiserver, pkg/registry/customresource/strategy.go.
 */
export function withoutServerMetadata(metadata: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !SERVER_METADATA.has(name)));
}
