/** The two ends of a comparison: what a person named, or the last release and the working tree. */
import { resolve } from "node:path";
import { valid } from "semver";
import type { DiffOptions } from "../changes/diff/diff-options.js";
import type { Terminal } from "../cli/terminal.js";
import { type PolicyFiles, readPolicyFiles } from "../core/config/policy-files.js";
import { readSettings } from "../core/config/settings.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Bundle, BundleAnnotations } from "../core/model/bundle.js";
import { CHANNELS, type Channel } from "../core/model/channel.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import type { Conversion } from "../core/model/policy.js";
import type { Release } from "../core/model/release.js";
import { reservedFields } from "../core/model/reserved.js";
import { Repository } from "../host/git.js";
import { readInput, readSource } from "../host/sources.js";
import { CHANGELOG, readChangelog } from "../release/changelog/changelog.js";
import { type Analysis, analyse, type BuildOutput, print } from "./build.js";
import { findState, type Places, releaseStates } from "./history-states.js";
import { BUNDLE_FILE, readProject, readTemplates } from "./project.js";

/** What named states are read and compared with: the settings of a project, or defaults without one. */
export interface StateContext {
  readonly folder: string;
  readonly sources: readonly SourceText[];
  readonly places: Places;
  /** Undefined without a project, which can attest and convert nothing. */
  readonly policy?: PolicyFiles;
  readonly diffOptions: DiffOptions;
}

/** A project, opened for comparing its states. */
export interface Workspace extends StateContext {
  readonly bundle: Bundle;
  readonly policy: PolicyFiles;
  /** Builds the working tree. Whatever is printed is printed once. */
  readonly buildTree: () => Promise<BuildOutput>;
  /** What the working tree would be as another version, in the given channels. */
  readonly printAs: (version: string, channels: readonly Channel[]) => Promise<BuildOutput>;
}

export interface Trouble {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/** Opens a project, or says what is wrong with its configuration. */
export async function openWorkspace(
  project: string,
  templates: string,
  terminal: Terminal,
): Promise<Workspace | Trouble> {
  const folder = resolve(terminal.cwd, project);
  const { bundle, diagnostics, sources } = await readProject(folder, undefined);
  if (!bundle) return { diagnostics, sources };
  const context = await contextOf(folder, bundle.annotations, sources, terminal);
  if ("diagnostics" in context) return context;
  let analysis: Analysis | undefined;
  const printed = new Map<string, BuildOutput>();
  const printAs = async (version: string, channels: readonly Channel[]) => {
    const key = [version, ...channels].join(" ");
    analysis ??= analyse({ sources, bundle, progress: terminal.progress });
    const output =
      printed.get(key) ?? print(analysis, { ...bundle, version }, await readTemplates(templates), channels);
    printed.set(key, output);
    return output;
  };
  return { ...context, bundle, buildTree: () => printAs(bundle.version, CHANNELS), printAs };
}

/**
 * Opens what two named states are compared with. Neither of them is the working tree, so nothing is built: a project
 * needs no version and no types, and none is needed at all.
 */
export async function openStates(project: string, terminal: Terminal): Promise<StateContext | Trouble> {
  const folder = resolve(terminal.cwd, project);
  const input = await readInput(folder, BUNDLE_FILE);
  if (input.diagnostics.length > 0) return { diagnostics: input.diagnostics, sources: input.files };
  const [file] = input.files;
  if (!file)
    return { folder, sources: [], places: placesOf(folder, terminal), diffOptions: diffOptionsOf(undefined, []) };
  const { settings, diagnostics } = readSettings(file);
  if (!settings) return { diagnostics, sources: [file] };
  return contextOf(folder, settings.annotations, [file], terminal);
}

/** The context of a project: its settings, and the files that answer the policy. */
async function contextOf(
  folder: string,
  annotations: BundleAnnotations,
  sources: readonly SourceText[],
  terminal: Terminal,
): Promise<(StateContext & { readonly policy: PolicyFiles }) | Trouble> {
  const answers = ["waivers", "graduation", "conversions"].map((name) => readInput(folder, `apis/${name}.yaml`));
  const inputs = await Promise.all(answers);
  const unsound = inputs.flatMap((input) => input.diagnostics);
  if (unsound.length > 0) return { diagnostics: unsound, sources: inputs.flatMap(({ files }) => files) };
  const [waivers, graduation, conversions] = inputs.map(({ files }) => files[0]);
  const policy = readPolicyFiles(waivers, graduation, conversions);
  const allSources = [...sources, ...[waivers, graduation, conversions].filter((file) => file !== undefined)];
  if (policy.diagnostics.length > 0) return { diagnostics: policy.diagnostics, sources: allSources };
  const places = { ...placesOf(folder, terminal), channelAnnotation: annotations.channel };
  return { folder, sources: allSources, places, policy, diffOptions: diffOptionsOf(annotations, policy.conversions) };
}

function placesOf(folder: string, { cwd, cache, readInput }: Terminal): Places {
  const kept = cache?.outside(folder);
  return { project: folder, cwd, repository: new Repository(folder), ...(kept && { cache: kept }), readInput };
}

export function isTrouble(result: StateContext | Trouble): result is Trouble {
  return "diagnostics" in result;
}

function diffOptionsOf(annotations: BundleAnnotations | undefined, conversions: readonly Conversion[]): DiffOptions {
  const moves = new Map<string, Map<string, string>>();
  for (const conversion of conversions) {
    const known = moves.get(conversion.crd) ?? new Map<string, string>();
    moves.set(conversion.crd, new Map([...known, ...Object.entries(conversion.moves)]));
  }
  return {
    stamps: new Set([...Object.values(annotations ?? {}), "api-approved.kubernetes.io"]),
    renamedKinds: new Map(conversions.flatMap(({ crd, to }) => (to === undefined ? [] : [[crd, to] as const]))),
    moves,
  };
}

/** The working tree as a state, built in memory; its day is today. */
export async function treeState(workspace: Workspace, today: string): Promise<Release | Trouble> {
  const { diagnostics, crds, model } = await workspace.buildTree();
  if (diagnostics.length > 0) return { diagnostics, sources: workspace.sources };
  const channels = crds.map(
    ({ channel, crds: list }) => [channel, new Map(list.map((crd) => [crd.metadata.name, crd]))] as const,
  );
  const { version } = workspace.bundle;
  const reserved = reservedFields(model);
  return { name: "working tree", version, date: today, channels: new Map(channels), reserved };
}

/** Said where there is nothing to compare with, which may be right: a project has to begin. */
export const NO_RELEASE =
  "No release is tagged here, so there is nothing to compare with. If there is one, fetch its tag: git fetch --tags\n";

/** The versions that the changelog has dated sections for. */
export async function notedIn(project: string): Promise<string[]> {
  const file = await readSource(project, CHANGELOG);
  const sections = file ? readChangelog(file).sections : [];
  return sections.flatMap(({ version, date }) => (date === undefined ? [] : (valid(version) ?? [])));
}

/** The state that a name stands for. */
export async function namedState(name: string, context: StateContext): Promise<Release | Trouble> {
  const found = await findState(name, context.places);
  return "release" in found ? found.release : { diagnostics: found.diagnostics, sources: context.sources };
}

/**
 * The releases in the history of a commit, oldest first; none where there is no tag. Tags from before there was a bundle
 * in dist/ are passed over, and so are versions that are not lower than `below`.
 */
export async function lineageOf(
  workspace: StateContext,
  commit = "HEAD",
  below?: string,
): Promise<readonly Release[] | Trouble> {
  const { repository } = workspace.places;
  const trouble = (diagnostic: Diagnostic): Trouble => ({ diagnostics: [diagnostic], sources: workspace.sources });
  const problem = await repository.problem();
  if (problem !== undefined) return trouble(diagnose("repository-unreadable", { problem }));
  if (!(await repository.exists())) return trouble(diagnose("repository-missing", {}));
  if (await repository.isShallow()) return trouble(diagnose("history-shallow", {}));
  const states: Release[] = [];
  for (const state of await releaseStates(commit, workspace.places, below)) {
    if ("release" in state) states.push(state.release);
    else if (states.length > 0 || state.diagnostics.some(({ code }) => code !== "bundle-missing")) {
      return { diagnostics: state.diagnostics, sources: workspace.sources };
    }
  }
  return states;
}
