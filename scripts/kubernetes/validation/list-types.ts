/** Lists without duplicates. Source: apiextensions-apiserver pkg/apiserver/schema/listtype. */
import { isJsonArray, isJsonObject, type Json, sortKeys } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";

/**
 * Returns the violations of a list type. A set may not have equal items. A map may have only objects with different
 * keys. A key that is omitted has its default.
 */
export function listTypeProblem(schema: StructuralSchema, value: Json): string[] {
  const type = schema["x-kubernetes-list-type"];
  if (!isJsonArray(value) || (type !== "set" && type !== "map")) return [];
  if (type === "map" && value.some((item) => item !== null && !isJsonObject(item))) {
    return ["must have only objects as items, because its list type is map"];
  }
  const identities = new Set(value.map((item) => identityIn(schema, item)));
  return identities.size < value.length ? ["must not have two items that are the same"] : [];
}

/** Returns the identity of an item, which must be unique in the list. */
export function identityIn(schema: StructuralSchema, item: Json): string {
  return schema["x-kubernetes-list-type"] === "map" ? keysOf(schema, item) : identityOf(item);
}

function keysOf(schema: StructuralSchema, item: Json): string {
  const { items, "x-kubernetes-list-map-keys": keys = [] } = schema;
  const read = (key: string): Json | undefined =>
    isJsonObject(item) && Object.hasOwn(item, key) ? item[key] : items?.properties?.[key]?.default;
  return keys.map((key) => identityOf(read(key))).join();
}

/** Returns a string that is different for each value, and for an omitted one. */
function identityOf(value: Json | undefined): string {
  return value === undefined ? "" : JSON.stringify(sortKeys(value));
}
