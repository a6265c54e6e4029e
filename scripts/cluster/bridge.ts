/**
 * The CRD between two bundles. The API server rejects a CRD without a version in which objects can be stored, and a schema
 * that does not declare a field can remove it. Therefore a bridge has the versions of both CRDs, and keeps all fields,
 * while the objects are rewritten.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectIn, sameJson } from "../core/model/json.js";
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
  const staying = versionsOf(after).map((version) => forBothForms(version, before));
  const versions = [...staying, ...leaving.map((version) => keepingAllFields({ ...version, storage: false }))];
  return withVersions(after, versions);
}

/** Returns the rest of an installed bridge without the versions that only the former CRD had. */
export function closedBridge({ object: bridge }: LiveCrd, after: JsonObject): JsonObject {
  const names = new Set(versionsOf(after).map(({ name }) => name));
  return withVersions(
    after,
    versionsOf(bridge).filter(({ name }) => names.has(name ?? "")),
  );
}

/** Reports whether two CRDs have the same versions, with the same schemas. */
export function sameVersions(a: JsonObject, b: JsonObject): boolean {
  return sameJson(versionsOf(a), versionsOf(b));
}

function withVersions(crd: JsonObject, versions: readonly JsonObject[]): JsonObject {
  return { ...crd, spec: { ...objectIn(crd, "spec"), versions } };
}

/**
 * Returns a version that keeps all fields of objects in both forms. If the type of a value differs from that in the
 * installed CRD, any value is accepted: an API server that expects a string removes the fields of an object. Validation
 * rules cannot read such a value, so the version has none.
 */
function forBothForms(version: JsonObject, installed: JsonObject): JsonObject {
  const former = versionsOf(installed).find(({ name }) => name === version.name) ?? storageVersionOf(installed);
  const keeping = keepingAllFields(version);
  const schema = rootOf(keeping);
  const relaxed = acceptingBoth(schema, rootOf(former ?? version));
  return relaxed === schema ? keeping : withRoot(keeping, withoutRules(relaxed));
}

/** Returns the schema itself if all types are the same. */
function acceptingBoth(schema: JsonObject, former: JsonObject): JsonObject {
  if (schema.type !== former.type && schema.type !== undefined && former.type !== undefined) return ANYTHING;
  const { properties, items, additionalProperties } = schema;
  const changed = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, field]) => {
    const before = objectIn(former, "properties")[name];
    const both = isJsonObject(field) && isJsonObject(before) ? acceptingBoth(field, before) : field;
    return both === field ? [] : [[name, both] as const];
  });
  const inItems = bothIn(items, former.items);
  const inValues = bothIn(additionalProperties, former.additionalProperties);
  if (changed.length === 0 && !inItems && !inValues) return schema;
  return {
    ...(inItems === ANYTHING ? withoutListType(schema) : schema),
    ...(changed.length > 0 && { properties: { ...objectIn(schema, "properties"), ...Object.fromEntries(changed) } }),
    ...(inItems && { items: inItems }),
    ...(inValues && { additionalProperties: inValues }),
  };
}

/** Returns the schema for both forms of a part, or undefined if it does not change. */
function bothIn(part: Json | undefined, former: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(part) || !isJsonObject(former)) return undefined;
  const both = acceptingBoth(part, former);
  return both === part ? undefined : both;
}

const ANYTHING: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };

/** A set and a list with keys need items of a known type. */
function withoutListType(schema: JsonObject): JsonObject {
  const { "x-kubernetes-list-type": _, "x-kubernetes-list-map-keys": __, ...list } = schema;
  return list;
}

function withoutRules(schema: JsonObject): JsonObject {
  const { "x-kubernetes-validations": _, ...others } = schema;
  const { properties, items, additionalProperties } = others;
  return {
    ...others,
    ...(isJsonObject(properties) && { properties: mapValues(properties, withoutRules) }),
    ...(isJsonObject(items) && { items: withoutRules(items) }),
    ...(isJsonObject(additionalProperties) && { additionalProperties: withoutRules(additionalProperties) }),
  };
}

function keepingAllFields(version: JsonObject): JsonObject {
  return withRoot(version, keepingAll(rootOf(version), true));
}

function rootOf(version: JsonObject): JsonObject {
  return objectIn(objectIn(version, "schema"), "openAPIV3Schema");
}

function withRoot(version: JsonObject, openAPIV3Schema: JsonObject): JsonObject {
  return { ...version, schema: { ...objectIn(version, "schema"), openAPIV3Schema } };
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
  return String(storageVersionOf(crd)?.name ?? "");
}

function storageVersionOf(crd: JsonObject): JsonObject | undefined {
  return versionsOf(crd).find(({ storage }) => storage === true);
}
