/** Opens the context in which named states are compared: a project, or a directory without one. */
import { resolve } from "node:path";
import compare from "semver/functions/compare.js";
import type { DiffOptions } from "../changes/diff/diff-options.js";
import type { Moves } from "../changes/diff/schema.js";
import type { KubernetesTypes } from "../changes/origins/kubernetes-types.js";
import { type PolicyFiles, readPolicyFiles } from "../core/config/policy-files.js";
import { readSettings } from "../core/config/settings.js";
import type { BundleAnnotations, Settings } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import type { Consumer } from "../core/model/consumer.js";
import { type Conversion, crdAfter, isRenamed, movesIn, pathAfter } from "../core/model/conversion.js";
import type { FieldPath } from "../core/model/field-path.js";
import type { SourceText } from "../core/model/location.js";
import { defaultProfile, type Placed, type Profile } from "../core/model/policy.js";
import { BUNDLE_FILE, GRADUATION_FILE, WAIVERS_FILE } from "../core/project-layout.js";
import { combinedFailure, failure, type Result, success } from "../core/result.js";
import { dayOf, Repository } from "../host/git.js";
import { readInput } from "../host/sources.js";
import type { Context } from "./context.js";
import type { StateSources } from "./find-state.js";
import { missingProject } from "./missing-project.js";
import { readNamedProfile } from "./named-profile.js";
import { readProjectConsumers } from "./project-consumers.js";
import { type ProjectConversions, readProjectConversions } from "./project-conversions.js";
import { readKubernetesTypes } from "./templates.js";

/** The context for reading and comparing named states: the settings of a project, or the defaults without a project. */
export interface StateContext {
  readonly directory: string;
  readonly sources: readonly SourceText[];
  readonly places: StateSources;
  /** The annotations in which the CRDs of the project state their bundle. Undefined without a project. */
  readonly annotations?: BundleAnnotations;
  /** The channels in the settings of the project. Undefined without a project. */
  readonly channels?: readonly Channel[];
  /** Undefined without a project, because there are no attestations and conversions then. */
  readonly policy?: PolicyRecords;
  readonly diffOptions: DiffOptions;
  /** The day on which the working tree is judged, such as `2026-02-20`. */
  readonly today: string;
  readonly remark: Context["remark"];
  /**
   * Reads a versioning policy: one of the tool's own or a file, by default the one for a bundle with these channels.
   */
  readonly readProfile: (named: string | undefined, channels: readonly Channel[]) => Promise<Result<Profile>>;
  /** Reads the types of Kubernetes that CRDs embed. */
  readonly readKubernetesTypes: () => Promise<KubernetesTypes>;
}

/** Everything that maintainers declare about changes. */
export interface PolicyRecords extends PolicyFiles {
  readonly conversions: readonly Placed<Conversion>[];
  /** The known consumers of the bundle. */
  readonly consumers: readonly Placed<Consumer>[];
}

/**
 * Opens the context for comparing two named states. Neither of them is the working tree, so nothing is built. The
 * project needs no version and no types, and need not exist.
 */
export async function openStates(project: string, context: Context): Promise<Result<StateContext>> {
  const directory = resolve(context.cwd, project);
  const input = await readInput(directory, BUNDLE_FILE);
  if (input.diagnostics.length > 0) return failure(input.diagnostics, input.files);
  const [file] = input.files;
  if (!file) {
    const missing = await missingProject(directory, project);
    if (missing) return failure(missing);
    return success({ ...surroundings(directory, context), sources: [], diffOptions: diffOptionsOf(undefined, []) });
  }
  const settings = readSettings(file);
  if (!settings.ok) return failure(settings.diagnostics, [file]);
  const [policy, conversions] = await Promise.all([readPolicy(directory), readProjectConversions(directory)]);
  if (!policy.ok || !conversions.ok) return combinedFailure([policy, conversions]);
  const records = withConversions(policy.value, conversions.value);
  return success(statesOf(directory, settings.value, [file], records, context));
}

/** The files in which a project answers the versioning policy, read and as text. */
interface PolicySources<Policy = Omit<PolicyRecords, "conversions">> {
  readonly policy: Policy;
  readonly files: readonly SourceText[];
}

/** Adds the conversions of a project to its other records. */
export function withConversions(
  { policy, files }: PolicySources,
  { definitions, files: more }: ProjectConversions,
): PolicySources<PolicyRecords> {
  return { policy: { ...policy, conversions: definitions }, files: [...files, ...more] };
}

/** Reads the records of a project, except for its conversions. */
export async function readPolicy(directory: string): Promise<Result<PolicySources>> {
  const [answers, consumers] = await Promise.all([readAnswers(directory), readProjectConsumers(directory)]);
  if (!answers.ok || !consumers.ok) return combinedFailure([answers, consumers]);
  const policy = { ...answers.value.policy, consumers: consumers.value.consumers };
  return success({ policy, files: [...answers.value.files, ...consumers.value.files] });
}

async function readAnswers(directory: string): Promise<Result<PolicySources<PolicyFiles>>> {
  const answers = [WAIVERS_FILE, GRADUATION_FILE].map((file) => readInput(directory, file));
  const inputs = await Promise.all(answers);
  const unsound = inputs.flatMap((input) => input.diagnostics);
  if (unsound.length > 0) {
    return failure(
      unsound,
      inputs.flatMap(({ files }) => files),
    );
  }
  const [waivers, graduation] = inputs.map(({ files }) => files[0]);
  const policy = readPolicyFiles(waivers, graduation);
  const files = [waivers, graduation].filter((file) => file !== undefined);
  return policy.ok ? success({ policy: policy.value, files }) : failure(policy.diagnostics, files);
}

/** Returns the context of a project: its settings, and its waivers, attestations and conversions. */
export function statesOf(
  directory: string,
  { annotations, channels }: Settings,
  sources: readonly SourceText[],
  { policy, files }: PolicySources<PolicyRecords>,
  context: Context,
): StateContext & { readonly policy: PolicyRecords } {
  const around = surroundings(directory, context);
  return {
    ...around,
    places: { ...around.places, channelAnnotation: annotations.channel },
    sources: [...sources, ...files],
    annotations,
    channels,
    policy,
    diffOptions: diffOptionsOf(annotations, policy.conversions),
  };
}

function surroundings(directory: string, { cwd, now, cache, readInput, remark, templates }: Context) {
  const kept = cache?.outside(directory);
  const places: StateSources = {
    project: directory,
    cwd,
    repository: new Repository(directory),
    ...(kept && { cache: kept }),
    readInput,
    remark,
  };
  const readProfile: StateContext["readProfile"] = (named, channels) =>
    readNamedProfile(named ?? defaultProfile(channels), { cwd, directory, templates });
  return {
    directory,
    places,
    today: dayOf(now),
    remark,
    readProfile,
    readKubernetesTypes: () => readKubernetesTypes(templates),
  };
}

function diffOptionsOf(annotations: BundleAnnotations | undefined, conversions: readonly Conversion[]): DiffOptions {
  return {
    stamps: new Set([...Object.values(annotations ?? {}), "api-approved.kubernetes.io"]),
    renamedKinds: new Map(conversions.filter(isRenamed).map((each) => [each.crd, crdAfter(each)])),
    moves: movesOf(conversions),
  };
}

/** Returns the moves of all definitions by CRD, also those over several releases. */
function movesOf(conversions: readonly Conversion[]): ReadonlyMap<string, Moves> {
  const moves = new Map<string, readonly (readonly [from: FieldPath, to: FieldPath])[]>();
  for (const conversion of [...conversions].sort((a, b) => compare(a.since, b.since))) {
    const { crd, steps } = conversion;
    const earlier = moves.get(crd) ?? [];
    const continued = earlier.flatMap(([from, to]) => {
      const end = pathAfter(to, steps);
      return end === undefined || end === to ? [] : [[from, end] as const];
    });
    moves.set(crd, [...earlier, ...continued, ...movesIn(conversion)]);
  }
  return moves;
}
