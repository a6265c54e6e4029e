/** A release whose commit a pull request brought: where it is, and what the plan is that it is compared with. */
import { join } from "node:path";
import { valid } from "semver";
import type { Terminal } from "../cli/terminal.js";
import { readVersion } from "../core/config/settings.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { isJsonObject, parseJson } from "../core/model/json.js";
import type { ReleasePlan } from "../core/model/release-plan.js";
import { dayOf, type Repository } from "../host/git.js";
import type { ReleaseWork } from "../host/release-work.js";
import { CHANGELOG, readChangelog } from "../release/changelog/changelog.js";
import { kindOf } from "../release/version.js";
import { type PlanRequest, planRelease, type Refusal } from "./release-plan.js";
import type { Merged } from "./release-situation.js";
import { isTrouble, openWorkspace, type Trouble, type Workspace } from "./states.js";

/** A plan, and the project as it was before the release. */
export interface MergedPlan {
  readonly plan: ReleasePlan;
  readonly workspace: Workspace;
}

/** What a pull request brought, before it is compared with a plan. */
interface Found extends Merged {
  readonly version: string;
  /** The commit before it on the branch. */
  readonly before: string;
}

/**
 * Plans the release anew in a worktree of the commit before the merged one, and compares: the tree of the merged commit
 * must be what the plan makes, whether it was merged, squashed or rebased.
 */
export async function planMerged(
  request: Omit<PlanRequest, "to"> & { readonly to?: string },
  repository: Repository,
  work: ReleaseWork,
  templates: string,
  terminal: Terminal,
): Promise<MergedPlan | (Refusal & { readonly workspace?: Workspace })> {
  const found = await findMerged(request.to, repository);
  if ("diagnostics" in found) return found;
  const { version, commit, before } = found;
  terminal.progress(`checking out ${before.slice(0, 12)}`);
  const tree = await work.checkOut(before);
  const project = join(tree, await repository.prefix());
  const workspace = await openWorkspace(project, templates, terminal);
  if (isTrouble(workspace)) return workspace;
  const plan = await planRelease({ ...request, to: version }, workspace, templates, terminal, found);
  if ("diagnostics" in plan) return { ...plan, workspace };
  await work.change(project, plan.writes, plan.removes);
  const differing = await work.differencesFrom(commit, tree);
  if (differing.length === 0) return { plan, workspace };
  const diagnostics = differing.map((path) => diagnose("release-merged-differs", { commit, path }));
  return { diagnostics, sources: workspace.sources };
}

/** Finds the commit on the branch that releases a version: that of package.json where none is named. */
async function findMerged(to: string | undefined, repository: Repository): Promise<Found | Trouble> {
  const trouble = (diagnostic: ReturnType<typeof diagnose>): Trouble => ({ diagnostics: [diagnostic], sources: [] });
  if ((await repository.commitOf("HEAD")) === undefined) return trouble(diagnose("release-no-commit", {}));
  const branch = await repository.branch();
  if (branch === undefined) return trouble(diagnose("release-detached", {}));
  const version = to === undefined ? await currentVersion(repository) : valid(to);
  if (version === null) return trouble(diagnose("release-exact", { word: to ?? "", option: "--tag" }));
  if (typeof version !== "string") return version;
  if (to === undefined && (await repository.refOf(`refs/tags/v${version}`)) !== undefined) {
    const remote = (await repository.remoteOf(branch)) ?? "<remote>";
    return trouble(diagnose("release-tagged", { version, branch, remote }));
  }
  const file = kindOf(version) === "release" ? CHANGELOG : "package.json";
  for (const commit of await repository.commitsOf(file)) {
    const [before] = (await repository.descriptionOf(commit)).parents;
    if (before === undefined || !(await isReleasedIn(repository, commit, version))) continue;
    if (await isReleasedIn(repository, before, version)) continue;
    const time = await timeOfRelease(repository, commit, version);
    return { version, commit, before, branch, time, project: repository.folder };
  }
  return trouble(diagnose("release-not-merged", { version, branch }));
}

/** The version that the branch has in its package.json. */
async function currentVersion(repository: Repository): Promise<string | Trouble> {
  const path = "package.json";
  const packageJson = { path, text: await textIn(repository, "HEAD", path) };
  const version = readVersion(undefined, packageJson);
  return typeof version === "string" ? version : { diagnostics: [version], sources: [packageJson] };
}

/** A release has a section in the changelog. A candidate has none, and states its version. */
async function isReleasedIn(repository: Repository, commit: string, version: string): Promise<boolean> {
  if (kindOf(version) !== "release") return (await versionIn(repository, commit)) === version;
  return (await sectionsIn(repository, commit)).some((section) => section.version === version);
}

/** The day in the changelog is that of the plan, though the merge came later. A day to come is not taken for one. */
async function timeOfRelease(repository: Repository, commit: string, version: string): Promise<number> {
  const time = await repository.timeOf(commit);
  const date = (await sectionsIn(repository, commit)).find((section) => section.version === version)?.date;
  const dated = Date.parse(`${date}T00:00:00Z`) / 1000;
  return Number.isNaN(dated) || date === dayOf(time) || dated > time ? time : dated;
}

async function sectionsIn(repository: Repository, commit: string) {
  return readChangelog({ path: CHANGELOG, text: await textIn(repository, commit, CHANGELOG) }).sections;
}

async function versionIn(repository: Repository, commit: string): Promise<string> {
  const packageJson = parseJson(await textIn(repository, commit, "package.json"));
  return isJsonObject(packageJson) ? String(packageJson.version) : "";
}

async function textIn(repository: Repository, commit: string, path: string): Promise<string> {
  const files = await repository.filesOf(commit, path);
  return files.find((file) => file.path === path)?.bytes.toString("utf8") ?? "";
}
