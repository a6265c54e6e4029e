/** Finds the objects in a stream of manifests. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";
import type { StreamPath } from "../../core/yaml/go-places.js";

/** Document of a file, or item of a list in one. */
export interface Found {
  readonly value: JsonObject;
  /** Number of the document, followed by keys and indexes. */
  readonly path: StreamPath;
}

/** Returns all documents and, in place of each list, its items. */
export function documentsIn(documents: readonly Json[]): Found[] {
  return documents.flatMap((document, index) => itemsOf(document, [index]));
}

/** Returns the paths of documents and of items of lists that are not objects. An empty document is none. */
export function notObjectsIn(documents: readonly Json[]): StreamPath[] {
  return documents.flatMap((document, index) => (document === null ? [] : notObjects(document, [index])));
}

function notObjects(document: Json, path: StreamPath): StreamPath[] {
  if (!isJsonObject(document)) return [path];
  const { items } = document;
  return isJsonArray(items) ? items.flatMap((item, index) => notObjects(item, [...path, "items", index])) : [];
}

/**
 * Returns a document or, if it is a list, its items. For kubectl, every object with items is a list, whatever its kind.
 * Source: apimachinery pkg/apis/meta/v1/unstructured/helpers.go (unstructuredJSONScheme).
 */
function itemsOf(document: Json, path: StreamPath): Found[] {
  if (!isJsonObject(document) || document.items === null) return [];
  const { items } = document;
  if (!isJsonArray(items)) return [{ value: document, path }];
  return items.flatMap((item, index) => itemsOf(typedItem(item, document), [...path, "items", index]));
}

/** Returns an item with its type. The items of a list of one kind may omit it. */
export function typedItem(item: JsonObject, list: JsonObject): JsonObject;
export function typedItem(item: Json, list: JsonObject): Json;
export function typedItem(item: Json, { apiVersion = null, kind }: JsonObject): Json {
  if (!isJsonObject(item) || isText(item.apiVersion) || isText(item.kind)) return item;
  return { ...item, apiVersion, kind: isText(kind) ? kind.replace(/List$/, "") : "" };
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}
