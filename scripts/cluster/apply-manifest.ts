/** Applies manifests server-side, with a field manager of the tool, and waits until the API server uses CRDs. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiServer } from "../core/model/api-server.js";
import { isJsonArray, isJsonObject, type JsonObject, objectIn } from "../core/model/json.js";
import { storageOf, versionsOf } from "./bridge.js";
import { FIELD_MANAGER } from "./field-owners.js";
import { CRDS_PATH, crdPath, type LiveCrd, liveCrd } from "./live-crd.js";
import { readIfThere } from "./read-if-there.js";

const ADMISSION = "/apis/admissionregistration.k8s.io/v1";
const COLLECTIONS: Readonly<Record<string, string>> = {
  CustomResourceDefinition: CRDS_PATH,
  ValidatingAdmissionPolicy: `${ADMISSION}/validatingadmissionpolicies`,
  ValidatingAdmissionPolicyBinding: `${ADMISSION}/validatingadmissionpolicybindings`,
};

/** Returns the path of a manifest of a bundle. */
export function manifestPath(manifest: JsonObject): string {
  const collection = COLLECTIONS[String(manifest.kind)];
  if (collection === undefined) throw new Error(`${String(manifest.kind)} is not a manifest of a bundle`);
  return `${collection}/${encodeURIComponent(String(objectIn(manifest, "metadata").name))}`;
}

/**
 * Applies a manifest, or asks the API server whether it would accept it. Takes over the fields of other managers, because
 * a bundle has no optional parts. Returns the object as it is stored.
 */
export function applyManifest(server: ApiServer, manifest: JsonObject, dryRun = false): Promise<JsonObject> {
  const { status: _, ...body } = manifest;
  return server.send({
    method: "PATCH",
    path: manifestPath(manifest),
    query: { fieldManager: FIELD_MANAGER, force: "true", ...(dryRun && { dryRun: "All" }) },
    contentType: "application/apply-patch+yaml",
    body,
  });
}

/** Why a CRD is not used yet. */
export class NotEstablished extends Error {
  constructor(
    readonly crd: string,
    readonly problem: string,
  ) {
    super(problem);
  }
}

/** In milliseconds. The API server needs less than a second, unless it is overloaded. */
const PATIENCE = 60_000;
const POLL = 200;
/**
 * Number of successive responses that must agree. Behind one address, there can be several API servers, and one of them
 * can still store objects in the former version.
 */
const AGREED = 5;

/** Waits until a CRD is established, and its versions are served and stored as it states. Returns the CRD. */
export async function awaitCrd(server: ApiServer, name: string): Promise<LiveCrd> {
  const deadline = Date.now() + PATIENCE;
  let agreed = 0;
  for (;;) {
    const live = liveCrd(await server.send({ method: "GET", path: crdPath(name) }));
    const problem = live ? (conditionProblem(live) ?? (await servedProblem(server, live))) : "it has no versions";
    agreed = problem === undefined ? agreed + 1 : 0;
    if (live && agreed === AGREED) return live;
    if (problem !== undefined && Date.now() > deadline) throw new NotEstablished(name, problem);
    await sleep(POLL);
  }
}

/** Returns what the conditions of a CRD report. */
export function conditionProblem({ object }: LiveCrd): string | undefined {
  const { conditions } = objectIn(object, "status");
  const found = isJsonArray(conditions) ? conditions.filter(isJsonObject) : [];
  const conflict = found.find(({ type, status }) => type === "NamesAccepted" && status === "False");
  if (conflict) return String(conflict.message ?? "its names are not accepted");
  const isEstablished = found.some(({ type, status }) => type === "Established" && status === "True");
  return isEstablished ? undefined : "the condition Established is not true";
}

async function servedProblem(server: ApiServer, { crd, object }: LiveCrd): Promise<string | undefined> {
  const { group, names } = crd.spec;
  const hash = storageVersionHash(group, storageOf(object), names.kind);
  for (const version of versionsOf(object)) {
    const resource = await discovered(server, `/apis/${group}/${String(version.name)}`, names.plural);
    if (version.served !== true) {
      if (resource) return `${String(version.name)} is still served`;
      continue;
    }
    if (!resource) return `${String(version.name)} is not served yet`;
    if (resource.storageVersionHash !== hash) return "its storage version is not used yet";
  }
  return undefined;
}

async function discovered(server: ApiServer, path: string, plural: string): Promise<JsonObject | undefined> {
  const { resources } = (await readIfThere(server, path)) ?? {};
  return isJsonArray(resources) ? resources.filter(isJsonObject).find(({ name }) => name === plural) : undefined;
}

/** Identifies the storage version in discovery. Source: apiserver pkg/endpoints/discovery/storageversionhash.go. */
function storageVersionHash(group: string, version: string, kind: string): string {
  const hash = createHash("sha256").update(`${group}/${version}/${kind}`).digest();
  return hash.subarray(0, 8).toString("base64");
}
