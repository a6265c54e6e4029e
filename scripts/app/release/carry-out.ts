/** Builds, commits and tags a planned release, in a separate worktree. */
import { join } from "node:path";
import { inDist } from "../../core/bundle-layout.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { type Diagnostic, hasErrors } from "../../core/model/diagnostic.js";
import type { OutputFile } from "../../core/model/output.js";
import type { ReleasePlan } from "../../core/model/release-plan.js";
import { CHANGELOG, VERSIONED_FILES } from "../../core/project-layout.js";
import { failure, type Result, success } from "../../core/result.js";
import { Repository } from "../../host/git.js";
import { driftOf } from "../../host/output-directory.js";
import type { Journal, ReleaseTransaction } from "../../host/release-transaction.js";
import { readSource } from "../../host/sources.js";
import { analyse, print } from "../build.js";
import type { Context } from "../context.js";
import { outputOf } from "../output.js";
import { readProject } from "../project.js";
import { readTemplates } from "../templates.js";
import type { Workspace } from "../workspace.js";
import { assetsOf, bundleIn } from "./assets.js";

/** Carries out a plan. Returns the commit, or the diagnostics of problems found before the release became final. */
export async function carryOut(
  plan: ReleasePlan,
  work: ReleaseTransaction,
  workspace: Workspace,
  context: Context,
): Promise<Result<string>> {
  context.progress(`checking out ${plan.source.slice(0, 12)}`);
  const tree = await work.checkOut(plan.source);
  const project = new Repository(join(tree, await workspace.places.repository.prefix()));
  const built = await workspace.printAs(plan.version, plan.channels);
  const unlike = await compareBuilds(plan, project.directory, workspace, context);
  if (unlike.length > 0) return failure(unlike);
  await work.change(project.directory, plan.writes, plan.removes);
  context.progress(`committing ${plan.tag}`);
  const { commit, tagObject } = await work.commit(tree, plan);
  const files = await bundleIn(project, commit);
  const changed = unlikeFiles(files, built.files);
  if (changed.length > 0) return failure(changed);
  if (plan.newBranch === undefined) {
    const { version, notes } = plan;
    await work.stageAssets(await assetsOf(project, commit, { name: workspace.bundle.name, version, notes, files }));
    await work.complete(journalOf(plan, commit, tagObject, workspace));
  } else await work.createBranch(plan.newBranch, commit);
  return success(commit);
}

function journalOf(plan: ReleasePlan, commit: string, tagObject: string, { directory }: Workspace): Journal {
  const { tag, kind, assets } = plan;
  const branch = kind === "snapshot" ? undefined : { name: plan.branch, from: plan.source };
  return { tag, tagObject, commit, ...(branch && { branch }), assets: join(directory, assets.directory) };
}

/**
 * Compares the planned files with a build of a clean checkout, because files that git ignores or changes must not be
 * part of a release.
 */
async function compareBuilds(
  plan: ReleasePlan,
  project: string,
  workspace: Workspace,
  { templates, progress }: Context,
): Promise<readonly Diagnostic[]> {
  const read = await readProject(project, { bundleVersion: plan.version, packages: workspace.directory });
  if (!read.ok) return read.diagnostics;
  const { bundle, sources, imports } = read.value;
  const analysis = analyse({ sources, imports, bundle, progress });
  const built = print(analysis, bundle, await readTemplates(templates), plan.channels);
  if (hasErrors(built.diagnostics)) return built.diagnostics;
  const clean = outputOf(built, bundle, project);
  const here = outputOf(await workspace.printAs(plan.version, plan.channels), bundle, project);
  return [...unlikeFiles(here.files, clean.files), ...(await unlikeTexts(workspace, project))];
}

/** Reports the files of `dist/` that differ between two builds. */
export function unlikeFiles(files: readonly OutputFile[], others: readonly OutputFile[]): Diagnostic[] {
  const { missing, differing, surplus } = driftOf(new Map(files.map(({ path, text }) => [path, text])), others);
  const paths = [...missing, ...differing, ...surplus].map(inDist);
  return paths.map((path) => diagnose("release-unlike", { path }));
}

/**
 * Compares the files that the build does not read, but that become part of the release or decide whether it is allowed.
 * Ignores line endings, which depend on git's settings.
 */
async function unlikeTexts({ sources, directory }: Workspace, project: string): Promise<Diagnostic[]> {
  const answers = sources.map(({ path }) => path).filter((path) => path.endsWith(".yaml"));
  const paths = [...answers, CHANGELOG, ...VERSIONED_FILES];
  const textsIn = async (root: string) => {
    const files = await Promise.all(paths.map((path) => readSource(root, path)));
    return files.map((file) => file?.text.replaceAll("\r\n", "\n"));
  };
  const [here, committed] = await Promise.all([textsIn(directory), textsIn(project)]);
  return paths.filter((_, at) => here[at] !== committed[at]).map((path) => diagnose("release-unlike", { path }));
}
