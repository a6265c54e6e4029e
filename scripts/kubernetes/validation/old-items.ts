import { isJsonArray, isJsonObject, type Json } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";

/**
 * Returns the function that finds the first old item with the same keys. An item that lacks a key has no old item. Only
 * lists of the type `map` have keys. Source: k8s.io/apiserver, pkg/cel/common/maplist.go.
 */
export function oldItems(schema: StructuralSchema, old: Json | undefined): (item: Json) => Json | undefined {
  const { "x-kubernetes-list-type": type, "x-kubernetes-list-map-keys": keys = [] } = schema;
  if (type !== "map" || !isJsonArray(old)) return () => undefined;
  const byKeys = new Map<string, Json>();
  for (const item of old) {
    const identity = identityOf(item, keys);
    if (identity !== undefined && !byKeys.has(identity)) byKeys.set(identity, item);
  }
  return (item) => byKeys.get(identityOf(item, keys) ?? "");
}

function identityOf(item: Json, keys: readonly string[]): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const values = keys.map((key) => (Object.hasOwn(item, key) ? item[key] : undefined));
  return values.some((value) => value === undefined || typeof value === "object") ? undefined : JSON.stringify(values);
}
