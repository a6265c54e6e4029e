/**
 * Keeps the owners of fields when the tool moves them. The API server gives each changed field to the manager that wrote
 * it. If that were the tool, a field could not be removed any longer by the one who applied it: it would have two owners.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectIn } from "../core/model/json.js";

/** Manager of the fields that the tool writes. */
export const FIELD_MANAGER = "crd-bundle";

/** Subresource of a field manager. It is empty for the object without its status. */
export type OwnedPart = "" | "status";

/**
 * Returns the name under which a changed object is written: that of its only owner, if the owner updates it. An owner that
 * applies it has an entry of its own, which only `handedOver` can change.
 */
export function writerOf(object: JsonObject, part: OwnedPart): string {
  const owners = entriesOf(object).filter((entry) => isOwner(entry, part));
  const [only, ...others] = owners;
  if (!only || others.length > 0 || only.operation !== "Update") return FIELD_MANAGER;
  return typeof only.manager === "string" && only.manager !== "" ? only.manager : FIELD_MANAGER;
}

/**
 * Returns the managed fields after the tool has written an object, with its fields given to the owners that lost fields.
 * Returns undefined if no owner gets any.
 */
export function handedOver(before: JsonObject, written: JsonObject, part: OwnedPart): readonly Json[] | undefined {
  const entries = entriesOf(written);
  const own = entries.find((entry) => isOwn(entry, part));
  if (!own) return undefined;
  const earlier = entriesOf(before);
  const remaining = new Map(entries.map((entry) => [ownerKey(entry), sizeOf(entry.fieldsV1)]));
  const losers = new Set(
    earlier
      .filter((entry) => isOwner(entry, part) && sizeOf(entry.fieldsV1) > (remaining.get(ownerKey(entry)) ?? 0))
      .map(ownerKey),
  );
  if (losers.size === 0 || earlier.some((entry) => isOwn(entry, part))) return undefined;
  // The annotation with kept parts stays with the tool: an owner that applies the object would remove it.
  const { "f:metadata": metadata, ...content } = objectIn(own, "fieldsV1");
  const kept = entries.flatMap((entry) => {
    if (entry === own) return metadata === undefined ? [] : [{ ...own, fieldsV1: { "f:metadata": metadata } }];
    return [losers.has(ownerKey(entry)) ? withFields(entry, content) : entry];
  });
  const found = new Set(kept.map(ownerKey));
  // An owner without any field left has no entry any longer.
  const gone = earlier.filter((entry) => losers.has(ownerKey(entry)) && !found.has(ownerKey(entry)));
  return [...kept, ...gone.map((entry) => ({ ...entry, apiVersion: own.apiVersion ?? "", fieldsV1: content }))];
}

function withFields(entry: JsonObject, fields: JsonObject): JsonObject {
  return { ...entry, fieldsV1: joinedFields(entry.fieldsV1 ?? {}, fields) };
}

/** Joins two sets of fields, which are objects of objects. */
export function joinedFields(a: Json, b: Json): Json {
  if (!isJsonObject(a) || !isJsonObject(b)) return a;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  const part = (object: JsonObject, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined);
  return Object.fromEntries(keys.map((key) => [key, joinedFields(part(a, key) ?? {}, part(b, key) ?? {})]));
}

export function entriesOf(object: JsonObject): JsonObject[] {
  const { managedFields } = objectIn(object, "metadata");
  return isJsonArray(managedFields) ? managedFields.filter(isJsonObject) : [];
}

/** Reports whether an entry owns a part of the object apart from its metadata, such as labels. */
function isOwner({ subresource = "", fieldsV1 }: JsonObject, part: OwnedPart): boolean {
  if (subresource !== part || !isJsonObject(fieldsV1)) return false;
  return Object.keys(fieldsV1).some((key) => key !== "f:metadata");
}

function isOwn({ manager, operation, subresource = "" }: JsonObject, part: OwnedPart): boolean {
  return manager === FIELD_MANAGER && operation === "Update" && subresource === part;
}

/** Identifies an owner, whatever the version through which it wrote. */
function ownerKey({ manager = "", operation = "", subresource = "" }: JsonObject): string {
  return JSON.stringify([manager, operation, subresource]);
}

function sizeOf(fields: Json | undefined): number {
  if (!isJsonObject(fields)) return 0;
  return Object.values(fields).reduce<number>((sum, inner) => sum + 1 + sizeOf(inner), 0);
}
