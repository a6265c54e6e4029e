/** Lists that hold nothing twice. Source: apiextensions-apiserver pkg/apiserver/schema/listtype. */
import { isJsonArray, isJsonObject, type Json, sortKeys } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";

/** A set has no equal items; a map has objects alone, and none with equal keys. A key that is absent has its default. */
export function listTypeProblem(schema: StructuralSchema, value: Json): string[] {
  const type = schema["x-kubernetes-list-type"];
  if (!isJsonArray(value) || (type !== "set" && type !== "map")) return [];
  if (type === "map" && value.some((item) => item !== null && !isJsonObject(item))) {
    return ["an item is no object, which a list of the type map asks for"];
  }
  const identities = new Set(value.map((item) => identityIn(schema, item)));
  return identities.size < value.length ? ["two of its items are the same"] : [];
}

/** What no two items of a list may share. */
export function identityIn(schema: StructuralSchema, item: Json): string {
  return schema["x-kubernetes-list-type"] === "map" ? keysOf(schema, item) : identityOf(item);
}

function keysOf(schema: StructuralSchema, item: Json): string {
  const { items, "x-kubernetes-list-map-keys": keys = [] } = schema;
  const read = (key: string): Json | undefined =>
    isJsonObject(item) && Object.hasOwn(item, key) ? item[key] : items?.properties?.[key]?.default;
  return keys.map((key) => identityOf(read(key))).join();
}

/** No two values share one; an absent one is none of them. */
function identityOf(value: Json | undefined): string {
  return value === undefined ? "" : JSON.stringify(sortKeys(value));
}
