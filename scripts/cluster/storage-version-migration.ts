/**
 * Lets the cluster rewrite the objects of a resource, with a StorageVersionMigration (Kubernetes 1.37 and later). It only
 * changes the encoding. Source: kubernetes/kubernetes pkg/controller/storageversionmigrator.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type ApiServer, isApiError } from "../core/model/api-server.js";
import { isJsonArray, isJsonObject, type JsonObject, objectIn } from "../core/model/json.js";
import type { LiveCrd } from "./live-crd.js";

const PATH = "/apis/storagemigration.k8s.io/v1/storageversionmigrations";
/** Time in milliseconds within which the controller must start. Some clusters have the API but not the controller. */
const START = 15_000;
const POLL = 1000;

/** Lets the API server rewrite the objects of a CRD. Returns false if the cluster cannot do it, or does not do it. */
export async function migratedByServer(server: ApiServer, { crd }: LiveCrd): Promise<boolean> {
  const { group, names } = crd.spec;
  const name = await created(server, {
    apiVersion: "storagemigration.k8s.io/v1",
    kind: "StorageVersionMigration",
    metadata: { generateName: "crd-bundle-" },
    spec: { resource: { group, resource: names.plural } },
  });
  if (name === undefined) return false;
  const path = `${PATH}/${encodeURIComponent(name)}`;
  try {
    const start = Date.now();
    for (;;) {
      const conditions = conditionsOf(await server.send({ method: "GET", path }));
      if (isTrue(conditions, "Succeeded")) return true;
      if (isTrue(conditions, "Failed")) return false;
      if (conditions.length === 0 && Date.now() - start > START) return false;
      await sleep(POLL);
    }
  } finally {
    await server.send({ method: "DELETE", path }).catch(() => undefined); // it also ends by itself
  }
}

async function created(server: ApiServer, body: JsonObject): Promise<string | undefined> {
  try {
    const { name } = objectIn(await server.send({ method: "POST", path: PATH, body }), "metadata");
    return typeof name === "string" ? name : undefined;
  } catch (error) {
    // The cluster does not have the API, or the role does not allow it.
    if (isApiError(error, 403, 404)) return undefined;
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
