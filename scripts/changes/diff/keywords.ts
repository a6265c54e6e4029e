/** Functions that select keywords of a schema. */
import type { JsonObject } from "../../core/model/json.js";

/** Keywords that only document a schema. */
export const WORDING = ["description", "title", "example", "externalDocs"];

export function pick(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));
}

export function omit(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
