/**
 * Sets the metadata of a request that only the API server can set. Source: k8s.io/apiserver, pkg/registry/rest
 * (WipeObjectMetaSystemFields, BeforeUpdate), and apiextensions-apiserver, pkg/registry/customresource/strategy.go.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from "../../core/model/json.js";
import { withoutServerMetadata } from "../../core/model/server-metadata.js";

/** Returns a new object without the fields that only the API server sets. */
export function createdObject(object: JsonObject): JsonObject {
  const { metadata } = object;
  if (!isJsonObject(metadata)) return object;
  return { ...object, metadata: withoutRepeatedOwners(withoutServerMetadata(metadata)) };
}

/**
 * Returns the object of an update with the fields that it keeps of the stored object. The generation is omitted if the
 * stored object does not have it.
 */
export function updatedObject(object: JsonObject, old: JsonObject): JsonObject {
  const { metadata } = object;
  if (!isJsonObject(metadata) || !isJsonObject(old.metadata)) return object;
  const { uid, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, generation } = old.metadata;
  const { generation: _, ...given } = withoutRepeatedOwners(metadata);
  const kept: Readonly<Record<string, Json | undefined>> = {
    uid: given.uid ?? uid,
    creationTimestamp: creationTimestamp ?? given.creationTimestamp,
    deletionTimestamp: deletionTimestamp ?? given.deletionTimestamp,
    deletionGracePeriodSeconds: given.deletionGracePeriodSeconds ?? deletionGracePeriodSeconds,
    generation: typeof generation === "number" ? generation + (isChanged(object, old) ? 1 : 0) : undefined,
  };
  const set = Object.entries(kept).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return { ...object, metadata: { ...given, ...Object.fromEntries(set) } };
}

/** Reports whether a field outside of the metadata changes, for which the API server increments the generation. */
function isChanged({ metadata: _new, ...object }: JsonObject, { metadata: _old, ...old }: JsonObject): boolean {
  return !sameJson(object, old);
}

/** Removes owners that are listed before. Source: k8s.io/apiserver, pkg/endpoints/handlers/rest.go (dedupOwnerReferences). */
function withoutRepeatedOwners(metadata: JsonObject): JsonObject {
  const { ownerReferences: owners } = metadata;
  if (!isJsonArray(owners)) return metadata;
  const isFirst = (owner: Json, index: number) => owners.findIndex((other) => sameJson(other, owner)) === index;
  return { ...metadata, ownerReferences: owners.filter(isFirst) };
}
