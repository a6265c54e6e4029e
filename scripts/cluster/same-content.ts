/** Comparison of objects. */
import { groupVersion } from "../core/model/group-version.js";
import { type JsonObject, sameJson } from "../core/model/json.js";

/** Reports whether two objects differ at most in their version. */
export function sameContent(before: JsonObject, after: JsonObject): boolean {
  return sameJson(withoutVersion(before), withoutVersion(after));
}

/** Reports whether two objects are of the same kind, in any version. */
export function isOfSameKind(a: JsonObject, b: JsonObject): boolean {
  const groupOf = ({ apiVersion }: JsonObject) => groupVersion(String(apiVersion)).group;
  return a.kind === b.kind && groupOf(a) === groupOf(b);
}

function withoutVersion({ apiVersion: _, ...object }: JsonObject): JsonObject {
  return object;
}
