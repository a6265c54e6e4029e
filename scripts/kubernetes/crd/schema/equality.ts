/** Equality of schemas for Go, which cannot tell some empty values from omitted ones. */
import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from "../../../core/model/json.js";

/**
 * Reports whether values are equal as Go compares them when it moves them from the versions to the CRD: an empty list
 * or map equals an omitted one.
 *
 * Source: apimachinery pkg/api/equality (Semantic.DeepEqual), called by the conversion from v1.
 */
export function areSame(values: readonly unknown[]): boolean {
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  if (texts.size <= 1) return true;
  const [first = null, ...others] = values.map((value) => withoutEmpty((value as Json | undefined) ?? null));
  return others.every((other) => sameJson(first, other));
}

/** Keywords whose value Go cannot tell from an omitted one if it is empty: lists, and maps of schemas. */
const LIST_KEYWORDS = ["allOf", "anyOf", "oneOf", "enum", "required", "x-kubernetes-list-map-keys"];
const MAP_KEYWORDS = new Set(["properties", "patternProperties", "definitions", "dependencies"]);
const EMPTY_KEYWORDS = new Set([...LIST_KEYWORDS, "x-kubernetes-validations", ...MAP_KEYWORDS]);
/** Keywords that contain a value of an object, which is compared as it is. */
const VALUE_KEYWORDS = new Set(["default", "example"]);

function withoutEmpty(value: Json, isMap = false): Json {
  if (isJsonArray(value)) return value.map((item) => withoutEmpty(item));
  if (!isJsonObject(value)) return value;
  const isKept = ([key, child]: [string, Json]) =>
    isMap || !EMPTY_KEYWORDS.has(key) || Object.keys(child ?? {}).length > 0;
  const inner = (key: string, child: Json) =>
    !isMap && VALUE_KEYWORDS.has(key) ? child : withoutEmpty(child, !isMap && MAP_KEYWORDS.has(key));
  const kept = Object.entries(value).filter(isKept);
  return Object.fromEntries(kept.map(([key, child]) => [key, inner(key, child)]));
}

/** Keywords that are missing in a structural schema if they are empty. Other empty lists and objects remain. */
const DROPPED_LISTS = new Set(["allOf", "anyOf", "oneOf", "enum", "items"]);
const DROPPED_MAPS = new Set(["patternProperties", "definitions"]);

/**
 * Returns the keywords that a schema has after its conversion to a structural one.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/convert.go.
 */
export function structuralKeywords(schema: JsonObject): string[] {
  const entries = Object.entries(schema);
  return entries.filter(([keyword, value]) => !isDropped(keyword, value)).map(([keyword]) => keyword);
}

function isDropped(keyword: string, value: Json): boolean {
  if (isJsonArray(value)) return value.length === 0 && DROPPED_LISTS.has(keyword);
  return isJsonObject(value) && Object.keys(value).length === 0 && DROPPED_MAPS.has(keyword);
}
