/** Lists that hold nothing twice. Source: apiextensions-apiserver pkg/apiserver/schema/listtype. */
import { isJsonObject, type Json, type JsonObject, sortKeys } from "../../core/model/json.js";

/** A set has no equal items; a map has objects alone, and none with equal keys. A key that is absent has its default. */
export function listTypeProblem(schema: JsonObject, value: Json): string[] {
  const type = schema["x-kubernetes-list-type"];
  if (!Array.isArray(value) || (type !== "set" && type !== "map")) return [];
  const items = value as readonly Json[];
  if (type === "map" && items.some((item) => item !== null && !isJsonObject(item))) {
    return ["an item is no object, which a list of the type map asks for"];
  }
  const identities = new Set(items.map((item) => identityIn(schema, item)));
  return identities.size < items.length ? ["two of its items are the same"] : [];
}

/** What no two items of a list may share. */
export function identityIn(schema: JsonObject, item: Json): string {
  return schema["x-kubernetes-list-type"] === "map" ? keysOf(schema, item) : identityOf(item);
}

function keysOf(schema: JsonObject, item: Json): string {
  const keys = (schema["x-kubernetes-list-map-keys"] ?? []) as readonly string[];
  const properties = isJsonObject(schema.items) ? (schema.items.properties as JsonObject | undefined) : undefined;
  const read = (key: string): Json | undefined =>
    isJsonObject(item) && Object.hasOwn(item, key) ? item[key] : (properties?.[key] as JsonObject | undefined)?.default;
  return keys.map((key) => identityOf(read(key))).join();
}

/** No two values share one; an absent one is none of them. */
function identityOf(value: Json | undefined): string {
  return value === undefined ? "" : JSON.stringify(sortKeys(value));
}
