/** Makes a release: a plan first, and then, unless it is only asked for, all that it says. */
import { join } from "node:path";
import { diagnose } from "../diagnostics/diagnose.js";
import { putFile, readSource, removeFile } from "../host/files.js";
import { GitFailure, Repository } from "../host/git.js";
import { driftOf } from "../host/output-folder.js";
import { type Journal, ReleaseRunning, ReleaseWork } from "../host/release-work.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { ReleasePlan } from "../model/release-plan.js";
import { planAsJson, printPlan } from "../report/release-plan.js";
import type { ExitCode, Terminal } from "./command.js";
import { complain } from "./diff.js";
import { outputOf } from "./output.js";
import { describeJudgement } from "./policy.js";
import { pathFrom, readProject, readTemplates } from "./project.js";
import { assetsOf } from "./release-assets.js";
import { type PlanRequest, planRelease, type Refusal } from "./release-plan.js";
import { isTrouble, openWorkspace, type Workspace } from "./states.js";

export interface ReleaseOptions extends Omit<PlanRequest, "to"> {
  readonly project: string;
  readonly dryRun?: boolean;
  readonly format: "text" | "json";
}

/** Runs `crd-bundle release`: 0 where the release is made (or could be), 1 where something is in its way. */
export async function releaseCommand(
  to: string,
  options: ReleaseOptions,
  templates: string,
  terminal: Terminal,
): Promise<ExitCode> {
  const workspace = await openWorkspace(options.project, templates, terminal);
  if (isTrouble(workspace)) return complain(workspace, options.project, terminal);
  try {
    const plan = () => planRelease({ ...options, to }, workspace, templates, terminal);
    if (!options.dryRun) return await carryOut(plan, options, workspace, templates, terminal);
    const planned = await plan();
    if ("diagnostics" in planned) return refuse(planned, options, workspace, terminal);
    terminal.out(printPlan(planned, options.format, terminal.outStyle));
    return 0;
  } catch (error) {
    return complain({ diagnostics: [failureOf(error, terminal.cwd)], sources: [] }, options.project, terminal);
  }
}

/** What git, another process or the disk is to blame for is no bug of ours. */
export function failureOf(error: unknown, cwd: string): Diagnostic {
  if (error instanceof GitFailure) return diagnose("git-failed", { command: error.command, problem: error.problem });
  if (error instanceof ReleaseRunning) {
    return diagnose("release-running", { pid: error.pid, folder: pathFrom(cwd, error.folder) });
  }
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
  return diagnose("release-disk", { path: path === undefined ? "" : pathFrom(cwd, path), problem: message });
}

/** Says everything that is in the way, the policy's reasons before the rest. */
function refuse(refusal: Refusal, { project }: ReleaseOptions, workspace: Workspace, terminal: Terminal): ExitCode {
  const { judgement } = refusal;
  if (judgement) terminal.err(`${describeJudgement(judgement, "text", workspace, terminal.cwd, terminal.errStyle)}\n`);
  return complain(refusal, project, terminal);
}

async function carryOut(
  plan: () => Promise<ReleasePlan | Refusal>,
  options: ReleaseOptions,
  workspace: Workspace,
  templates: string,
  terminal: Terminal,
): Promise<ExitCode> {
  const { work, finished } = await ReleaseWork.enter(workspace.places.repository, terminal.self);
  try {
    if (finished) return sayFinished(finished, terminal);
    const planned = await plan();
    if ("diagnostics" in planned) return refuse(planned, options, workspace, terminal);
    const made = await make(planned, work, workspace, templates, terminal);
    if (Array.isArray(made)) return complain({ diagnostics: made, sources: [] }, options.project, terminal);
    const pushed = planned.remote === undefined ? undefined : await push(planned, planned.remote, workspace, terminal);
    if (pushed) return complain({ diagnostics: [pushed], sources: [] }, options.project, terminal);
    const folder = pathFrom(terminal.cwd, join(workspace.folder, planned.assets.folder));
    terminal.out(printDone(planned, made, folder, options));
    return 0;
  } finally {
    await work.leave();
  }
}

/** A run that was killed had released it already: to go on would release the same once more, under the next version. */
function sayFinished({ tag, branch }: Journal, terminal: Terminal): ExitCode {
  const says = `${tag} had been released by a run that was interrupted. It is in place now; nothing else was done.\n`;
  terminal.out(says + howToPublish(tag, branch?.name));
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
  const { repository } = workspace.places;
  terminal.progress(`checking out ${plan.source.slice(0, 12)}`);
  const tree = await work.checkOut(plan.source);
  const project = join(tree, await repository.prefix());
  const unlike = await compareBuilds(plan, project, workspace, templates, terminal);
  if (unlike.length > 0) return unlike;
  for (const { path, text } of plan.writes) await putFile(join(project, path), text);
  for (const path of plan.removes) await removeFile(join(project, path));
  terminal.progress(`committing ${plan.tag}`);
  const { message, tag, tagMessage, time, isSigned: sign } = plan;
  const { commit, tagObject } = await work.commit(tree, { message, tag, tagMessage, time, sign });
  const { name } = workspace.bundle;
  const assets = await assetsOf(new Repository(project), commit, { name, version: plan.version, notes: plan.notes });
  await work.stageAssets(assets);
  const branch = plan.kind === "snapshot" ? undefined : { name: plan.branch, from: plan.source };
  const folder = join(workspace.folder, plan.assets.folder);
  await work.complete({ tag, tagObject, commit, ...(branch && { branch }), assets: folder });
  return commit;
}

/** A clean checkout has to make what the plan says: what git ignores or changes must not be part of a release. */
async function compareBuilds(
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
  if (analysis.diagnostics.length > 0) return [...analysis.diagnostics];
  const clean = outputOf(print(analysis, bundle, await readTemplates(templates), plan.channels), bundle, project);
  const here = await workspace.printAs(plan.version, plan.channels);
  const planned = new Map(outputOf(here, bundle, project).files.map(({ path, text }) => [path, text]));
  const { missing, differing, surplus } = driftOf(planned, clean.files);
  const unlike = [...missing, ...differing, ...surplus, ...(await unlikeAnswers(workspace, project))];
  return unlike.map((path) => diagnose("release-unlike", { path }));
}

/** Waivers and the like decide what may be released, though no file of the bundle shows them. Line ends are git's. */
async function unlikeAnswers({ sources }: Workspace, project: string): Promise<string[]> {
  const linesOf = (text: string | undefined) => text?.replaceAll("\r\n", "\n");
  const answers = sources.filter(({ path }) => path.endsWith(".yaml"));
  const committed = await Promise.all(answers.map(({ path }) => readSource(project, path)));
  return answers.flatMap(({ path, text }, index) => (linesOf(committed[index]?.text) === linesOf(text) ? [] : [path]));
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
function printDone(plan: ReleasePlan, commit: string, folder: string, { format }: ReleaseOptions): string {
  if (format === "json") return planAsJson(plan, commit);
  const { tag, branch, kind, remote } = plan;
  const where = kind === "snapshot" ? "" : ` on ${branch}`;
  const next =
    remote === undefined ? howToPublish(tag, kind === "snapshot" ? undefined : branch) : `It is pushed to ${remote}.\n`;
  return `${tag} is released${where}: ${commit.slice(0, 12)}. Its assets are in ${folder}.\n${next}`;
}

/** A snapshot is on no branch. */
function howToPublish(tag: string, branch: string | undefined): string {
  return `To publish it: git push --atomic origin ${branch === undefined ? tag : `${branch} ${tag}`}\n`;
}
