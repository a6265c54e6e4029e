/** Applies manifests server-side, with a field manager of the tool, and waits until the API server uses CRDs. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ApiServer, isApiError } from "../core/model/api-server.js";
import { versionsOf } from "../core/model/crd-parts.js";
import { isJsonArray, isJsonObject, type JsonObject, objectIn } from "../core/model/json.js";
import { storageOf } from "./bridge.js";
import { isInstalled, isUnchanged, resetPatch } from "./compare-crd.js";
import { FIELD_MANAGER } from "./field-owners.js";
import { CRDS_PATH, crdPath, type LiveCrd, liveCrd, readCrd } from "./live-crd.js";
import { readIfThere } from "./read-if-there.js";
import { repeatingConflicts } from "./repeating-conflicts.js";

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

export interface ApplyOptions {
  /** True to ask the API server whether it would accept the manifest. */
  readonly isDryRun?: boolean;
  /** The resource version that the object must still have. The API server responds with 409 otherwise. */
  readonly resourceVersion?: string | undefined;
}

/**
 * Applies a manifest. Takes over the fields of other managers, because a bundle has no optional parts. Returns the object
 * as it is stored.
 */
export function applyManifest(
  server: ApiServer,
  manifest: JsonObject,
  { isDryRun = false, resourceVersion }: ApplyOptions = {},
): Promise<JsonObject> {
  const { status: _, ...body } = manifest;
  const metadata = { ...objectIn(body, "metadata"), ...(resourceVersion !== undefined && { resourceVersion }) };
  return server.send({
    method: "PATCH",
    path: manifestPath(manifest),
    query: { fieldManager: FIELD_MANAGER, force: "true", ...(isDryRun && { dryRun: "All" }) },
    contentType: "application/apply-patch+yaml",
    body: { ...body, metadata },
  });
}

/** Deletes an object. It is gone, too, if the response to an earlier attempt was lost. */
export async function deleteIfThere(server: ApiServer, path: string, body?: JsonObject): Promise<void> {
  try {
    await server.send({ method: "DELETE", path, ...(body && { body }) });
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
  }
}

/** Someone else has changed an object of the bundle since it was read. */
export class Changed extends Error {
  constructor(
    readonly object: string,
    /** True if a request of this tool can have changed it, too. */
    readonly wasSent: boolean,
  ) {
    super(`${object} was changed by someone else`);
  }
}

/**
 * Applies a CRD in the place of the one that was read before, and returns it as it is stored. Throws Changed if someone else
 * has changed it since.
 */
export async function replaceCrd(
  server: ApiServer,
  manifest: JsonObject,
  before: LiveCrd | undefined,
): Promise<LiveCrd | undefined> {
  const name = String(objectIn(manifest, "metadata").name);
  let [expected, wasSent] = [before, false];
  return repeatingConflicts(async () => {
    const found = await readCrd(server, name);
    if (!isUnchanged(found, expected)) {
      // The response to an earlier attempt can have been lost.
      if (found && isInstalled(found, manifest)) return found;
      throw new Changed(name, wasSent);
    }
    wasSent = true;
    expected = found && (await withoutOtherParts(server, found, manifest));
    const after = liveCrd(await applyManifest(server, manifest, { resourceVersion: expected?.resourceVersion }));
    if (!found && after && after.generation > 1) throw new Changed(name, wasSent);
    return after;
  });
}

/** Removes what others have added to an installed CRD. Returns it as it is then. */
async function withoutOtherParts(server: ApiServer, live: LiveCrd, manifest: JsonObject): Promise<LiveCrd> {
  const patch = resetPatch(live, manifest);
  if (!patch) return live;
  const body = { ...patch, metadata: { resourceVersion: live.resourceVersion } };
  const path = manifestPath(manifest);
  const query = { fieldManager: FIELD_MANAGER };
  const contentType = "application/merge-patch+json";
  return liveCrd(await server.send({ method: "PATCH", path, query, contentType, body })) ?? live;
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
 * Number of successive responses that must agree, each over a connection of its own. Behind one address, there can be
 * several API servers, and one of them can still store objects in the former version.
 */
const AGREED = 5;

/** Waits until a CRD is established, and its versions are served and stored as it states. Returns the CRD. */
export async function awaitCrd(server: ApiServer, name: string): Promise<LiveCrd> {
  const deadline = Date.now() + PATIENCE;
  let agreed = 0;
  for (;;) {
    const live = liveCrd(await server.send({ method: "GET", path: crdPath(name), hasOwnConnection: true }));
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
  const hash = expectedHash(object, group, names.kind);
  for (const version of versionsOf(object)) {
    const resource = await discovered(server, `/apis/${group}/${String(version.name)}`, names.plural);
    if (version.served !== true) {
      if (resource) return `${String(version.name)} is still served`;
      continue;
    }
    if (!resource) return `${String(version.name)} is not served yet`;
    if ((resource.storageVersionHash ?? "") !== hash) return "its storage version is not used yet";
  }
  return undefined;
}

async function discovered(server: ApiServer, path: string, plural: string): Promise<JsonObject | undefined> {
  const { resources } = (await readIfThere(server, { path, hasOwnConnection: true })) ?? {};
  return isJsonArray(resources) ? resources.filter(isJsonObject).find(({ name }) => name === plural) : undefined;
}

/**
 * Returns the hash that discovery must have. It has none if the storage version is not served. Source:
 * apiextensions-apiserver pkg/apiserver/customresource_discovery_controller.go.
 */
function expectedHash(crd: JsonObject, group: string, kind: string): string {
  const storage = storageOf(crd);
  const isServed = versionsOf(crd).some(({ name, served }) => name === storage && served === true);
  return isServed ? storageVersionHash(group, storage, kind) : "";
}

/** Identifies the storage version in discovery. Source: apiserver pkg/endpoints/discovery/storageversionhash.go. */
function storageVersionHash(group: string, version: string, kind: string): string {
  const hash = createHash("sha256").update(`${group}/${version}/${kind}`).digest();
  return hash.subarray(0, 8).toString("base64");
}
