/** Parts of a CRD that was read as JSON. A part that is missing, or that has the wrong type, is empty. */
import { isJsonArray, isJsonObject, type JsonObject, objectIn } from "./json.js";
import type { StructuralSchema } from "./schema.js";

export function nameOf(crd: JsonObject): string {
  return textIn(objectIn(crd, "metadata"), "name");
}

export function groupOf(crd: JsonObject): string {
  return textIn(objectIn(crd, "spec"), "group");
}

export function kindOf(crd: JsonObject): string {
  return textIn(objectIn(objectIn(crd, "spec"), "names"), "kind");
}

export function versionsOf(crd: JsonObject): JsonObject[] {
  const { versions } = objectIn(crd, "spec");
  return isJsonArray(versions) ? versions.filter(isJsonObject) : [];
}

/** Returns the schema of the objects of a version. */
export function rootOf(version: JsonObject): StructuralSchema {
  return objectIn(objectIn(version, "schema"), "openAPIV3Schema");
}

function textIn(object: JsonObject, name: string): string {
  const text = object[name];
  return typeof text === "string" ? text : "";
}
