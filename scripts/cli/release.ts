/** Makes a release: a plan first, and then, unless it is only asked for, all that it says. */
import { join, posix, resolve } from "node:path";
import type { BuildOutput } from "../app/build.js";
import { failureOf, sourcesOf } from "../app/failure.js";
import { outputOf } from "../app/output.js";
import { pathFrom, readProject, readTemplates } from "../app/project.js";
import { assetsOf, bundleIn } from "../app/release-assets.js";
import { planMerged } from "../app/release-merged.js";
import { type PlanRequest, planRelease, type Refusal } from "../app/release-plan.js";
import { planUndo } from "../app/release-undo.js";
import { isTrouble, openWorkspace, type Workspace } from "../app/states.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { OutputFile } from "../core/model/output.js";
import type { ReleasePlan } from "../core/model/release-plan.js";
import { GitFailure, Repository } from "../host/git.js";
import { driftOf } from "../host/output-folder.js";
import { entryAt } from "../host/paths.js";
import { type Finished, ReleaseWork, type Remains } from "../host/release-work.js";
import { readSource } from "../host/sources.js";
import { CHANGELOG } from "../release/changelog/changelog.js";
import { VERSIONED_FILES } from "../release/version-fields.js";
import { planAsJson, printPlan } from "../report/release-plan.js";
import { printVersionedJson } from "../report/versioned-json.js";
import { complain } from "./diff.js";
import { describeJudgement } from "./policy.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface ReleaseOptions extends Omit<PlanRequest, "to"> {
  readonly project: string;
  /** Tags the commit that a pull request brought. */
  readonly tag?: boolean;
  /** Takes a release back. */
  readonly undo?: boolean;
  readonly dryRun?: boolean;
  readonly format: "text" | "json";
}

/** What one run of the command was told. */
interface Run {
  /** Absent only with `tag` and `undo`, which find it. */
  readonly to?: string | undefined;
  readonly options: ReleaseOptions;
  readonly templates: string;
  readonly terminal: Terminal;
}

/** Runs `crd-bundle release`: 0 where the release is made (or could be), 1 where something is in its way. */
export async function releaseCommand(
  to: string | undefined,
  options: ReleaseOptions,
  templates: string,
  terminal: Terminal,
): Promise<ExitCode> {
  const run: Run = { to, options, templates, terminal };
  const repository = new Repository(resolve(terminal.cwd, options.project));
  try {
    // Without a repository there is no plan, which is said together with what else is missing.
    const isPlanned = options.dryRun && !options.tag && !options.undo; // these look at more than what is checked out
    return isPlanned || !(await repository.exists()) ? await showPlan(run) : await carryOut(repository, run);
  } catch (error) {
    return complain(
      { diagnostics: [failureOf(error, terminal.cwd)], sources: sourcesOf(error) },
      options.project,
      terminal,
    );
  }
}

/** Says everything that is in the way, the policy's reasons before the rest. */
function refuse(
  refusal: Refusal,
  { project }: ReleaseOptions,
  workspace: Workspace | undefined,
  terminal: Terminal,
): ExitCode {
  const { judgement } = refusal;
  if (judgement && workspace)
    terminal.err(`${describeJudgement(judgement, "text", workspace, terminal.cwd, terminal.errStyle)}\n`);
  return complain(refusal, project, terminal);
}

async function showPlan({ to = "auto", options, templates, terminal }: Run): Promise<ExitCode> {
  const workspace = await openWorkspace(options.project, templates, terminal);
  if (isTrouble(workspace)) return complain(workspace, options.project, terminal);
  const planned = await planRelease({ ...options, to }, workspace, templates, terminal);
  if ("diagnostics" in planned) return refuse(planned, options, workspace, terminal);
  terminal.out(printPlan(planned, options.format, terminal.outStyle));
  return 0;
}

/** What a killed run left is put in order before anything is read: it may be half of a file. */
async function carryOut(repository: Repository, run: Run): Promise<ExitCode> {
  const { options, terminal } = run;
  const { work, finished } = await ReleaseWork.enter(repository, terminal.self);
  try {
    if (finished) return await sayFinished(finished, repository, options, terminal);
    if (options.undo) return await takeBack(repository, work, run);
    return await (options.tag ? tagMerged(repository, work, run) : makeRelease(repository, work, run));
  } finally {
    await work.leave();
  }
}

async function makeRelease(repository: Repository, work: ReleaseWork, run: Run): Promise<ExitCode> {
  const { to = "auto", options, templates, terminal } = run;
  const workspace = await openWorkspace(options.project, templates, terminal);
  if (isTrouble(workspace)) return complain(workspace, options.project, terminal);
  const planned = await planRelease({ ...options, to }, workspace, templates, terminal);
  if ("diagnostics" in planned) return refuse(planned, options, workspace, terminal);
  const made = await make(planned, work, workspace, templates, terminal);
  if (Array.isArray(made)) return complain({ diagnostics: made, sources: [] }, options.project, terminal);
  return publish(planned, made, repository, run);
}

/** Tags the commit that a pull request brought, if it is what the release would have made there. */
async function tagMerged(repository: Repository, work: ReleaseWork, run: Run): Promise<ExitCode> {
  const { to, options, templates, terminal } = run;
  const planned = await planMerged(
    { ...options, ...(to !== undefined && { to }) },
    repository,
    work,
    templates,
    terminal,
  );
  if ("diagnostics" in planned) return refuse(planned, options, planned.workspace, terminal);
  const { plan, workspace } = planned;
  const { merged: commit = "", version, notes } = plan;
  const files = await bundleIn(repository, commit);
  // The trees are equal, and yet a filter may have changed on its way into both what was built.
  const changed = unlikeFiles(files, (await workspace.printAs(version, plan.channels)).files);
  if (changed.length > 0) return complain({ diagnostics: changed, sources: [] }, options.project, terminal);
  if (options.dryRun) {
    terminal.out(printPlan(plan, options.format, terminal.outStyle));
    return 0;
  }
  const time = Math.max(terminal.now, await repository.timeOf(commit));
  const tagObject = await work.tagObject(commit, { ...plan, time });
  await work.stageAssets(await assetsOf(repository, commit, { name: workspace.bundle.name, version, notes, files }));
  await work.complete({ tag: plan.tag, tagObject, commit, assets: join(repository.folder, plan.assets.folder) });
  return publish(plan, commit, repository, run);
}

/** Pushes what was made, if that is asked for, and says what it is. */
async function publish(plan: ReleasePlan, commit: string, repository: Repository, run: Run): Promise<ExitCode> {
  const { options, terminal } = run;
  const pushed = plan.remote === undefined ? undefined : await push(plan, plan.remote, repository, terminal);
  if (pushed) return complain({ diagnostics: [pushed], sources: [] }, options.project, terminal);
  const folder = pathFrom(terminal.cwd, join(repository.folder, plan.assets.folder));
  terminal.out(await printDone(plan, commit, folder, repository, options));
  return 0;
}

/** Takes a release back that nobody else has. */
async function takeBack(repository: Repository, work: ReleaseWork, { to, options, terminal }: Run): Promise<ExitCode> {
  const journal = await planUndo(to, repository);
  if (Array.isArray(journal)) return complain({ diagnostics: journal, sources: [] }, options.project, terminal);
  // Somebody may have moved them away: then it is not this run that removes them.
  const isThere = (await entryAt(journal.assets)) !== undefined;
  const remains = options.dryRun ? undefined : await work.undo(journal);
  const { tag, commit, branch } = journal;
  const assets = pathFrom(terminal.cwd, journal.assets);
  const isDone = options.dryRun !== true;
  if (options.format === "json") {
    terminal.out(printVersionedJson({ tag, commit, ...(branch && { branch }), ...(isThere && { assets }), isDone }));
    if (remains) terminal.err(whatStays(remains, commit, terminal));
    return 0;
  }
  const moved = branch ? `, and ${branch.name} ${isDone ? "is" : "would be"} at ${branch.from.slice(0, 12)} again` : "";
  const removed = isThere
    ? `${tag} and ${assets} ${isDone ? "are" : "would be"}`
    : `${tag} ${isDone ? "is" : "would be"}`;
  terminal.out(`The tag ${removed} removed${moved}.\n`);
  if (remains) terminal.out(whatStays(remains, commit, terminal));
  return 0;
}

/** What somebody made of a release before it was taken back is theirs: it is named, and stays. */
function whatStays({ assets, branches }: Remains, commit: string, { cwd }: Terminal): string {
  const id = commit.slice(0, 12);
  const kept = assets.map((path) => `${pathFrom(cwd, path)} is kept: it is not from the release.\n`);
  const built = branches.map(
    (name) =>
      `The commit of the release, ${id}, is still on ${name}. To remove it: git rebase --onto ${id}^ ${id} ${name}\n`,
  );
  return [...kept, ...built].join("");
}

/** A run that was killed had released it already: to go on would release the same once more, under the next version. */
async function sayFinished(
  { journal: { tag, branch, commit, undo }, remains }: Finished,
  repository: Repository,
  { format }: ReleaseOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const say = format === "json" ? terminal.err : terminal.out; // there is no plan to print
  if (undo) {
    const rest = whatStays(remains, commit, terminal);
    const done = rest === "" ? "It is complete now" : "Its tag is gone now, but not all of the release";
    say(`Taking ${tag} back had been interrupted. ${done}; nothing else was done.\n${rest}`);
    return 0;
  }
  // A branch that was deleted, or got commits of its own in between, is left as it is.
  const isBehind = branch !== undefined && !remains.branches.includes(branch.name);
  const place = isBehind
    ? `The branch ${branch.name} does not have its commit, ${commit.slice(0, 12)}`
    : "It is in place now";
  say(`${tag} had been released by a run that was interrupted. ${place}; nothing else was done.\n`);
  if (isBehind) say(`To bring it there: git switch ${branch.name} && git merge ${tag}\n`);
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
  const { message, tag, tagMessage, time, signed, version, notes } = plan;
  const { commit, tagObject } = await work.commit(tree, { message, tag, tagMessage, time, signed });
  const files = await bundleIn(project, commit);
  const changed = unlikeFiles(files, built.files);
  if (changed.length > 0) return changed;
  if (plan.newBranch !== undefined) {
    await work.createBranch(plan.newBranch, commit);
    return commit;
  }
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
  const { analyse, print } = await import("../app/build.js");
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

/** The branch that a release moves or makes; a snapshot is on none, and a merged one stays where it is. */
function movedBranch({ branch, newBranch, kind, merged }: ReleasePlan): string | undefined {
  return kind === "snapshot" || merged !== undefined ? undefined : (newBranch ?? branch);
}

/** Branch and tag go together or not at all. */
async function push(
  plan: ReleasePlan,
  remote: string,
  repository: Repository,
  terminal: Terminal,
): Promise<Diagnostic | undefined> {
  const { tag, newBranch } = plan;
  terminal.progress(`pushing ${newBranch ?? tag} to ${remote}`);
  const moved = movedBranch(plan);
  const refs = [
    ...(moved === undefined ? [] : [`refs/heads/${moved}`]),
    ...(newBranch === undefined ? [`refs/tags/${tag}`] : []),
  ];
  try {
    await repository.run(["push", "--quiet", "--atomic", remote, ...refs]);
    return undefined;
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const done = newBranch === undefined ? "released" : "prepared";
    return diagnose("release-not-pushed", { tag, done, remote, refs: refs.join(" "), problem: error.problem });
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
  const { tag, version, branch, newBranch, remote } = plan;
  const moved = movedBranch(plan);
  if (newBranch !== undefined) {
    const other = remote ?? (await repository.remoteOf(branch)) ?? "origin";
    const next = remote === undefined ? `To publish it: git push ${other} ${newBranch}` : `It is pushed to ${remote}.`;
    const then = `Once it is merged into ${branch}, tag it there: crd-bundle release ${version} --tag`;
    return `${tag} is prepared on ${newBranch}: ${commit.slice(0, 12)}.\n${next}\n${then}\n`;
  }
  const where = moved === undefined ? "" : ` on ${moved}`;
  const next = remote === undefined ? await howToPublish(tag, moved, repository) : `It is pushed to ${remote}.\n`;
  return `${tag} is released${where}: ${commit.slice(0, 12)}. Its assets are in ${folder}.\n${next}`;
}

/** A snapshot is on no branch. */
async function howToPublish(tag: string, branch: string | undefined, repository: Repository): Promise<string> {
  const remote = (await repository.remoteOf(branch ?? "")) ?? "origin";
  return `To publish it: git push --atomic ${[remote, branch, tag].filter((word) => word !== undefined).join(" ")}\n`;
}
