/**
 * Lets the cluster rewrite the objects of a resource, with a StorageVersionMigration (Kubernetes 1.37 and later). It only
 * changes the encoding. Source: kubernetes/kubernetes pkg/controller/storageversionmigrator.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ApiServer, isApiError } from "../core/model/api-server.js";
import { isJsonArray, isJsonObject, type JsonObject, objectIn } from "../core/model/json.js";
import type { LiveCrd } from "./live-crd.js";

const PATH = "/apis/storagemigration.k8s.io/v1/storageversionmigrations";
/** Time in milliseconds within which the controller must start. Some clusters have the API but not the controller. */
const START = 15_000;
/** Time in milliseconds after which the tool does the work itself: the controller can have died. */
const LONGEST = 3_600_000;
const POLL = 1000;

/** Lets the API server rewrite the objects of a CRD. Returns false if the cluster cannot do it, or does not do it. */
export async function migratedByServer(server: ApiServer, { crd }: LiveCrd): Promise<boolean> {
  const { group, names } = crd.spec;
  const name = `crd-bundle-${randomUUID()}`;
  const isCreated = await create(server, {
    apiVersion: "storagemigration.k8s.io/v1",
    kind: "StorageVersionMigration",
    metadata: { name },
    spec: { resource: { group, resource: names.plural } },
  });
  if (!isCreated) return false;
  const path = `${PATH}/${name}`;
  try {
    return await succeeds(server, path);
  } catch (error) {
    if (isApiError(error, 404)) return false; // another client has deleted it
    throw error;
  } finally {
    // If this fails, the object stays. It only states that a migration was requested.
    await server.send({ method: "DELETE", path }).catch(() => undefined);
  }
}

async function succeeds(server: ApiServer, path: string): Promise<boolean> {
  const start = Date.now();
  for (;;) {
    const conditions = conditionsOf(await server.send({ method: "GET", path }));
    if (isTrue(conditions, "Succeeded")) return true;
    if (isTrue(conditions, "Failed")) return false;
    if (Date.now() - start > (conditions.length === 0 ? START : LONGEST)) return false;
    await sleep(POLL);
  }
}

async function create(server: ApiServer, body: JsonObject): Promise<boolean> {
  try {
    await server.send({ method: "POST", path: PATH, body });
    return true;
  } catch (error) {
    if (isApiError(error, 409)) return true; // the response to an earlier attempt was lost
    // The cluster does not have the API, or the role does not allow it.
    if (isApiError(error, 403, 404)) return false;
    throw error;
  }
}

function conditionsOf(object: JsonObject): JsonObject[] {
  const { conditions } = objectIn(object, "status");
  return isJsonArray(conditions) ? conditions.filter(isJsonObject) : [];
}

function isTrue(conditions: readonly JsonObject[], type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === "True");
}
