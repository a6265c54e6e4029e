/** The two ends of a comparison: what a person named, or the last release and the working tree. */
import { resolve } from "node:path";
import { readPolicyFiles } from "../config/policy-files.js";
import { diagnose } from "../diagnostics/diagnose.js";
import type { DiffOptions } from "../diff/releases.js";
import { findState, type Places, releaseStates } from "../history/states.js";
import { readSource } from "../host/files.js";
import { Repository } from "../host/git.js";
import type { Bundle } from "../model/bundle.js";
import { CHANNELS, type Channel } from "../model/channel.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { SourceText } from "../model/location.js";
import type { Conversion } from "../model/policy.js";
import type { Release } from "../model/release.js";
import { reservedFields } from "../model/reserved.js";
import { type Analysis, analyse, type BuildOutput, print } from "../pipeline.js";
import type { Terminal } from "./command.js";
import { readProject, readTemplates } from "./project.js";

/** A project, opened for comparing its states. */
export interface Workspace {
  readonly folder: string;
  readonly bundle: Bundle;
  readonly sources: readonly SourceText[];
  readonly places: Places;
  readonly policy: ReturnType<typeof readPolicyFiles>;
  readonly diffOptions: DiffOptions;
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
  const files = ["waivers", "graduation", "conversions"].map((name) => readSource(folder, `apis/${name}.yaml`));
  const [waivers, graduation, conversions] = await Promise.all(files);
  const policy = readPolicyFiles(waivers, graduation, conversions);
  const allSources = [...sources, ...[waivers, graduation, conversions].filter((file) => file !== undefined)];
  if (policy.diagnostics.length > 0) return { diagnostics: policy.diagnostics, sources: allSources };
  const repository = new Repository(folder);
  const { channel: channelAnnotation } = bundle.annotations;
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
  return {
    folder,
    bundle,
    sources: allSources,
    places: {
      project: folder,
      cwd: terminal.cwd,
      repository,
      channelAnnotation,
      ...(terminal.cache && { cache: terminal.cache.outside(folder) }),
      readInput: terminal.readInput,
    },
    policy,
    diffOptions: diffOptionsOf(bundle, policy.conversions),
    buildTree: () => printAs(bundle.version, CHANNELS),
    printAs,
  };
}

export function isTrouble(result: Workspace | Trouble): result is Trouble {
  return "diagnostics" in result;
}

function diffOptionsOf({ annotations }: Bundle, conversions: readonly Conversion[]): DiffOptions {
  const moves = new Map<string, Map<string, string>>();
  for (const conversion of conversions) {
    const known = moves.get(conversion.crd) ?? new Map<string, string>();
    moves.set(conversion.crd, new Map([...known, ...Object.entries(conversion.moves)]));
  }
  return {
    stamps: new Set([annotations.bundleVersion, annotations.channel, "api-approved.kubernetes.io"]),
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

/** The state that a name stands for. */
export async function namedState(name: string, workspace: Workspace): Promise<Release | Trouble> {
  const found = await findState(name, workspace.places);
  return "release" in found ? found.release : { diagnostics: found.diagnostics, sources: workspace.sources };
}

/**
 * The releases in the history of a commit, oldest first; none where there is no tag. Tags from before there was a bundle
 * in dist/ are passed over.
 */
export async function lineageOf(workspace: Workspace, commit = "HEAD"): Promise<readonly Release[] | Trouble> {
  const { repository } = workspace.places;
  const trouble = (diagnostic: Diagnostic): Trouble => ({ diagnostics: [diagnostic], sources: workspace.sources });
  if (!(await repository.exists())) return trouble(diagnose("repository-missing", {}));
  if (await repository.isShallow()) return trouble(diagnose("history-shallow", {}));
  const states: Release[] = [];
  for (const state of await releaseStates(commit, workspace.places)) {
    if ("release" in state) states.push(state.release);
    else if (states.length > 0 || state.diagnostics.some(({ code }) => code !== "bundle-missing")) {
      return { diagnostics: state.diagnostics, sources: workspace.sources };
    }
  }
  return states;
}
