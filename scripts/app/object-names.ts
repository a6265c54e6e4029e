/** Reads the type and the name of an object. A part that is not a string counts as missing. */
import { groupVersion } from "../core/model/group-version.js";
import { isJsonObject, type JsonObject } from "../core/model/json.js";
import type { ManifestObject } from "../core/model/manifest-object.js";

/** Returns the place, the type and the name of an object in a file. */
export function manifestObject({
  file,
  index,
  value,
}: Pick<ManifestObject, "file" | "index"> & { readonly value: JsonObject }): ManifestObject {
  const { apiVersion = "", kind = "" } = typeOf(value);
  const { name, namespace } = namesOf(value);
  return { file, index, apiVersion, kind, name, ...(namespace !== undefined && { namespace }) };
}

interface GroupVersionKind {
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Returns the type of an object, with empty strings for what is missing. */
export function groupVersionKind(object: JsonObject): GroupVersionKind {
  const { apiVersion = "", kind = "" } = typeOf(object);
  return { apiVersion, ...groupVersion(apiVersion), kind };
}

/** Returns the type of an object. A part that is not a string counts as missing. */
export function typeOf({ apiVersion, kind }: JsonObject): { readonly apiVersion?: string; readonly kind?: string } {
  return {
    ...(typeof apiVersion === "string" && { apiVersion }),
    ...(typeof kind === "string" && { kind }),
  };
}

interface Names {
  /** The name, or the prefix from which the API server generates one. */
  readonly name: string;
  readonly isGenerated: boolean;
  readonly namespace?: string;
}

export function namesOf({ metadata }: JsonObject): Names {
  const { name, generateName, namespace } = isJsonObject(metadata) ? metadata : {};
  const isGenerated = typeof name !== "string" || name === "";
  const given = isGenerated ? generateName : name;
  return {
    name: typeof given === "string" ? given : "",
    isGenerated,
    ...(typeof namespace === "string" && namespace !== "" && { namespace }),
  };
}
