/** Restores the CRDs that a failed installation has replaced. */
import type { ApiServer } from "../core/model/api-server.js";
import { type JsonObject, objectIn } from "../core/model/json.js";
import { conditionProblem, deleteIfThere } from "./apply-manifest.js";
import { outgoingVersions } from "./bridge.js";
import { containsManifest, isUnchanged } from "./compare-crd.js";
import { collectionPath, crdPath, type LiveCrd, readCrd, resourceOf } from "./live-crd.js";
import { readIfThere } from "./read-if-there.js";

/** CRD of an installation. */
export interface AppliedCrd {
  readonly name: string;
  readonly manifest: JsonObject;
  /** The CRD before the installation. Unset if there was none. */
  readonly before: LiveCrd | undefined;
}

/**
 * Restores CRDs, all of them or none. Returns false if they cannot be restored: an object can be in a version that only the
 * new CRD has, or someone else has changed a CRD since.
 */
export async function restoreCrds(server: ApiServer, applied: readonly AppliedCrd[]): Promise<boolean> {
  const replaced: { readonly now: LiveCrd; readonly before: LiveCrd | undefined }[] = [];
  for (const { name, manifest, before } of applied) {
    const now = await readCrd(server, name);
    // The request that would have changed it did not arrive.
    if (!now || isUnchanged(now, before)) continue;
    if (!containsManifest(now, manifest)) return false;
    if (before ? outgoingVersions(now, before.object).length > 0 : await hasObjects(server, now)) return false;
    replaced.push({ now, before });
  }
  for (const { now, before } of replaced) await restoreCrd(server, now, before);
  return true;
}

/** Undoes the change of a CRD, unless it has changed again. */
async function restoreCrd(server: ApiServer, now: LiveCrd, before: LiveCrd | undefined): Promise<void> {
  const { uid, resourceVersion } = now;
  const path = crdPath(now.crd.metadata.name);
  if (!before) return deleteIfThere(server, path, { preconditions: { uid, resourceVersion } });
  const metadata = { ...objectIn(before.object, "metadata"), resourceVersion };
  await server.send({ method: "PUT", path, body: { ...before.object, metadata } });
}

async function hasObjects(server: ApiServer, live: LiveCrd): Promise<boolean> {
  const version = live.crd.spec.versions.find(({ served }) => served);
  if (!version) return true;
  const list = await readIfThere(server, {
    path: collectionPath(resourceOf(live, version.name)),
    query: { limit: "1" },
  });
  // A CRD that was never established, for example because another one has its names, has no list.
  if (!list) return conditionProblem(live) === undefined;
  return !Array.isArray(list.items) || list.items.length > 0;
}
