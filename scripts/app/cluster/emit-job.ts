/** Prints the Job that migrates the stored objects of a bundle inside of a cluster. Changes nothing in the cluster. */
import { hiddenFields, notInstalled } from "../../cluster/installed-bundle.js";
import { MOST_SHARDS, migrationJob } from "../../cluster/migration-job.js";
import type { TargetBundle } from "../../cluster/target-bundle.js";
import type { BundleConversions } from "../../core/config/conversions.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { ApiServer } from "../../core/model/api-server.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { JsonObject } from "../../core/model/json.js";
import { DNS_1123_LABEL, LABEL_LIMIT } from "../../core/model/names.js";
import { failure, type Result, success } from "../../core/result.js";
import { conversionsText } from "../../emit/conversions.js";
import type { Context } from "../context.js";
import { fulfill } from "../request.js";
import { type ClusterRequest, withCluster } from "./connect.js";
import { installedCrds } from "./contents.js";
import { clusterDefinitions, conversionsTo, type DefinitionsRequest } from "./definitions.js";
import { formChannel } from "./plan.js";
import { readTarget, type TargetRequest } from "./read-target.js";

export interface EmitRequest extends ClusterRequest, TargetRequest, DefinitionsRequest {
  /** Image that contains Node and this tool. */
  readonly image: string;
  /** Namespace of the Job, which is one of the printed objects. */
  readonly namespace?: string;
  /** Number of pods that rewrite objects. */
  readonly shards?: number;
}

export interface EmittedJob {
  readonly objects: readonly JsonObject[];
  readonly diagnostics: readonly Diagnostic[];
}

export const NAMESPACE = "crd-bundle-system";
export const SHARDS = 8;

/** Returns the manifests of the Job. It migrates the CRDs only in the state in which they are now. */
export function emitMigrationJob(request: EmitRequest, context: Context): Promise<Result<EmittedJob>> {
  return fulfill(request, context, async () => {
    const problem = usageProblem(request);
    if (problem !== undefined) return failure(diagnose("usage-invalid", { problem }));
    const target = await readTarget(request, context);
    if (!target.ok) return target;
    const definitions = await clusterDefinitions(request, target.value.keys, context);
    if (!definitions.ok) return definitions;
    return withCluster(request, context, (server) => emitFor(server, target.value, definitions.value, request));
  });
}

function usageProblem({ image, namespace = NAMESPACE, shards = SHARDS, requestsPerSecond }: EmitRequest) {
  if (!/^\S+$/.test(image)) return "--image takes the name of an image";
  if (!DNS_1123_LABEL.test(namespace) || namespace.length > LABEL_LIMIT) {
    return "--namespace takes the name of a namespace, with lowercase letters, digits, and hyphens";
  }
  if (shards > MOST_SHARDS) return `--shards takes at most ${MOST_SHARDS}, because each shard lists all objects`;
  if (requestsPerSecond !== undefined && requestsPerSecond < shards) {
    return `--requests-per-second must be at least the number of shards, which is ${shards}`;
  }
  return undefined;
}

async function emitFor(
  server: ApiServer,
  target: TargetBundle,
  definitions: BundleConversions,
  request: EmitRequest,
): Promise<Result<EmittedJob>> {
  const { image, namespace = NAMESPACE, shards = SHARDS } = request;
  const crds = await installedCrds(server, target);
  const problem = notInstalled(target, crds);
  if (problem) return failure(problem);
  const channel = formChannel(target, crds);
  const hidden = hiddenFields([...crds.values()], conversionsTo({ ...target, channel }, definitions));
  const job = migrationJob({
    bundle: target,
    channel,
    crds: [...crds.values()].filter(({ crd }) => !hidden.has(crd.metadata.name)),
    conversions: conversionsText(definitions),
    image,
    namespace,
    shards,
    options: podOptions(request, shards),
  });
  if ("problem" in job) return failure(diagnose("job-large", job));
  return success({ objects: job.value, diagnostics: [...hidden.values()] });
}

/** Returns the options of each pod. All pods together keep the limit of requests. */
function podOptions({ concurrency, requestsPerSecond }: EmitRequest, shards: number): string[] {
  return [
    ...(concurrency === undefined ? [] : ["--concurrency", String(concurrency)]),
    ...(requestsPerSecond === undefined
      ? []
      : ["--requests-per-second", String(Math.floor(requestsPerSecond / shards))]),
  ];
}
