/**
 * The work of one pod of a migration Job. A pod rewrites the objects of its shard, and leaves the stored versions as they
 * are. The last pod waits for the others, and then removes the former stored versions.
 */
import { join, resolve } from "node:path";
import { awaitCrd } from "../../cluster/apply-manifest.js";
import { formerVersions, storageOf } from "../../cluster/bridge.js";
import { type LiveCrd, readCrd } from "../../cluster/live-crd.js";
import { type MigratedKind, settleStoredVersions } from "../../cluster/migrate-kind.js";
import { NO_COUNTS } from "../../cluster/rewrite-objects.js";
import { awaitShards, completionsOf, shardOf } from "../../cluster/shard.js";
import { isAsPlanned, readShardPlan, SHARD_PLAN, type ShardPlan } from "../../cluster/shard-plan.js";
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { ApiServer } from "../../core/model/api-server.js";
import { failure, type Result, success } from "../../core/result.js";
import { readInput } from "../../host/sources.js";
import type { Context } from "../context.js";
import { bundleDefinitions } from "../convert/definitions.js";
import { fulfill } from "../request.js";
import { type ClusterRequest, withCluster } from "./connect.js";
import { conversionsTo } from "./definitions.js";
import { dataOf, type MigratedBundle, Migrator, type MigratorOptions } from "./migrate.js";

export interface ShardRequest extends ClusterRequest {
  readonly project: string;
  /** Directory with the files of the Job. */
  readonly job: string;
  /** Index of the pod. */
  readonly shard: number;
}

export function migrateShard(request: ShardRequest, context: Context): Promise<Result<MigratedBundle>> {
  return fulfill(request, context, async () => {
    const plan = await readPlan(request, context);
    if (!plan.ok) return plan;
    const definitions = await bundleDefinitions(request.job, context);
    if (!definitions.ok) return definitions;
    const conversions = conversionsTo(plan.value, definitions.value);
    return withCluster(request, context, (server) =>
      runShard(server, plan.value, { ...request, conversions }, context),
    );
  });
}

/** Does the work of a pod, unless a CRD has changed since the Job was printed. */
export async function runShard(
  server: ApiServer,
  plan: ShardPlan,
  options: MigratorOptions & Pick<ShardRequest, "shard">,
  context: Context,
): Promise<Result<MigratedBundle>> {
  const crds = await plannedCrds(server, plan);
  if (!crds.ok) return crds;
  if (options.shard === plan.shards) return finish(server, plan, crds.value, context);
  return rewriteShard(new Migrator(server, options, context), plan, crds.value, options.shard);
}

async function readPlan({ job, shard }: ShardRequest, { cwd }: Context): Promise<Result<ShardPlan>> {
  const path = join(job, SHARD_PLAN);
  const unusable = (problem: string) => failure(diagnose("job-unreadable", { path, problem }));
  const { files, diagnostics } = await readInput(resolve(cwd, job), SHARD_PLAN);
  if (diagnostics.length > 0) return failure(diagnostics, files);
  const [file] = files;
  if (!file) return unusable("the file does not exist");
  const plan = readShardPlan(file.text);
  if ("problem" in plan) return unusable(plan.problem);
  const completions = completionsOf(plan.value.shards);
  if (shard >= completions) return unusable(`it has ${completions} pods, so there is no pod ${shard}`);
  return success(plan.value);
}

/** Returns the CRDs, or what has changed since the Job was printed. */
async function plannedCrds(server: ApiServer, { crds }: ShardPlan): Promise<Result<readonly LiveCrd[]>> {
  const found: LiveCrd[] = [];
  const changed: string[] = [];
  for (const planned of crds) {
    const live = await readCrd(server, planned.name);
    if (isAsPlanned(live, planned)) found.push(live);
    else changed.push(planned.name);
  }
  if (changed.length === 0) return success(found);
  return failure(changed.map((crd) => inManifest(diagnose("job-outdated", { crd }))));
}

async function rewriteShard(
  migrator: Migrator,
  { shards }: ShardPlan,
  crds: readonly LiveCrd[],
  shard: number,
): Promise<Result<MigratedBundle>> {
  const isOwn = (namespace: string) => shardOf(namespace, shards) === shard;
  // Objects without a namespace belong to one shard, so the others need not list them.
  const own = crds.filter(({ crd }) => crd.spec.scope === "Namespaced" || isOwn(""));
  await Promise.all(own.map(({ crd }) => awaitCrd(migrator.server, crd.metadata.name)));
  const migrated: MigratedKind[] = [];
  for (const live of own) {
    const kind = await migrator.rewrite(live, isOwn);
    migrator.conclude(kind, live);
    migrated.push(kind);
  }
  return success({ crds: migrated.map(dataOf), diagnostics: migrator.diagnostics });
}

async function finish(
  server: ApiServer,
  { job, shards }: ShardPlan,
  lives: readonly LiveCrd[],
  context: Context,
): Promise<Result<MigratedBundle>> {
  const onWait = (remaining: number) => context.progress(`waiting for ${remaining} of ${shards} shards`);
  const unfinished = await awaitShards(server, job, { shards, onWait });
  if (unfinished) return failure(inManifest(diagnose("job-unfinished", unfinished)));
  const settled: MigratedKind[] = [];
  for (const live of lives) settled.push(await settle(server, live));
  return success({
    crds: settled.map(dataOf),
    diagnostics: settled.flatMap(({ crd, problem }) =>
      problem === undefined ? [] : [inManifest(diagnose("job-outdated", { crd }))],
    ),
  });
}

/** Removes the former stored versions, if the CRD is still as all shards have seen it. */
async function settle(server: ApiServer, live: LiveCrd): Promise<MigratedKind> {
  const storage = storageOf(live.object);
  const isSettled = await settleStoredVersions(server, live, storage);
  const outcome = isSettled ? { removed: formerVersions(live) } : { removed: [], problem: "changed" as const };
  return { crd: live.crd.metadata.name, storage, ...NO_COUNTS, ...outcome, byServer: false };
}
