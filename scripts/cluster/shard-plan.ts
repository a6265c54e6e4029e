/**
 * The file that tells the pods of a migration Job what to do. It takes the place of the bundle, whose manifests are too
 * large for a ConfigMap, and states the CRDs as they were when the Job was printed.
 */
import { CHANNELS, type Channel, isChannel } from "../core/model/channel.js";
import { isJsonArray, isJsonObject, type Json, parseJson } from "../core/model/json.js";
import { parseVersion, type Version } from "../core/model/release-version.js";
import type { Reading } from "../core/result.js";
import type { LiveCrd } from "./live-crd.js";

export const SHARD_PLAN = "migration.json";

export interface ShardPlan {
  /** Form that the objects get. */
  readonly version: Version;
  readonly channel: Channel;
  readonly job: JobReference;
  readonly shards: number;
  readonly crds: readonly PlannedCrd[];
}

export interface JobReference {
  readonly namespace: string;
  readonly name: string;
}

/** CRD with the state in which its objects are rewritten. */
export interface PlannedCrd {
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
}

export function printShardPlan({ version, channel, job, shards, crds }: ShardPlan): string {
  const { namespace, name } = job;
  const planned = crds.map(({ name, uid, generation }) => ({ name, uid, generation }));
  return `${JSON.stringify({ version, channel, job: { namespace, name }, shards, crds: planned }, null, 2)}\n`;
}

/** Reports whether a CRD is the one of the plan and has not changed since. */
export function isAsPlanned(live: LiveCrd | undefined, { uid, generation }: PlannedCrd): live is LiveCrd {
  return live?.uid === uid && live.generation === generation;
}

/** Reads a plan. It is not written by people, so the first problem is enough. */
export function readShardPlan(text: string): Reading<ShardPlan> {
  const plan = parseJson(text);
  if (!isJsonObject(plan)) return { problem: "it is not a JSON object" };
  const version = typeof plan.version === "string" ? parseVersion(plan.version) : undefined;
  const { channel, job, shards, crds } = plan;
  if (!version) return { problem: "version must be a version" };
  if (typeof channel !== "string" || !isChannel(channel)) {
    return { problem: `channel must be one of ${CHANNELS.join(", ")}` };
  }
  if (!isJobReference(job)) return { problem: "job must have a namespace and a name" };
  if (!isCount(shards)) return { problem: "shards must be a whole number above 0" };
  if (!isJsonArray(crds) || !crds.every(isPlannedCrd)) {
    return { problem: "crds must be a list, each with a name, uid, and generation" };
  }
  return { value: { version, channel, job, shards, crds: crds.filter(isPlannedCrd) } };
}

function isJobReference(value: Json | undefined): value is Json & JobReference {
  return isJsonObject(value) && isName(value.namespace) && isName(value.name);
}

function isPlannedCrd(value: Json): value is Json & PlannedCrd {
  return isJsonObject(value) && isName(value.name) && isName(value.uid) && isCount(value.generation);
}

function isName(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}

function isCount(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
