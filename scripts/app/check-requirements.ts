/** Checks whether a bundle fulfills the requirements of consumers, such as controllers. */
import { posix, resolve } from "node:path";
import { judgeConsumer, judgedBundle } from "../changes/consumers/judge-consumer.js";
import { statedVersion } from "../changes/consumers/stated-version.js";
import { diagnose, inManifest } from "../core/diagnostics/diagnose.js";
import type { BundleState } from "../core/model/bundle-state.js";
import type { Channel } from "../core/model/channel.js";
import type { Consumer } from "../core/model/consumer.js";
import { type Diagnostic, inSourceOrder } from "../core/model/diagnostic.js";
import type { JudgedRequirement } from "../core/model/judged-requirement.js";
import type { SourceText } from "../core/model/location.js";
import type { Placed } from "../core/model/policy.js";
import type { Version } from "../core/model/release-version.js";
import { pathFrom } from "../core/path-from.js";
import { BUNDLE_FILE, CONSUMERS } from "../core/project-layout.js";
import { combinedFailure, failure, type Result, success } from "../core/result.js";
import { entryType } from "../host/files.js";
import type { Context } from "./context.js";
import { repeatedInput } from "./manifests.js";
import { type Consumers, consumersMissing, readNamedConsumers } from "./named-consumers.js";
import { openStates, type StateContext } from "./open-states.js";
import { fulfill } from "./request.js";
import { namedState, treeState } from "./states.js";
import { openWorkspace } from "./workspace.js";

export interface RequirementsRequest {
  /** The directory that contains `apis/`, relative to the working directory. */
  readonly project: string;
  /** Files of consumers, or `-` for standard input. If unset, the known consumers of the project. */
  readonly files?: readonly string[];
  /** Git tag, commit, bundle directory, CRD file, or `-` for standard input. If unset, the working tree. */
  readonly bundle?: string;
}

/** The requirements of all consumers, including those that the bundle does not fulfill. */
export interface CheckedRequirements {
  readonly bundle: CheckedBundle;
  readonly requirements: readonly JudgedRequirement[];
  /** The reasons for which requirements are not fulfilled. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files to which the diagnostics refer. All paths are relative to the working directory. */
  readonly sources: readonly SourceText[];
}

export interface CheckedBundle {
  readonly name: string;
  readonly channels: readonly Channel[];
  /** The version of a release or of the working tree. Unset for files, whose CRDs state their versions. */
  readonly version?: Version;
}

/**
 * Checks the requirements of consumers. The value contains errors if the bundle does not fulfill all of them. Fails if
 * there are no consumers, or if a file or the bundle cannot be read.
 */
export function checkRequirements(
  request: RequirementsRequest,
  context: Context,
): Promise<Result<CheckedRequirements>> {
  return fulfill(request, context, async () => {
    const { files, bundle, project } = request;
    const repeated = repeatedInput([...(files ?? []), ...(bundle === undefined ? [] : [bundle])]);
    if (repeated) return failure(repeated);
    const base = pathFrom(context.cwd, resolve(context.cwd, project));
    const given = files ? await readNamedConsumers(files, context) : undefined;
    const opened = relocated(await openBundle(request, context), base);
    if (!opened.ok || given?.ok === false) return combinedFailure([...(given ? [given] : []), opened]);
    const { consumers, sources } = given?.value ?? knownConsumers(opened.value.context, base);
    if (consumers.length === 0)
      return failure(consumersMissing(posix.join(base, CONSUMERS), "does not contain any consumers"));
    return success({ ...judged(consumers, opened.value, context), sources });
  });
}

function knownConsumers({ policy, sources }: StateContext, base: string): Consumers {
  const consumers = (policy?.consumers ?? []).map(({ placeOf, ...consumer }) => ({
    ...consumer,
    placeOf: (...at: Parameters<typeof placeOf>) => {
      const place = placeOf(...at);
      return { ...place, file: posix.join(base, place.file) };
    },
  }));
  return { consumers, sources: sources.map((source) => moved(source, base)) };
}

interface OpenedBundle {
  readonly state: BundleState;
  readonly context: StateContext;
}

async function openBundle({ project, bundle }: RequirementsRequest, context: Context): Promise<Result<OpenedBundle>> {
  if (bundle === undefined) {
    if (project === "." && !(await entryType(resolve(context.cwd, BUNDLE_FILE)))) return failure(NO_BUNDLE);
    const workspace = await openWorkspace(project, context);
    return workspace.ok
      ? inContext(await treeState(workspace.value, workspace.value.today), workspace.value)
      : workspace;
  }
  const opened = await openStates(project, context);
  return opened.ok ? inContext(await namedState(bundle, opened.value), opened.value) : opened;
}

const NO_BUNDLE = diagnose("usage-invalid", {
  problem: `--bundle is required, because this directory does not contain ${BUNDLE_FILE}`,
});

function inContext(state: Result<BundleState>, context: StateContext): Result<OpenedBundle> {
  return state.ok ? success({ state: state.value, context }) : state;
}

/** Returns a result about a project with paths relative to the working directory. */
function relocated<T>(result: Result<T>, base: string): Result<T> {
  if (result.ok) return result;
  const diagnostics = result.diagnostics.map((diagnostic) => {
    const { location } = diagnostic;
    return location ? { ...diagnostic, location: { ...location, file: posix.join(base, location.file) } } : diagnostic;
  });
  return failure(
    diagnostics,
    result.sources.map((source) => moved(source, base)),
  );
}

function moved({ path, text }: SourceText, base: string): SourceText {
  return { path: posix.join(base, path), text };
}

function judged(
  consumers: readonly Placed<Consumer>[],
  { state, context: { annotations } }: OpenedBundle,
  context: Context,
): Omit<CheckedRequirements, "sources"> {
  const { version, channels } = state;
  const bundle = judgedBundle(state, statedVersion(annotations?.bundleVersion));
  const requirements = consumers.flatMap((consumer) => judgeConsumer(consumer, bundle));
  sendRemarks(requirements, context);
  // The names of versions in a file can contain line breaks.
  const problems = requirements.flatMap(({ problem }) => (problem ? [inManifest(problem)] : []));
  return {
    bundle: { name: state.name, channels: [...channels.keys()], ...(version !== undefined && { version }) },
    requirements,
    diagnostics: inSourceOrder(problems),
  };
}

function sendRemarks(requirements: readonly JudgedRequirement[], { remark }: Context): void {
  const kinds = new Set<string>();
  for (const { consumer, required, foundIn, deprecated } of requirements) {
    if (required.subject === "kind" && foundIn) kinds.add(required.kind);
    if (required.subject !== "version" || !deprecated) continue;
    const { group, kind, version } = required;
    remark({ about: "deprecated-version", consumer, kind, apiVersion: `${group}/${version}`, ...deprecated });
  }
  if (kinds.size > 0) remark({ about: "only-experimental", kinds: [...kinds] });
}
