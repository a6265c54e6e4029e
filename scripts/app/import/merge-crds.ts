/** Updates the types of an existing project to newer CRDs. */
import { join } from "node:path";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Bundle } from "../../core/model/bundle.js";
import { CHANNELS } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { ImportedCrd, MergedProject } from "../../core/model/imported-crd.js";
import type { SourceText } from "../../core/model/location.js";
import { pathFrom } from "../../core/path-from.js";
import { APIS, isOwnSource } from "../../core/project-layout.js";
import { failure, type Result, success } from "../../core/result.js";
import { entryType } from "../../host/files.js";
import { type Drift, driftOf, OutputDirectory } from "../../host/output-directory.js";
import type { Context } from "../context.js";
import { unwritable } from "../output.js";
import { placeOfSources, readProject } from "../project.js";
import { readImports } from "../read-imports.js";
import { readLibrary } from "./build-back.js";
import { type MergedSources, mergeSources } from "./merge-sources.js";
import { type CrdSet, type CrdToImport, readCrdsToImport } from "./read-crds.js";
import { type Replacement, replacementProblems } from "./replaced-sources.js";

interface MergeRequest {
  /** The absolute path of the project, without links. */
  readonly directory: string;
  /** The directory as the user passed it. */
  readonly named: string;
  readonly sets: readonly CrdSet[];
  readonly base: readonly string[];
  readonly check: boolean;
}

export interface MergedCrds {
  readonly crds: readonly ImportedCrd[];
  readonly merged: MergedProject;
}

/** Merges CRDs into the types of a project. All files change or, after any problem, none. */
export async function mergeCrds(request: MergeRequest, context: Context): Promise<Result<MergedCrds>> {
  const { directory, sets, base, check } = request;
  const [crds, older] = [await readCrdsToImport(sets, context), await readBase(base, context)];
  if (!crds.ok) return crds;
  if (!older.ok) return older;
  const output = new OutputDirectory(placeOfSources(directory), context.self);
  // Without a project, there is nothing to write to, and the merge fails.
  const isWritten = !check && (await entryType(output.place.root)) === "directory";
  const stuck = isWritten ? await completeKilledRun(output, context) : [];
  if (stuck.length > 0) return failure(stuck);
  const merge = await mergeInMemory({ ...request, crds: crds.value, older: older.value });
  if (!merge.ok) return merge;
  const problems = isWritten ? await write(merge.value, directory, output, context) : [];
  return problems.length > 0 ? failure(problems) : success(mergedCrds(merge.value, directory, context));
}

function completeKilledRun(output: OutputDirectory, context: Context): Promise<Diagnostic[]> {
  return exclusively(output, context, async () => {
    await output.apply([], NOTHING);
    return [];
  });
}

function write(merge: Merge, directory: string, output: OutputDirectory, context: Context): Promise<Diagnostic[]> {
  return exclusively(output, context, async () => {
    const problems = await replacementProblems(merge, directory, (path) => pathFrom(context.cwd, path));
    if (problems.length === 0) await output.apply(merge.wanted, merge.drift);
    return problems;
  });
}

/** Runs `use` while no other process writes, which must not take long. */
async function exclusively(
  output: OutputDirectory,
  { cwd }: Context,
  use: () => Promise<Diagnostic[]>,
): Promise<Diagnostic[]> {
  try {
    return await output.exclusively(use);
  } catch (error) {
    return [unwritable(error, output.place.root, (path) => pathFrom(cwd, path))];
  }
}

const NOTHING: Drift = { missing: [], differing: [], surplus: [] };

/** A merge in memory. All paths are relative to the directory of the sources. */
interface Merge extends Replacement {
  readonly wanted: readonly SourceText[];
  readonly merged: MergedSources;
}

interface ReadRequest extends MergeRequest {
  readonly crds: readonly CrdToImport[];
  readonly older: readonly CrdToImport[];
}

async function mergeInMemory({ directory, named, crds, older }: ReadRequest): Promise<Result<Merge>> {
  const project = await readProject(directory, { named });
  if (!project.ok) return project;
  const { bundle } = project.value;
  const wrong = channelProblem(crds, bundle);
  if (wrong) return failure(wrong);
  const sources = project.value.sources.filter(({ path }) => isOwnSource(path));
  const importsOf = (all: readonly SourceText[]) => readImports(directory, all, bundle.kubernetes);
  const library = await readLibrary();
  const merged = await mergeSources({ bundle, sources, importsOf, crds, base: older, library });
  if (!merged.ok) return merged;
  const wanted = relativeToApis(merged.value.sources);
  const current = new Map(relativeToApis(sources).map(({ path, text }) => [path, text]));
  return success({ current, wanted, drift: driftOf(current, wanted), merged: merged.value });
}

/** Reports CRDs of other channels than those of the project. */
function channelProblem(crds: readonly CrdToImport[], { channels }: Bundle): Diagnostic | undefined {
  const given = crds.some(({ channel }) => channel) ? CHANNELS.length : 1;
  return given === channels.length ? undefined : diagnose("import-merge-channels", { channels: channels.length });
}

function mergedCrds({ merged, drift }: Merge, directory: string, { cwd }: Context): MergedCrds {
  const shown = (path: string) => pathFrom(cwd, join(directory, APIS, path));
  const { crds, descriptions, advice } = merged;
  const files = {
    created: drift.missing.map(shown),
    changed: drift.differing.map(shown),
    removed: drift.surplus.map(shown),
  };
  return { crds, merged: { ...files, descriptions, advice } };
}

async function readBase(base: readonly string[], context: Context) {
  return base.length === 0 ? success([]) : readCrdsToImport([{ paths: base }], context);
}

function relativeToApis(sources: readonly SourceText[]): SourceText[] {
  return sources.map(({ path, text }) => ({ path: path.slice(APIS.length + 1), text }));
}
