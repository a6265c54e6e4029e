/** Lists the objects of a resource page by page, so only one page is in memory. */
import { type ApiServer, isApiError } from "../core/model/api-server.js";
import { type JsonObject, objectIn } from "../core/model/json.js";
import { readPage } from "./list-page.js";
import { collectionPath, type Resource } from "./live-crd.js";

export interface ObjectPage {
  readonly objects: readonly JsonObject[];
  /** Number of the objects on later pages, if the API server states it. */
  readonly remaining: number;
  /** The place after this page, for a later run. Empty after the last page. */
  readonly next: string;
}

/** Numbers of objects of the first page and of the largest one. */
const [FIRST, MOST] = [50, 200];
/** Wanted size of a page, in characters. An object can have more than a MiB. */
const WANTED = 2 ** 20;

/**
 * Returns all objects in the order of their names, or those after the place of an earlier page. The next page is requested while the caller uses one. A page that
 * expired is requested again from the same place: objects that were created meanwhile can be missing, and those that were
 * deleted can be present.
 */
export async function* objectPages(server: ApiServer, resource: Resource, start = ""): AsyncGenerator<ObjectPage> {
  const path = collectionPath(resource);
  const type = { apiVersion: `${resource.group}/${resource.version}`, kind: resource.kind };
  let limit = FIRST;
  let place = start;
  let pending = firstPage(server, path, limit, start);
  for (;;) {
    const { items, next, remaining } = readPage(server, await pending, place);
    place = next;
    limit = Math.max(1, Math.min(MOST, Math.ceil((WANTED * items.length) / Math.max(1, sizeOf(items)))));
    if (next !== "") {
      pending = requestPage(server, path, limit, next);
      pending.catch(() => {}); // reported when it is awaited
    }
    yield { objects: items.map((item) => ({ ...type, ...item })), remaining, next };
    if (next === "") return;
  }
}

/** Returns the number of objects of a resource. */
export async function countObjects(server: ApiServer, resource: Resource): Promise<number> {
  const body = await server.send({ method: "GET", path: collectionPath(resource), query: { limit: "1" } });
  const { items, remaining } = readPage(server, body, "");
  return items.length + remaining;
}

/** Returns the page at the place where an earlier run stopped or, if the API server does not know it, the first one. */
async function firstPage(server: ApiServer, path: string, limit: number, place: string): Promise<JsonObject> {
  try {
    return await requestPage(server, path, limit, place);
  } catch (error) {
    if (!isApiError(error, 400) || place === "") throw error;
    return requestPage(server, path, limit, "");
  }
}

async function requestPage(server: ApiServer, path: string, limit: number, place: string): Promise<JsonObject> {
  const query = { limit: String(limit), ...(place !== "" && { continue: place }) };
  try {
    return await server.send({ method: "GET", path, query });
  } catch (error) {
    if (!isApiError(error, 410) || place === "") throw error;
    // The response contains a token for the same place in the current list. Source: apiserver pkg/storage/etcd3.
    const token = objectIn(error.status, "metadata").continue;
    return server.send({
      method: "GET",
      path,
      query: { limit: String(limit), ...(typeof token === "string" && { continue: token }) },
    });
  }
}

/** Returns the approximate size of objects in characters. Looks only at some of them, because most are alike. */
function sizeOf(items: readonly JsonObject[]): number {
  const step = Math.max(1, Math.floor(items.length / 10));
  const some = items.filter((_, index) => index % step === 0);
  const size = some.reduce((sum, item) => sum + JSON.stringify(item).length, 0);
  return (size / Math.max(1, some.length)) * items.length;
}
