/** Objects that are drawn from the schemas of CRDs, and their validity. */
import type { CustomResourceDefinition } from "../../../scripts/core/model/crd.js";
import { isJsonObject, type JsonObject, sameJson } from "../../../scripts/core/model/json.js";
import { admit } from "../../../scripts/kubernetes/admission/admit.js";
import { type CompiledVersion, compileVersion } from "../../../scripts/kubernetes/admission/compile-version.js";
import { readObject } from "../../../scripts/kubernetes/admission/stored-object.js";
import { NEWEST_SERVER } from "../../../scripts/kubernetes/cel/environment/environment.js";
import type { ConvertedObject } from "../../../scripts/kubernetes/conversion/convert.js";
import { drawValue, type Focus } from "../../support/drawn-objects.js";
import type { Random } from "../../support/random.js";

const versions = new WeakMap<CustomResourceDefinition, Map<string, CompiledVersion>>();

/** Returns a version of a CRD, which is compiled once. Rules that are only digests have no effect. */
export function compiled(crd: CustomResourceDefinition, name: string): CompiledVersion {
  const known = versions.get(crd) ?? new Map<string, CompiledVersion>();
  versions.set(crd, known);
  const found = known.get(name) ?? compileVersion(crd as unknown as JsonObject, name, NEWEST_SERVER);
  if (!found) throw new Error(`${crd.metadata.name} has no version ${name}`);
  known.set(name, found);
  return found;
}

/**
 * Draws an object that is valid under the schema of a version, also its status, or returns undefined if the draw is not
 * valid. Half of the objects are as the API server stores them, with defaults.
 */
export function drawValid(version: CompiledVersion, random: Random, focus?: Focus): JsonObject | undefined {
  const { apiVersion: _a, kind: _k, metadata: _m, ...properties } = version.schema.properties ?? {};
  // One object in eight has no focus: definitions must also keep objects that they do not concern.
  const drawn = drawValue({ ...version.schema, properties }, random, 0, random.once(8) ? undefined : focus);
  const type = { apiVersion: `${version.group}/${version.version}`, kind: version.kind };
  const metadata = { name: "drawn", ...(version.isNamespaced && { namespace: "default" }) };
  const object = { ...(isJsonObject(drawn) && drawn), ...type, metadata };
  if (!isValid(version, object, "status")) return undefined;
  return frozen(random.once(2) ? readObject(version.schema, object).object : object);
}

/** Reports whether an object is valid. The status only counts if it is the `part`. */
export function isValid(version: CompiledVersion, object: JsonObject, part?: "status"): boolean {
  return problemsOf(version, object, part).length === 0;
}

/** Returns the errors of the API server for a new object, then for its status. */
export function problemsOf(version: CompiledVersion, object: JsonObject, part?: "status"): string[] {
  const created = admit(version, { object }).errors;
  const isWritten = part === "status" && version.hasStatus && object.status !== undefined;
  const written = isWritten ? admit(version, { object, subresource: "status" }).errors : [];
  return [...created, ...written].map(({ field, message }) => `${field}: ${message}`);
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** Returns the objects that conversions have as their results. */
export function objectsIn(converted: readonly ConvertedObject[]): JsonObject[] {
  return converted.flatMap(({ objects }) => objects);
}

export function isSame(a: readonly JsonObject[], b: readonly JsonObject[]): boolean {
  return a.length === b.length && a.every((object, index) => sameJson(object, b[index] as JsonObject));
}
