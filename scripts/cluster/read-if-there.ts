/** Reads what a server may not have. */
import { type ApiRequest, type ApiServer, isApiError } from "../core/model/api-server.js";
import type { JsonObject } from "../core/model/json.js";

/** Returns the response to a read, or undefined if the server has nothing at the path. */
export async function readIfThere(
  server: ApiServer,
  request: string | Omit<ApiRequest, "method">,
): Promise<JsonObject | undefined> {
  try {
    return await server.send({ method: "GET", ...(typeof request === "string" ? { path: request } : request) });
  } catch (error) {
    if (isApiError(error, 404)) return undefined;
    throw error;
  }
}
