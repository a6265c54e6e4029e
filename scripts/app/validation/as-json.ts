import { isJsonObject, type JsonObject } from "../../core/model/json.js";

/**
 * Returns an object as clients send it: in JSON, with dates as strings and without undefined fields. Returns undefined
 * if the value is not an object, or if JSON cannot express it.
 */
export function asJsonObject(value: unknown): JsonObject | undefined {
  try {
    const json: unknown = JSON.parse(JSON.stringify(value));
    return isJsonObject(json) ? json : undefined;
  } catch {
    return undefined; // a cycle, a bigint, or too many levels
  }
}
