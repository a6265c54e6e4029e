/**
 * The CRD between two bundles. The API server rejects a CRD without a version in which objects can be stored, and a schema
 * that does not declare a field can remove it. Therefore a bridge has the versions of both CRDs, and keeps all fields,
 * while the objects are rewritten.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectIn } from "../core/model/json.js";
import type { LiveCrd } from "./live-crd.js";

/** Returns the stored versions of an installed CRD that the new CRD does not have. */
export function outgoingVersions({ storedVersions }: LiveCrd, after: JsonObject): string[] {
  const names = new Set(versionsOf(after).map(({ name }) => name));
  return storedVersions.filter((name) => !names.has(name));
}

/**
 * Returns the bridge from an installed CRD to a new one: the new CRD, and in addition the versions that only the installed
 * one has. They stay served, so their clients work until the end.
 */
export function bridgeCrd({ object: before }: LiveCrd, after: JsonObject): JsonObject {
  const names = new Set(versionsOf(after).map(({ name }) => name));
  const leaving = versionsOf(before).filter(({ name }) => !names.has(name ?? ""));
  const versions = [...versionsOf(after), ...leaving.map((version) => ({ ...version, storage: false }))];
  return keepingCrd({ ...after, spec: { ...objectIn(after, "spec"), versions } });
}

/** Returns a CRD that keeps the fields which its schemas do not declare. */
export function keepingCrd(crd: JsonObject): JsonObject {
  return { ...crd, spec: { ...objectIn(crd, "spec"), versions: versionsOf(crd).map(keepingAllFields) } };
}

/** Reports whether a CRD has a version whose schema removes unknown fields somewhere. */
export function prunesFields(crd: JsonObject): boolean {
  return JSON.stringify(crd) !== JSON.stringify(keepingCrd(crd));
}

function keepingAllFields(version: JsonObject): JsonObject {
  const schema = objectIn(version, "schema");
  const root = schema.openAPIV3Schema;
  return isJsonObject(root) ? { ...version, schema: { ...schema, openAPIV3Schema: keepingAll(root, true) } } : version;
}

/**
 * Sets `x-kubernetes-preserve-unknown-fields` in every object with fields. The metadata of an object has a schema of its
 * own, in which it is not allowed.
 */
function keepingAll(schema: JsonObject, isResource = schema["x-kubernetes-embedded-resource"] === true): JsonObject {
  const { properties, items, additionalProperties } = schema;
  const isObject = schema.type === "object" && !isJsonObject(additionalProperties);
  return {
    ...schema,
    ...(isJsonObject(properties) && {
      properties: mapValues(properties, (field, name) =>
        isResource && name === "metadata" ? field : keepingAll(field),
      ),
    }),
    ...(isJsonObject(items) && { items: keepingAll(items) }),
    ...(isJsonObject(additionalProperties) && { additionalProperties: keepingAll(additionalProperties) }),
    ...(isObject && { "x-kubernetes-preserve-unknown-fields": true }),
  };
}

function mapValues(object: JsonObject, change: (value: JsonObject, key: string) => JsonObject): JsonObject {
  const entries = Object.entries(object).map(([key, value]): [string, Json] => [
    key,
    isJsonObject(value) ? change(value, key) : value,
  ]);
  return Object.fromEntries(entries);
}

export function versionsOf(crd: JsonObject): JsonObject[] {
  const { versions } = objectIn(crd, "spec");
  return isJsonArray(versions) ? versions.filter(isJsonObject) : [];
}

/** Returns the name of the storage version. The API server accepts no CRD without one. */
export function storageOf(crd: JsonObject): string {
  return String(versionsOf(crd).find(({ storage }) => storage === true)?.name ?? "");
}
