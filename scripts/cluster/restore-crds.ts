/** Restores the CRDs that a failed installation has replaced. */
import { type ApiServer, isApiError } from "../core/model/api-server.js";
import { type JsonObject, objectIn } from "../core/model/json.js";
import { conditionProblem, deleteIfThere } from "./apply-manifest.js";
import { outgoingVersions } from "./bridge.js";
import { isInstalled, isUntouched } from "./compare-crd.js";
import { collectionPath, crdPath, type LiveCrd, readCrd, resourceOf } from "./live-crd.js";
import { readIfThere } from "./read-if-there.js";
import { repeatingConflicts } from "./repeating-conflicts.js";

/** CRD of an installation. */
export interface AppliedCrd {
  readonly name: string;
  readonly manifest: JsonObject;
  /** The CRD before the installation. Unset if there was none. */
  readonly before: LiveCrd | undefined;
  /** The CRD as the API server returned it. Unset if its response was lost. */
  readonly after?: LiveCrd | undefined;
}

/**
 * Restores CRDs, unless one of them must stay: an object can be in a version that only the new CRD has, or someone else has
 * changed the CRD since. Removes each one that is restored from the list.
 */
export async function restoreCrds(server: ApiServer, applied: AppliedCrd[]): Promise<void> {
  for (const each of applied) if (await mustStay(server, each, await readCrd(server, each.name))) return;
  while (applied[0]) {
    const [next] = applied;
    if (!(await repeatingConflicts(() => restoreCrd(server, next)))) return;
    applied.shift();
  }
}

/** Undoes the change of a CRD. Returns false if it must stay. */
async function restoreCrd(server: ApiServer, applied: AppliedCrd): Promise<boolean> {
  const { name, before } = applied;
  const now = await readCrd(server, name);
  if (!now || isAsBefore(now, before)) return true;
  if (await mustStay(server, applied, now)) return false;
  const { uid, resourceVersion } = now;
  if (before) await putBack(server, before, resourceVersion);
  else await deleteIfThere(server, crdPath(name), { preconditions: { uid, resourceVersion } });
  return true;
}

async function mustStay(server: ApiServer, applied: AppliedCrd, now: LiveCrd | undefined): Promise<boolean> {
  const { manifest, before, after } = applied;
  if (!now || isAsBefore(now, before)) return false;
  const isOwn = after ? isUntouched(now, after) : isInstalled(now, manifest);
  if (!isOwn) return true;
  return before ? outgoingVersions(now, before.object).length > 0 : hasObjects(server, now);
}

/** Reports whether the request that would have changed a CRD did not arrive. */
function isAsBefore(now: LiveCrd, before: LiveCrd | undefined): boolean {
  return before !== undefined && isUntouched(now, before);
}

/** Stores a CRD as it was. A second update gives its fields back to their owners, because the first one takes them. */
async function putBack(server: ApiServer, { object, crd }: LiveCrd, resourceVersion: string): Promise<void> {
  const path = crdPath(crd.metadata.name);
  const metadata = objectIn(object, "metadata");
  const put = (version: string) =>
    server.send({ method: "PUT", path, body: { ...object, metadata: { ...metadata, resourceVersion: version } } });
  const written = await put(resourceVersion);
  await put(String(objectIn(written, "metadata").resourceVersion)).catch((error: unknown) => {
    // The specification is restored, and another client has changed the CRD.
    if (!isApiError(error, 404, 409)) throw error;
  });
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
