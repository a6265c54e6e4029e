/** Updates the types of an existing project to newer CRDs. */
import { join } from "node:path";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { ImportedCrd, MergedProject } from "../../core/model/imported-crd.js";
import type { SourceText } from "../../core/model/location.js";
import { pathFrom } from "../../core/path-from.js";
import { APIS, isOwnSource } from "../../core/project-layout.js";
import { failure, type Result, success } from "../../core/result.js";
import { Repository } from "../../host/git.js";
import { type Drift, driftOf, OutputDirectory } from "../../host/output-directory.js";
import type { Context } from "../context.js";
import { unwritable } from "../output.js";
import { readProject } from "../project.js";
import { readImports } from "../read-imports.js";
import { readLibrary } from "./build-back.js";
import { mergeSources } from "./merge-sources.js";
import { readCrdsToImport } from "./read-crds.js";

interface MergeRequest {
  /** The absolute path of the project, without links. */
  readonly directory: string;
  /** The directory as the user passed it. */
  readonly named: string;
  readonly files: readonly string[];
  readonly base: readonly string[];
  readonly check: boolean;
}

export interface MergedCrds {
  readonly crds: readonly ImportedCrd[];
  readonly merged: MergedProject;
}

const NOTHING: Drift = { missing: [], differing: [], surplus: [] };

/** Merges CRDs into the types of a project. All files change or, after any problem, none. */
export async function mergeCrds(
  { directory, named, files, base, check }: MergeRequest,
  context: Context,
): Promise<Result<MergedCrds>> {
  const [crds, older] = [await readCrdsToImport([{ paths: files }], context), await readBase(base, context)];
  if (!crds.ok) return crds;
  if (!older.ok) return older;
  const output = new OutputDirectory({ root: join(directory, APIS), anchor: directory, beside: [] }, context.self);
  const blocked = check ? [] : await write(output, [], NOTHING, context); // completes a run that was killed
  if (blocked.length > 0) return failure(blocked);
  const project = await readProject(directory, { named });
  if (!project.ok) return project;
  const { bundle } = project.value;
  const sources = project.value.sources.filter(({ path }) => isOwnSource(path));
  const importsOf = (all: readonly SourceText[]) => readImports(directory, all, bundle.kubernetes);
  const library = await readLibrary();
  const merged = await mergeSources({ bundle, sources, importsOf, crds: crds.value, base: older.value, library });
  if (!merged.ok) return merged;
  const wanted = relativeToApis(merged.value.sources);
  const drift = driftOf(new Map(relativeToApis(sources).map(({ path, text }) => [path, text])), wanted);
  const shown = (path: string) => pathFrom(context.cwd, join(directory, APIS, path));
  const problems = check ? [] : await uncommitted(directory, [...drift.differing, ...drift.surplus], shown);
  if (problems.length > 0) return failure(problems);
  const unwritten = check ? [] : await write(output, wanted, drift, context);
  if (unwritten.length > 0) return failure(unwritten);
  return success({
    crds: merged.value.crds,
    merged: {
      created: drift.missing.map(shown),
      changed: drift.differing.map(shown),
      removed: drift.surplus.map(shown),
      descriptions: merged.value.descriptions,
      advice: merged.value.advice,
    },
  });
}

async function readBase(base: readonly string[], context: Context) {
  return base.length === 0 ? success([]) : readCrdsToImport([{ paths: base }], context);
}

function relativeToApis(sources: readonly SourceText[]): SourceText[] {
  return sources.map(({ path, text }) => ({ path: path.slice(APIS.length + 1), text }));
}

/** Reports files with changes that Git could not restore. Outside of a repository, nothing is known about files. */
async function uncommitted(
  directory: string,
  paths: readonly string[],
  shown: (path: string) => string,
): Promise<Diagnostic[]> {
  const repository = new Repository(directory);
  if (paths.length === 0 || !(await repository.exists())) return [];
  const prefix = await repository.prefix();
  const changed = await repository.uncommitted();
  const isChanged = (path: string) =>
    changed.some((other) => other === path || (other.endsWith("/") && path.startsWith(other)));
  return paths
    .filter((path) => isChanged(`${prefix}${APIS}/${path}`))
    .map((path) => diagnose("import-uncommitted", { path: shown(path) }));
}

async function write(
  output: OutputDirectory,
  files: readonly SourceText[],
  drift: Drift,
  { cwd }: Context,
): Promise<Diagnostic[]> {
  try {
    await output.exclusively(() => output.apply(files, drift));
    return [];
  } catch (error) {
    return [unwritable(error, output.place.root, (path) => pathFrom(cwd, path))];
  }
}
