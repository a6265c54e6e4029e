/** Opens a project to compare its working tree with other states. */
import { resolve } from "node:path";
import type { Bundle } from "../core/model/bundle.js";
import { CHANNELS, type Channel } from "../core/model/channel.js";
import { errorsAmong, type Levels } from "../core/model/diagnostic.js";
import type { Version } from "../core/model/release-version.js";
import { combinedFailure, failure, type Result, success } from "../core/result.js";
import { analyseProject } from "./analyse-project.js";
import { type Analysis, type BuildOutput, print } from "./build.js";
import type { Context } from "./context.js";
import { type PolicyRecords, readPolicy, type StateContext, statesOf, withConversions } from "./open-states.js";
import { readProject } from "./project.js";
import { readTemplates } from "./templates.js";

/** A project that was opened to compare its states. */
export interface Workspace extends StateContext {
  readonly bundle: Bundle;
  readonly policy: PolicyRecords;
  /** Reads and checks the sources of the working tree, once. */
  readonly analyseTree: () => Promise<Analysis>;
  /** Builds the working tree. Each version is printed only once. */
  readonly buildTree: () => Promise<BuildOutput>;
  /** Builds the working tree with another version and the given channels. */
  readonly printAs: (version: Version, channels: readonly Channel[]) => Promise<BuildOutput>;
}

export interface OpenOptions {
  /** Replaces the levels in the settings. */
  readonly levels?: Levels;
  /** The directory in which the packages are installed, for a copy of the sources. */
  readonly packages?: string;
}

/** Opens a project, or reports the problems of its configuration. */
export async function openWorkspace(
  project: string,
  context: Context,
  { levels, packages }: OpenOptions = {},
): Promise<Result<Workspace>> {
  const directory = resolve(context.cwd, project);
  const [read, policy] = await Promise.all([
    readProject(directory, { named: project, packages }),
    readPolicy(directory),
  ]);
  if (!read.ok) return combinedFailure([read, policy]);
  const { sources, imports, files, conversions } = read.value;
  const bundle = { ...read.value.bundle, ...(levels && { levels }) };
  let analysis: Promise<Analysis> | undefined;
  const analyseTree = () => {
    analysis ??= analyseProject(directory, { sources, imports, bundle }, context);
    return analysis;
  };
  const printed = new Map<string, BuildOutput>();
  const printAs = async (version: Version, channels: readonly Channel[]) => {
    const key = [version, ...channels].join(" ");
    const output =
      printed.get(key) ??
      print(await analyseTree(), { ...bundle, version }, await readTemplates(context.templates), channels);
    printed.set(key, output);
    return output;
  };
  const buildTree = () => printAs(bundle.version, CHANNELS);
  if (!policy.ok) return combinedFailure([policy, failure(errorsAmong((await buildTree()).diagnostics), files)]);
  const states = statesOf(directory, bundle, files, withConversions(policy.value, conversions), context);
  return success({ ...states, bundle, analyseTree, buildTree, printAs });
}
