/**
 * Entries of `metadata.managedFields`, which record who wrote which fields through which API version. If a version is
 * removed, its entries block later updates (kubernetes/kubernetes#111937).
 */
import type { Json, JsonObject } from "../core/model/json.js";
import { entriesOf, joinedFields } from "./field-owners.js";

/**
 * Returns the entries of an object with those of removed versions moved to another version, or undefined if there are none.
 * `served` are the apiVersions that remain, such as `example.dev/v1`. All versions have the same fields, because there is
 * no conversion between them, so each manager keeps its fields.
 */
export function movedManagedFields(
  object: JsonObject,
  served: ReadonlySet<string>,
  to: string,
): readonly Json[] | undefined {
  const isRemoved = ({ apiVersion }: JsonObject) => !served.has(String(apiVersion));
  const before = entriesOf(object);
  if (!before.some(isRemoved)) return undefined;
  const entries = new Map<string, JsonObject>();
  for (const entry of before) {
    const moved = isRemoved(entry) ? { ...entry, apiVersion: to } : entry;
    const key = identityOf(moved);
    const known = entries.get(key);
    entries.set(key, known ? union(known, moved) : moved);
  }
  return [...entries.values()];
}

/** The API server keeps one entry for each of these. Source: apimachinery pkg/util/managedfields (buildManagerIdentifier). */
function identityOf({ manager = "", operation = "", apiVersion = "", subresource = "" }: JsonObject): string {
  return JSON.stringify([manager, operation, apiVersion, subresource]);
}

function union(first: JsonObject, second: JsonObject): JsonObject {
  const time = [first.time, second.time]
    .filter((each) => typeof each === "string")
    .sort()
    .at(-1);
  const fieldsV1 = joinedFields(first.fieldsV1 ?? {}, second.fieldsV1 ?? {});
  return { ...first, ...(time !== undefined && { time }), fieldsV1 };
}
