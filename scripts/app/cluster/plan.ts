/** Plans the installation of a bundle in a cluster, or over manifests. Changes nothing. */

import type { LiveCrd } from "../../cluster/live-crd.js";
import { type ClusterContents, type Planned, planInstall } from "../../cluster/plan-install.js";
import { rehearse } from "../../cluster/rehearse.js";
import { annotationsOf, stampOf, type TargetBundle } from "../../cluster/target-bundle.js";
import { diagnose, warning } from "../../core/diagnostics/diagnose.js";
import type { ApiServer } from "../../core/model/api-server.js";
import type { Channel } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { InstallPlan } from "../../core/model/install-plan.js";
import { failure, type Result, success } from "../../core/result.js";
import type { Context } from "../context.js";
import { fulfill } from "../request.js";
import { type ClusterRequest, withCluster } from "./connect.js";
import { brokenConsumers } from "./consumers.js";
import { manifestContents, serverContents } from "./contents.js";
import { type ClusterConversions, clusterConversions, type DefinitionsRequest } from "./definitions.js";
import { readTarget, type TargetRequest } from "./read-target.js";

/** Findings about an installation that users can accept, by code. */
export const ACCEPTABLE = [
  "cluster-channel",
  "cluster-consumer",
  "cluster-downgrade",
  "cluster-foreign",
  "cluster-manager",
  "cluster-object-loses",
  "cluster-object-lost",
  "cluster-object-outdated",
  "cluster-object-uses",
] as const;

export interface InstallRequest extends ClusterRequest, TargetRequest, DefinitionsRequest {
  /** Codes of findings that do not stop the installation. */
  readonly accept?: readonly string[];
  /** Files of consumers. If unset, the known consumers of the project. */
  readonly consumers?: readonly string[];
}

export interface PlanRequest extends InstallRequest {
  /** Manifests that stand for the cluster, such as the output of `kubectl get`. */
  readonly against?: string;
}

export interface PlannedInstall {
  readonly plan: InstallPlan;
  /** Names of admission policy bindings of an earlier bundle that the installation removes, because of what is accepted. */
  readonly lifted: readonly string[];
  /** The reasons not to install, as errors, and findings that users should know, as warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Everything that is known before an installation. */
export interface Prepared {
  readonly target: TargetBundle;
  readonly contents: ClusterContents;
  readonly conversions: ClusterConversions;
  readonly planned: Planned;
  /** The findings of the plan, with the accepted ones as warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Plans an installation. The value contains errors if there are reasons not to install. */
export function planClusterInstall(request: PlanRequest, context: Context): Promise<Result<PlannedInstall>> {
  return fulfill(request, context, async () => {
    const { against } = request;
    if (against !== undefined) {
      return asPlan(await prepare(request, context, (target) => manifestContents(against, target, context)));
    }
    return withCluster(request, context, async (server) => {
      const prepared = await prepareOn(server, request, context);
      if (!prepared.ok) return prepared;
      const rehearsed = await rehearsal(server, prepared.value, request, context);
      const { planned, diagnostics } = prepared.value;
      return success({
        plan: planned.plan,
        lifted: mayLiftPolicy(planned, request.accept) ? [...rehearsed.denying].sort() : [],
        diagnostics: [...diagnostics, ...rehearsed.diagnostics],
      });
    });
  });
}

function asPlan(prepared: Result<Prepared>): Result<PlannedInstall> {
  if (!prepared.ok) return prepared;
  const { planned, diagnostics } = prepared.value;
  return success({ plan: planned.plan, lifted: [], diagnostics });
}

/** Asks the server about the manifests. A policy that rejects what is in the plan anyway is removed by the installation. */
function rehearsal(server: ApiServer, { target, planned }: Prepared, { accept }: InstallRequest, context: Context) {
  const { progress } = context;
  return rehearse({ server, target, planned, mayLiftPolicy: mayLiftPolicy(planned, accept), progress });
}

/**
 * Reports whether the installation may remove an admission policy: if all that it protects from is accepted. After a part of
 * an installation, nothing of this may be found any longer.
 */
export function mayLiftPolicy({ diagnostics }: Pick<Planned, "diagnostics">, accept: readonly string[] = []): boolean {
  const guarded = ["cluster-downgrade", "cluster-channel"];
  const isAccepted = ({ code }: Diagnostic) => !guarded.includes(code) || accept.includes(code);
  return guarded.some((code) => accept.includes(code)) && diagnostics.every(isAccepted);
}

export function prepareOn(server: ApiServer, request: InstallRequest, context: Context): Promise<Result<Prepared>> {
  return prepare(request, context, async (target) => {
    context.progress("reading the CRDs of the cluster");
    return success(await serverContents(server, target));
  });
}

async function prepare(
  request: InstallRequest,
  context: Context,
  contentsFor: (target: TargetBundle) => Promise<Result<ClusterContents>>,
): Promise<Result<Prepared>> {
  const unknown = (request.accept ?? []).filter((code) => !ACCEPTABLE.some((known) => known === code));
  if (unknown.length > 0) {
    const problem = `--accept takes one of ${ACCEPTABLE.join(", ")}, not ${unknown.join(", ")}`;
    return failure(diagnose("usage-invalid", { problem }));
  }
  const target = await readTarget(request, context);
  if (!target.ok) return target;
  const found = await contentsFor(target.value);
  if (!found.ok) return found;
  const contents = found.value;
  const form = { ...target.value, channel: formChannel(target.value, contents.crds) };
  const conversions = await clusterConversions(request, form, context);
  if (!conversions.ok) return conversions;
  const planned = await planInstall(target.value, contents, { ...conversions.value, progress: context.progress });
  const consumers = await brokenConsumers(request, target.value, contents, context);
  if (!consumers.ok) return consumers;
  const diagnostics = [...planned.diagnostics, ...consumers.value].map((each) => accepted(each, request.accept));
  return success({ target: target.value, contents, conversions: conversions.value, planned, diagnostics });
}

/** Returns the channel whose forms the objects can have. */
export function formChannel({ channel, keys }: TargetBundle, crds: ReadonlyMap<string, LiveCrd>): Channel {
  const installed = [...crds.values()].map(({ object }) => stampOf(annotationsOf(object), keys).channel);
  return installed.includes("experimental") ? "experimental" : channel;
}

function accepted(diagnostic: Diagnostic, accept: readonly string[] = []): Diagnostic {
  return accept.includes(diagnostic.code) ? warning(diagnostic) : diagnostic;
}
