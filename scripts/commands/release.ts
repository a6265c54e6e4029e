/** Makes a release: a plan first, and then, unless it is only asked for, all that it says. */
import { join, posix, resolve } from "node:path";
import { diagnose } from "../diagnostics/diagnose.js";
import { readSource } from "../host/files.js";
import { GitFailure, Repository } from "../host/git.js";
import { driftOf } from "../host/output-folder.js";
import { type Journal, ReleaseWork } from "../host/release-work.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { OutputFile } from "../model/output.js";
import type { ReleasePlan } from "../model/release-plan.js";
import type { BuildOutput } from "../pipeline.js";
import { CHANGELOG } from "../release/changelog/changelog.js";
import { VERSIONED_FILES } from "../release/version-fields.js";
import { planAsJson, printPlan } from "../report/release-plan.js";
import type { ExitCode, Terminal } from "./command.js";
import { complain } from "./diff.js";
import { failureOf } from "./failure.js";
import { outputOf } from "./output.js";
import { describeJudgement } from "./policy.js";
import { pathFrom, readProject, readTemplates } from "./project.js";
import { assetsOf, bundleIn } from "./release-assets.js";
import { type PlanRequest, planRelease, type Refusal } from "./release-plan.js";
import { isTrouble, openWorkspace, type Workspace } from "./states.js";

export interface ReleaseOptions extends Omit<PlanRequest, "to"> {
  readonly project: string;
  readonly dryRun?: boolean;
  readonly format: "text" | "json";
}

/** What one run of the command was told. */
interface Run {
  readonly request: PlanRequest;
  readonly options: ReleaseOptions;
  readonly templates: string;
  readonly terminal: Terminal;
}

/** Runs `crd-bundle release`: 0 where the release is made (or could be), 1 where something is in its way. */
export async function releaseCommand(
  to: string,
  options: ReleaseOptions,
  templates: string,
  terminal: Terminal,
): Promise<ExitCode> {
  const run: Run = { request: { ...options, to }, options, templates, terminal };
  const repository = new Repository(resolve(terminal.cwd, options.project));
  try {
    // Without a repository there is no plan, which is said together with what else is missing.
    return options.dryRun || !(await repository.exists()) ? await showPlan(run) : await carryOut(repository, run);
  } catch (error) {
    return complain({ diagnostics: [failureOf(error, terminal.cwd)], sources: [] }, options.project, terminal);
  }
}

/** Says everything that is in the way, the policy's reasons before the rest. */
function refuse(refusal: Refusal, { project }: ReleaseOptions, workspace: Workspace, terminal: Terminal): ExitCode {
  const { judgement } = refusal;
  if (judgement) terminal.err(`${describeJudgement(judgement, "text", workspace, terminal.cwd, terminal.errStyle)}\n`);
  return complain(refusal, project, terminal);
}

async function showPlan({ request, options, templates, terminal }: Run): Promise<ExitCode> {
  const workspace = await openWorkspace(options.project, templates, terminal);
  if (isTrouble(workspace)) return complain(workspace, options.project, terminal);
  const planned = await planRelease(request, workspace, templates, terminal);
  if ("diagnostics" in planned) return refuse(planned, options, workspace, terminal);
  terminal.out(printPlan(planned, options.format, terminal.outStyle));
  return 0;
}

/** What a killed run left is put in order before anything is read: it may be half of a file. */
async function carryOut(repository: Repository, { request, options, templates, terminal }: Run): Promise<ExitCode> {
  const { work, finished } = await ReleaseWork.enter(repository, terminal.self);
  try {
    if (finished) return await sayFinished(finished, repository, options, terminal);
    const workspace = await openWorkspace(options.project, templates, terminal);
    if (isTrouble(workspace)) return complain(workspace, options.project, terminal);
    const planned = await planRelease(request, workspace, templates, terminal);
    if ("diagnostics" in planned) return refuse(planned, options, workspace, terminal);
    const made = await make(planned, work, workspace, templates, terminal);
    if (Array.isArray(made)) return complain({ diagnostics: made, sources: [] }, options.project, terminal);
    const pushed = planned.remote === undefined ? undefined : await push(planned, planned.remote, workspace, terminal);
    if (pushed) return complain({ diagnostics: [pushed], sources: [] }, options.project, terminal);
    const folder = pathFrom(terminal.cwd, join(workspace.folder, planned.assets.folder));
    terminal.out(await printDone(planned, made, folder, repository, options));
    return 0;
  } finally {
    await work.leave();
  }
}

/** A run that was killed had released it already: to go on would release the same once more, under the next version. */
async function sayFinished(
  { tag, branch }: Journal,
  repository: Repository,
  { format }: ReleaseOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const say = format === "json" ? terminal.err : terminal.out; // there is no plan to print
  say(`${tag} had been released by a run that was interrupted. It is in place now; nothing else was done.\n`);
  say(await howToPublish(tag, branch?.name, repository));
  return 0;
}

/** Builds, commits and tags in a worktree of its own; gives back the commit, or what was found to be wrong. */
async function make(
  plan: ReleasePlan,
  work: ReleaseWork,
  workspace: Workspace,
  templates: string,
  terminal: Terminal,
): Promise<string | Diagnostic[]> {
  terminal.progress(`checking out ${plan.source.slice(0, 12)}`);
  const tree = await work.checkOut(plan.source);
  const project = new Repository(join(tree, await workspace.places.repository.prefix()));
  const built = await workspace.printAs(plan.version, plan.channels);
  const unlike = await compareBuilds(built, plan, project.folder, workspace, templates, terminal);
  if (unlike.length > 0) return unlike;
  await work.change(project.folder, plan.writes, plan.removes);
  terminal.progress(`committing ${plan.tag}`);
  const { message, tag, tagMessage, time, isSigned: sign, version, notes } = plan;
  const { commit, tagObject } = await work.commit(tree, { message, tag, tagMessage, time, sign });
  const files = await bundleIn(project, commit);
  const changed = unlikeFiles(files, built.files);
  if (changed.length > 0) return changed;
  await work.stageAssets(await assetsOf(project, commit, { name: workspace.bundle.name, version, notes, files }));
  const branch = plan.kind === "snapshot" ? undefined : { name: plan.branch, from: plan.source };
  const folder = join(workspace.folder, plan.assets.folder);
  await work.complete({ tag, tagObject, commit, ...(branch && { branch }), assets: folder });
  return commit;
}

/** A clean checkout has to make what the plan says: what git ignores or changes must not be part of a release. */
async function compareBuilds(
  planned: BuildOutput,
  plan: ReleasePlan,
  project: string,
  workspace: Workspace,
  templates: string,
  terminal: Terminal,
): Promise<Diagnostic[]> {
  const { bundle, sources, diagnostics } = await readProject(project, plan.version);
  if (!bundle) return [...diagnostics];
  const { analyse, print } = await import("../pipeline.js");
  const analysis = analyse({ sources, bundle, progress: terminal.progress });
  const built = print(analysis, bundle, await readTemplates(templates), plan.channels);
  if (built.diagnostics.length > 0) return [...built.diagnostics];
  const clean = outputOf(built, bundle, project);
  const here = outputOf(planned, bundle, project);
  return [...unlikeFiles(here.files, clean.files), ...(await unlikeTexts(workspace, project))];
}

/** The files of `dist/` that are not the same twice. */
function unlikeFiles(files: readonly OutputFile[], others: readonly OutputFile[]): Diagnostic[] {
  const { missing, differing, surplus } = driftOf(new Map(files.map(({ path, text }) => [path, text])), others);
  const paths = [...missing, ...differing, ...surplus].map((path) => posix.join("dist", path));
  return paths.map((path) => diagnose("release-unlike", { path }));
}

/** What decides what may be released, or goes into it as it is, though the build does not read it. Line ends are git's. */
async function unlikeTexts({ sources, folder }: Workspace, project: string): Promise<Diagnostic[]> {
  const answers = sources.map(({ path }) => path).filter((path) => path.endsWith(".yaml"));
  const paths = [...answers, CHANGELOG, ...VERSIONED_FILES];
  const textsIn = async (root: string) => {
    const files = await Promise.all(paths.map((path) => readSource(root, path)));
    return files.map((file) => file?.text.replaceAll("\r\n", "\n"));
  };
  const [here, committed] = await Promise.all([textsIn(folder), textsIn(project)]);
  return paths.filter((_, at) => here[at] !== committed[at]).map((path) => diagnose("release-unlike", { path }));
}

/** Branch and tag go together or not at all. */
async function push(
  { branch, tag, kind }: ReleasePlan,
  remote: string,
  { places }: Workspace,
  terminal: Terminal,
): Promise<Diagnostic | undefined> {
  terminal.progress(`pushing ${tag} to ${remote}`);
  const refs = [...(kind === "snapshot" ? [] : [`refs/heads/${branch}`]), `refs/tags/${tag}`];
  try {
    await places.repository.run(["push", "--quiet", "--atomic", remote, ...refs]);
    return undefined;
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return diagnose("release-not-pushed", { tag, remote, refs: refs.join(" "), problem: error.problem });
  }
}

/** `folder` is where the assets are, seen from where the command ran. */
async function printDone(
  plan: ReleasePlan,
  commit: string,
  folder: string,
  repository: Repository,
  { format }: ReleaseOptions,
): Promise<string> {
  if (format === "json") return planAsJson(plan, commit);
  const { tag, branch, kind, remote } = plan;
  const moved = kind === "snapshot" ? undefined : branch;
  const where = moved === undefined ? "" : ` on ${moved}`;
  const next = remote === undefined ? await howToPublish(tag, moved, repository) : `It is pushed to ${remote}.\n`;
  return `${tag} is released${where}: ${commit.slice(0, 12)}. Its assets are in ${folder}.\n${next}`;
}

/** A snapshot is on no branch. */
async function howToPublish(tag: string, branch: string | undefined, repository: Repository): Promise<string> {
  const remote = (await repository.remoteOf(branch ?? "")) ?? "origin";
  return `To publish it: git push --atomic ${[remote, branch, tag].filter((word) => word !== undefined).join(" ")}\n`;
}
