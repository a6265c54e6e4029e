/** Comparison of objects. */
import { type JsonObject, sameJson } from "../core/model/json.js";

/** Reports whether two objects differ at most in their version. */
export function sameContent(before: JsonObject, after: JsonObject): boolean {
  return sameJson(withoutVersion(before), withoutVersion(after));
}

function withoutVersion({ apiVersion: _, ...object }: JsonObject): JsonObject {
  return object;
}
