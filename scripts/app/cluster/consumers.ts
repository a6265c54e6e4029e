/** Finds the consumers that work with the installed CRDs, but not with a new bundle. */
import { resolve } from "node:path";
import { judgeConsumer, judgedBundle } from "../../changes/consumers/judge-consumer.js";
import { statedVersion } from "../../changes/consumers/stated-version.js";
import type { LiveCrd } from "../../cluster/live-crd.js";
import { liveCrd } from "../../cluster/live-crd.js";
import type { ClusterContents } from "../../cluster/plan-install.js";
import { annotationsOf, type StampKeys, stampOf, type TargetBundle } from "../../cluster/target-bundle.js";
import { describeDiagnostic } from "../../core/diagnostics/describe.js";
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { BundleState } from "../../core/model/bundle-state.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import type { Consumer } from "../../core/model/consumer.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { JudgedRequirement } from "../../core/model/judged-requirement.js";
import type { Placed } from "../../core/model/policy.js";
import { type Result, success } from "../../core/result.js";
import type { Context } from "../context.js";
import { readNamedConsumers } from "../named-consumers.js";
import { readProjectConsumers } from "../project-consumers.js";

export interface ConsumersRequest {
  readonly project: string;
  /** Files of consumers. If unset, the known consumers of the project. */
  readonly consumers?: readonly string[];
}

/** Returns a finding for each requirement that only the installed CRDs fulfill. */
export async function brokenConsumers(
  request: ConsumersRequest,
  target: TargetBundle,
  { crds }: ClusterContents,
  context: Context,
): Promise<Result<readonly Diagnostic[]>> {
  const consumers = await readConsumers(request, context);
  if (!consumers.ok) return consumers;
  const targets = [...target.crds.values()].flatMap((crd) => liveCrd(crd)?.crd ?? []);
  const after = bundleOf(target.name, targets, target.keys);
  const before = bundleOf("the cluster", crdsIn(crds), target.keys);
  const fulfilled = new Set(
    consumers.value
      .flatMap((consumer) => judgeConsumer(consumer, before))
      .filter(({ status }) => status === "fulfilled")
      .map(keyOf),
  );
  const broken = consumers.value
    .flatMap((consumer) => judgeConsumer(consumer, after))
    .filter((judged) => judged.problem && judged.status === "unfulfilled" && fulfilled.has(keyOf(judged)));
  return success(broken.map(({ consumer, problem }) => consumerProblem(consumer, problem)));
}

/** Judges the consumers with the installed CRDs. Returns the findings. */
export async function unfitConsumers(
  request: ConsumersRequest,
  crds: ReadonlyMap<string, LiveCrd>,
  keys: StampKeys,
  context: Context,
): Promise<Result<readonly JudgedRequirement[]>> {
  const consumers = await readConsumers(request, context);
  if (!consumers.ok) return consumers;
  const installed = bundleOf("the cluster", crdsIn(crds), keys);
  return success(consumers.value.flatMap((consumer) => judgeConsumer(consumer, installed)));
}

export function consumerProblem(consumer: string, problem: Diagnostic | undefined): Diagnostic {
  const words = problem ? describeDiagnostic(problem).message : "";
  return inManifest(diagnose("cluster-consumer", { consumer, problem: words }));
}

async function readConsumers(
  { project, consumers }: ConsumersRequest,
  context: Context,
): Promise<Result<readonly Placed<Consumer>[]>> {
  const read = consumers
    ? await readNamedConsumers(consumers, context)
    : await readProjectConsumers(resolve(context.cwd, project));
  return read.ok ? success(read.value.consumers) : read;
}

function crdsIn(crds: ReadonlyMap<string, LiveCrd>): CustomResourceDefinition[] {
  return [...crds.values()].map(({ crd }) => crd);
}

function bundleOf(name: string, crds: readonly CustomResourceDefinition[], keys: StampKeys) {
  const channels = new Map<Channel, Map<string, CustomResourceDefinition>>();
  for (const crd of crds) {
    const { channel = CHANNELS[0] } = stampOf(annotationsOf(crd as never), keys);
    const known = channels.get(channel) ?? new Map<string, CustomResourceDefinition>();
    channels.set(channel, known.set(crd.metadata.name, crd));
  }
  const state: BundleState = { name, isPartial: true, channels };
  return judgedBundle(state, statedVersion(keys.bundleVersion));
}

function keyOf({ consumer, channel, required }: JudgedRequirement): string {
  return JSON.stringify([consumer, channel, required]);
}
