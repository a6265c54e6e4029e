/**
 * Migrates the objects of one CRD to the form of a release and to the storage version. Afterward, no object can be stored
 * in another version, so those versions are removed from the stored versions of the CRD.
 */
import type { ApiServer } from "../core/model/api-server.js";
import { type JsonObject, objectIn } from "../core/model/json.js";
import type { ConvertedObject } from "../kubernetes/conversion/convert.js";
import { formerVersions, storageOf } from "./bridge.js";
import { accessVersion, crdPath, type LiveCrd, liveCrd, readCrd, resourceOf } from "./live-crd.js";
import { readIfThere } from "./read-if-there.js";
import { repeatingConflicts } from "./repeating-conflicts.js";
import { NO_COUNTS, type PageDone, type RewriteCounts, type RewriteEvent, rewriteObjects } from "./rewrite-objects.js";
import { migratedByServer } from "./storage-version-migration.js";

export interface KindMigration {
  readonly server: ApiServer;
  readonly live: LiveCrd;
  /** The versions that stay. The managed fields of others are moved. */
  readonly staying: readonly string[];
  readonly convert: (object: JsonObject) => ConvertedObject;
  /** Name of the annotation with the parts of objects that have no place. */
  readonly annotation: string;
  /** True if definitions can change objects of the kind. Otherwise, only their encoding changes. */
  readonly hasConversions: boolean;
  readonly dryRun: boolean;
  readonly concurrency: number;
  /** Decides by its namespace whether an object is rewritten. All are, if omitted. */
  readonly isOwn?: (namespace: string) => boolean;
  readonly report: (event: RewriteEvent) => void;
  readonly onPage: (page: PageDone) => void;
  /** The places where interrupted runs stopped. */
  readonly checkpoints: Checkpoints;
}

/** Keeps how far the rewriting of the objects of a CRD has come. */
export interface Checkpoints {
  readonly recall: (live: LiveCrd) => Checkpoint | undefined;
  readonly keep: (live: LiveCrd, checkpoint: Checkpoint) => void;
}

export const NO_CHECKPOINTS: Checkpoints = { recall: () => undefined, keep: () => {} };

export interface Checkpoint extends RewriteCounts {
  readonly place: string;
}

export interface MigratedKind extends RewriteCounts {
  readonly crd: string;
  readonly storage: string;
  /** Former stored versions that were removed. In a dry run, those that would be. */
  readonly removed: readonly string[];
  /** Why stored versions could not be removed. */
  readonly problem?: "failed" | "changed";
  /** True if the API server itself has rewritten the objects. */
  readonly byServer: boolean;
}

/** Also looks at objects that are all stored in the storage version, because their managed fields can name removed ones. */
export async function migrateKind(migration: KindMigration): Promise<MigratedKind> {
  const { live, server, dryRun } = migration;
  const storage = storageOf(live.object);
  const former = formerVersions(live);
  const byServer = former.length > 0 && !migration.hasConversions && !dryRun && (await migratedByServer(server, live));
  const counts = await rewriteAll(migration, storage, former.length > 0 && !byServer);
  const settled = counts.failed === 0 && (await isSettled(migration, former));
  return { crd: live.crd.metadata.name, storage, ...counts, byServer, ...outcome(former, counts.failed, settled) };
}

/** Removes former stored versions. Reports whether the CRD is still the one for which the objects were converted. */
async function isSettled({ server, live, dryRun }: KindMigration, former: readonly string[]): Promise<boolean> {
  if (dryRun || former.length === 0) return isStillInstalled(server, live);
  return settleStoredVersions(server, live, storageOf(live.object));
}

/** Reads only the metadata, because a CRD can have a MiB. */
async function isStillInstalled(server: ApiServer, { crd, uid, generation }: LiveCrd): Promise<boolean> {
  const accept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
  const found = await readIfThere(server, { path: crdPath(crd.metadata.name), accept });
  const metadata = objectIn(found ?? {}, "metadata");
  return metadata.uid === uid && metadata.generation === generation;
}

/** Rewrites objects without changing the stored versions, for a run that rewrites only a part of the objects. */
export async function rewriteKind(migration: KindMigration): Promise<MigratedKind> {
  const { live } = migration;
  const storage = storageOf(live.object);
  const counts = await rewriteAll(migration, storage, formerVersions(live).length > 0);
  const problem = counts.failed > 0 && ({ problem: "failed" } as const);
  return { crd: live.crd.metadata.name, storage, ...counts, removed: [], ...problem, byServer: false };
}

function outcome(
  former: readonly string[],
  failed: number,
  settled: boolean,
): Pick<MigratedKind, "removed" | "problem"> {
  if (failed > 0) return { removed: [], problem: "failed" };
  return settled ? { removed: former } : { removed: [], problem: "changed" };
}

/** In milliseconds. */
const CHECK_EVERY = 5000;

async function rewriteAll(migration: KindMigration, storage: string, everyObject: boolean): Promise<RewriteCounts> {
  const { server, live, staying, convert, annotation, dryRun, concurrency, isOwn, report, onPage, checkpoints } =
    migration;
  const known = everyObject && !dryRun ? checkpoints.recall(live) : undefined;
  const request = {
    resource: resourceOf(live, accessVersion(live) ?? storage),
    convert,
    annotation,
    served: staying,
    everyObject,
    dryRun,
    concurrency,
    start: known?.place,
    ...(isOwn && { isOwn }),
  };
  let counts: RewriteCounts = known ?? NO_COUNTS;
  let checked = Date.now();
  for await (const page of rewriteObjects(server, request, report, counts)) {
    const { remaining: _, next, ...own } = page;
    counts = own;
    onPage(page);
    // Another CRD may not have the form that the objects get. The end of the migration reports it.
    if (Date.now() - checked > CHECK_EVERY) {
      if (!(await isStillInstalled(server, live))) return counts;
      checked = Date.now();
    }
    // A later run must look at objects that failed again.
    if (everyObject && !dryRun && next !== "" && counts.failed === 0)
      checkpoints.keep(live, { ...counts, place: next });
  }
  return counts;
}

/**
 * Removes all stored versions except the storage version, unless the CRD changed since it was read. Another storage version
 * meanwhile would mean that objects can be stored in it.
 */
export function settleStoredVersions(server: ApiServer, before: LiveCrd, storage: string): Promise<boolean> {
  const { name } = before.crd.metadata;
  return repeatingConflicts(async () => {
    const now = await readCrd(server, name);
    if (!now || now.uid !== before.uid || now.generation !== before.generation) return false;
    if (now.storedVersions.every((version) => version === storage)) return true;
    const body = { metadata: { resourceVersion: now.resourceVersion }, status: { storedVersions: [storage] } };
    const path = `${crdPath(name)}/status`;
    const contentType = "application/merge-patch+json";
    const after = liveCrd(await server.send({ method: "PATCH", path, body, contentType }));
    return after?.generation === before.generation;
  });
}
