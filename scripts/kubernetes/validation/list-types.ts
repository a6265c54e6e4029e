/** Lists without duplicates. Source: apiextensions-apiserver pkg/apiserver/schema/listtype. */
import { isJsonArray, isJsonObject, type Json, sortKeys } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { fieldAt, itemAt, keyAt, type Place } from "./place.js";
import { parts } from "./schema-parts.js";
import type { Violation } from "./violation.js";

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

/**
 * Returns the items that are repeated in lists of the types set and map, anywhere in a stored value, each only once.
 * Unlike `listTypeProblem`, it regards a key that is omitted as omitted, because the value has its defaults.
 */
export function listTypeViolations(schema: StructuralSchema, value: Json, place?: Place): Violation[] {
  if (!parts(schema).hasListTypes) return [];
  if (isJsonArray(value)) {
    const { items } = schema;
    const inner = items ? value.flatMap((item, index) => listTypeViolations(items, item, itemAt(place, index))) : [];
    return [...repeatedItems(schema, value, place), ...inner];
  }
  if (!isJsonObject(value)) return [];
  const { properties = {}, additionalProperties } = schema;
  return Object.entries(value).flatMap(([name, part]) => {
    if (Object.hasOwn(properties, name)) {
      return listTypeViolations(properties[name] as StructuralSchema, part, fieldAt(place, name));
    }
    return isJsonObject(additionalProperties) ? listTypeViolations(additionalProperties, part, keyAt(place, name)) : [];
  });
}

function repeatedItems(schema: StructuralSchema, items: readonly Json[], place: Place | undefined): Violation[] {
  const type = schema["x-kubernetes-list-type"];
  if (type !== "set" && type !== "map") return [];
  const other = type === "map" ? items.findIndex((item) => item !== null && !isJsonObject(item)) : -1;
  if (other >= 0) {
    const problem = "must be an object, because the list type is map";
    return [{ type: "FieldValueInvalid", place: itemAt(place, other), problem, value: items[other] as Json }];
  }
  const identities = items.map((item) => (type === "set" ? item : keysIn(schema, item)));
  const times = new Map<string, number>();
  return identities.flatMap((identity, index): Violation[] => {
    const key = identityOf(identity);
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    if (before !== 1) return [];
    return [{ type: "FieldValueDuplicate", place: itemAt(place, index), problem: "", value: identity }];
  });
}

/** Returns the keys that an item of a list of the type map has. */
function keysIn({ "x-kubernetes-list-map-keys": keys = [] }: StructuralSchema, item: Json): Json {
  if (!isJsonObject(item)) return {};
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(item, key)).map((key) => [key, item[key] as Json]));
}
