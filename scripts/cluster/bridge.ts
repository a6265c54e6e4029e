/**
 * The CRD between two bundles. The API server rejects a CRD without a version in which objects can be stored, and a schema
 * that does not declare a field can remove it. Therefore a bridge has the versions of both CRDs, and keeps all fields,
 * while the objects are rewritten.
 */
import { rootOf, versionsOf } from "../core/model/crd-parts.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectIn, sameJson } from "../core/model/json.js";
import type { LiveCrd } from "./live-crd.js";
import { annotationsOf, type StampKeys, stampDomain, stampKeys } from "./target-bundle.js";

/** Returns the stored versions of an installed CRD that the new CRD does not have. */
export function outgoingVersions({ storedVersions }: LiveCrd, after: JsonObject): string[] {
  const names = new Set(versionsOf(after).map(({ name }) => name));
  return storedVersions.filter((name) => !names.has(name));
}

/** Returns the stored versions that are not the storage version. */
export function formerVersions({ object, storedVersions }: LiveCrd): string[] {
  const storage = storageOf(object);
  return storedVersions.filter((name) => name !== storage);
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
  return bridgeWith(versions, after);
}

/** Returns the rest of an installed bridge without the versions that only the former CRD had. */
export function closedBridge({ object: bridge }: LiveCrd, after: JsonObject): JsonObject {
  const names = new Set(versionsOf(after).map(({ name }) => name));
  return bridgeWith(
    versionsOf(bridge).filter(({ name }) => names.has(name ?? "")),
    after,
  );
}

/** Reports whether two CRDs have the same versions, with the same schemas. */
export function sameVersions(a: JsonObject, b: JsonObject): boolean {
  return sameJson(versionsOf(a), versionsOf(b));
}

/** Returns a bridge in the place of a CRD. An annotation marks it, so one that is left behind is recognized. */
function bridgeWith(versions: readonly JsonObject[], crd: JsonObject): JsonObject {
  const metadata = objectIn(crd, "metadata");
  const keys = stampKeys(annotationsOf(crd));
  const annotations = { ...annotationsOf(crd), ...(keys && { [bridgeKey(keys)]: "true" }) };
  return { ...crd, metadata: { ...metadata, annotations }, spec: { ...objectIn(crd, "spec"), versions } };
}

/**
 * Reports whether objects can have fields that clients do not see, now or with a CRD in place of the installed one: an object
 * that is stored in a former version can have fields that the CRD does not declare, and the API server removes them from
 * what it returns.
 */
export function canHideFields({ object, storedVersions }: LiveCrd, after: JsonObject = object): boolean {
  const storage = storageOf(after);
  return storedVersions.some((name) => name !== storage) && [object, after].some(isPruning);
}

/** Reports whether a CRD removes fields that it does not declare. */
export function isPruning(crd: JsonObject): boolean {
  return versionsOf(crd).some((version) => !sameJson(version, keepingAllFields(version)));
}

/** Reports whether an installed CRD is a bridge that an interrupted installation has left behind. */
export function isBridge(crd: JsonObject): boolean {
  const annotations = annotationsOf(crd);
  const keys = stampKeys(annotations);
  return keys !== undefined && Object.hasOwn(annotations, bridgeKey(keys));
}

function bridgeKey(keys: StampKeys): string {
  return `${stampDomain(keys)}/bridge`;
}

/**
 * Returns a version that keeps all values of objects in both forms, and adds none. If a value can have another type than
 * the schema states, any value is accepted: an API server that expects a string removes the fields of an object. A
 * default that is new would look like a value that someone has set. Validation rules cannot read such parts, so the
 * version has none.
 */
function forBothForms(version: JsonObject, installed: JsonObject): JsonObject {
  const keeping = keepingAllFields(version);
  const schema = rootOf(keeping);
  // Clients can write through each version. The API server stores the fields that this version declares.
  const relaxed = versionsOf(installed).map(rootOf).reduce(acceptingBoth, schema);
  return relaxed === schema ? keeping : withRoot(keeping, withoutRules(relaxed));
}

/** Returns a schema that accepts the values of a former one, too. Returns the schema itself if it does already. */
function acceptingBoth(schema: JsonObject, former: JsonObject): JsonObject {
  const [type, earlier] = [typeOf(schema), typeOf(former)];
  if (type === undefined) return schema;
  if (type !== (earlier ?? "object")) return ANYTHING;
  const withProperties = acceptingFields(schema, former);
  const items = bothIn(schema.items, itemsOf(former));
  const values = bothIn(schema.additionalProperties, ...valuesOf(former));
  if (withProperties === schema && !items && !values) return schema;
  return {
    ...(items && typeOf(items) === undefined ? withoutListType(withProperties) : withProperties),
    ...(items && { items }),
    ...(values && { additionalProperties: values }),
  };
}

function acceptingFields(schema: JsonObject, former: JsonObject): JsonObject {
  const { properties, required, ...others } = schema;
  if (!isJsonObject(properties)) return schema;
  const changed: Record<string, Json> = Object.create(null);
  const unset = new Set<string>();
  for (const [name, field] of Object.entries(properties)) {
    if (!isJsonObject(field)) continue;
    const before = fieldOf(former, name);
    const own = withoutNewDefault(field, before);
    if (own !== field) unset.add(name);
    const both = before ? acceptingBoth(own, before) : own;
    if (both !== field) changed[name] = both;
  }
  if (Object.keys(changed).length === 0) return schema;
  const left = isJsonArray(required) ? required.filter((name) => !unset.has(String(name))) : [];
  return { ...others, properties: { ...properties, ...changed }, ...(left.length > 0 && { required: left }) };
}

function withoutNewDefault(field: JsonObject, before: JsonObject | undefined): JsonObject {
  const { default: value, ...others } = field;
  return value === undefined || sameJson(value, before?.default ?? null) ? field : others;
}

/** Returns the schema for all forms of a part, or undefined if it does not change. */
function bothIn(part: Json | undefined, ...formers: readonly (JsonObject | undefined)[]): JsonObject | undefined {
  if (!isJsonObject(part)) return undefined;
  const both = formers.reduce<JsonObject>((schema, former) => (former ? acceptingBoth(schema, former) : schema), part);
  return both === part ? undefined : both;
}

/** Returns the type of a schema, or undefined if any value is valid. */
function typeOf(schema: JsonObject): string | undefined {
  if (typeof schema.type === "string") return schema.type;
  return schema["x-kubernetes-int-or-string"] === true ? "int-or-string" : undefined;
}

/** Returns the former schema of a field, or undefined if no object can have it. */
function fieldOf(former: JsonObject, name: string): JsonObject | undefined {
  const declared = objectIn(former, "properties");
  if (Object.hasOwn(declared, name)) return objectIn(declared, name);
  const { additionalProperties } = former;
  if (isJsonObject(additionalProperties)) return additionalProperties;
  return additionalProperties === true || isFree(former) ? ANYTHING : undefined;
}

function itemsOf(former: JsonObject): JsonObject | undefined {
  if (isJsonObject(former.items)) return former.items;
  return typeOf(former) === undefined ? ANYTHING : undefined;
}

/** Returns the former schemas that the value of any key can have. */
function valuesOf(former: JsonObject): JsonObject[] {
  const { additionalProperties } = former;
  const declared = Object.values(objectIn(former, "properties")).filter(isJsonObject);
  const others = isJsonObject(additionalProperties) ? [additionalProperties] : [];
  return [...declared, ...others, ...(additionalProperties === true || isFree(former) ? [ANYTHING] : [])];
}

/** Reports whether objects can have fields that a schema does not declare. */
function isFree(schema: JsonObject): boolean {
  return typeOf(schema) === undefined || schema["x-kubernetes-preserve-unknown-fields"] === true;
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

/** Returns the name of the storage version. The API server accepts no CRD without one. */
export function storageOf(crd: JsonObject): string {
  return String(storageVersionOf(crd)?.name ?? "");
}

function storageVersionOf(crd: JsonObject): JsonObject | undefined {
  return versionsOf(crd).find(({ storage }) => storage === true);
}
