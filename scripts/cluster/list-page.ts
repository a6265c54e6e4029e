/** Reads one page of a list of objects. */
import { type ApiServer, ApiUnreachable } from "../core/model/api-server.js";
import { isJsonArray, isJsonObject, type JsonObject, objectIn } from "../core/model/json.js";

/** Page of a list. */
export interface ListPage {
  readonly items: readonly JsonObject[];
  readonly next: string;
  readonly remaining: number;
}

/**
 * Reads a page of a list. A response that is not a list is an error: if it counted as an empty page, objects that were not
 * migrated would count as migrated.
 */
export function readPage({ address }: ApiServer, body: JsonObject, place: string): ListPage {
  const { continue: next = "", remainingItemCount: remaining = 0 } = objectIn(body, "metadata");
  const items = body.items === null ? [] : body.items; // Go prints an empty list as null
  if (!isJsonArray(items) || !items.every(isJsonObject) || typeof next !== "string") {
    throw new ApiUnreachable(address, "response", "its response is not a list of objects");
  }
  if (next !== "" && (next === place || items.length === 0)) {
    throw new ApiUnreachable(address, "response", "its list of objects has no end");
  }
  return { items, next, remaining: typeof remaining === "number" ? remaining : 0 };
}
