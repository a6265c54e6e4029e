/** Finds the commit of a release that was merged as a pull request, and compares it with a plan. */
import { join } from "node:path";
import { readVersion } from "../../core/config/settings.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { isJsonObject, parseJson } from "../../core/model/json.js";
import type { ReleasePlan } from "../../core/model/release-plan.js";
import { parseVersion, tagOf, type Version } from "../../core/model/release-version.js";
import { CHANGELOG, PACKAGE_FILE } from "../../core/project-layout.js";
import { failure, type Result, success } from "../../core/result.js";
import { dayOf, type Repository } from "../../host/git.js";
import type { ReleaseTransaction } from "../../host/release-transaction.js";
import { readChangelog } from "../../release/changelog/changelog.js";
import { releaseKind } from "../../release/version.js";
import type { Context } from "../context.js";
import { openWorkspace, type Workspace } from "../workspace.js";
import { planIn } from "./plan.js";
import type { PlanRequest, Refusal } from "./plan-request.js";
import type { Merged } from "./release-context.js";

/** A plan, and the project before the release. */
export interface MergedPlan {
  readonly plan: ReleasePlan;
  readonly workspace: Workspace;
}

/** A request for a plan in which the version is optional. */
export type MergedRequest = Omit<PlanRequest, "to"> & { readonly to?: string | undefined };

/** A merged release, before it is compared with a plan. */
interface Found extends Merged {
  readonly version: Version;
  /** The previous commit on the branch. */
  readonly before: string;
}

/**
 * Plans the release again in a worktree of the previous commit, and compares the trees. The merged commit must contain
 * exactly the files of the plan, whether it was merged, squashed or rebased.
 */
export async function planMerged(
  request: MergedRequest,
  repository: Repository,
  work: ReleaseTransaction,
  context: Context,
): Promise<Result<MergedPlan, Refusal>> {
  const found = await findMerged(request.to, repository);
  if (!found.ok) return found;
  const { version, commit, before } = found.value;
  context.progress(`checking out ${before.slice(0, 12)}`);
  const tree = await work.checkOut(before);
  const project = join(tree, await repository.prefix());
  const opened = await openWorkspace(project, context);
  if (!opened.ok) return opened;
  const workspace = opened.value;
  const planned = await planIn(workspace, { ...request, to: version }, context, found.value);
  if (!planned.ok) return planned;
  const plan = planned.value;
  await work.change(project, plan.writes, plan.removes);
  const differing = await work.differencesFrom(commit, tree);
  if (differing.length === 0) return success({ plan, workspace });
  const diagnostics = differing.map((path) => diagnose("release-merged-differs", { commit, path }));
  return failure(diagnostics, workspace.sources);
}

/** Finds the commit on the branch that releases a version. If `to` is unset, uses the version in package.json. */
async function findMerged(to: string | undefined, repository: Repository): Promise<Result<Found>> {
  if ((await repository.commitOf("HEAD")) === undefined) return failure(diagnose("release-no-commit", {}));
  const branch = await repository.branch();
  if (branch === undefined) return failure(diagnose("release-detached", {}));
  const chosen = await versionToTag(to, repository);
  if (!chosen.ok) return chosen;
  const version = chosen.value;
  if (to === undefined && (await repository.refOf(`refs/tags/${tagOf(version)}`)) !== undefined) {
    const remote = (await repository.remoteOf(branch)) ?? "<remote>";
    return failure(diagnose("release-tagged", { version, branch, remote }));
  }
  const file = releaseKind(version) === "release" ? CHANGELOG : PACKAGE_FILE;
  for (const commit of await repository.commitsOf(file)) {
    const [before] = (await repository.descriptionOf(commit)).parents;
    if (before === undefined || !(await isReleasedIn(repository, commit, version))) continue;
    if (await isReleasedIn(repository, before, version)) continue;
    const time = await timeOfRelease(repository, commit, version);
    return success({ version, commit, before, branch, time, project: repository.directory });
  }
  return failure(diagnose("release-not-merged", { version, branch }));
}

/** Returns the version that the request names, or the one in package.json at HEAD. */
async function versionToTag(to: string | undefined, repository: Repository): Promise<Result<Version>> {
  if (to === undefined) return currentVersion(repository);
  const version = parseVersion(to);
  return version === undefined ? failure(diagnose("release-exact", { word: to, option: "--tag" })) : success(version);
}

async function currentVersion(repository: Repository): Promise<Result<Version>> {
  const path = PACKAGE_FILE;
  const packageJson = { path, text: await textIn(repository, "HEAD", path) };
  const version = readVersion(undefined, packageJson);
  return version.ok ? version : failure(version.diagnostics, [packageJson]);
}

/**
 * Reports whether a commit contains a version. A release has a section in the changelog. A pre-release has none, but is
 * the version in package.json.
 */
async function isReleasedIn(repository: Repository, commit: string, version: Version): Promise<boolean> {
  if (releaseKind(version) !== "release") return (await versionIn(repository, commit)) === version;
  return (await sectionsIn(repository, commit)).some((section) => section.version === version);
}

/**
 * Returns the time of the release: the day in the changelog, even if the pull request was merged later. A day after the
 * merge is ignored.
 */
async function timeOfRelease(repository: Repository, commit: string, version: Version): Promise<number> {
  const time = await repository.timeOf(commit);
  const date = (await sectionsIn(repository, commit)).find((section) => section.version === version)?.date;
  const dated = Date.parse(`${date}T00:00:00Z`) / 1000;
  return Number.isNaN(dated) || date === dayOf(time) || dated > time ? time : dated;
}

async function sectionsIn(repository: Repository, commit: string) {
  return readChangelog({ path: CHANGELOG, text: await textIn(repository, commit, CHANGELOG) }).sections;
}

async function versionIn(repository: Repository, commit: string): Promise<string> {
  const packageJson = parseJson(await textIn(repository, commit, PACKAGE_FILE));
  return isJsonObject(packageJson) ? String(packageJson.version) : "";
}

async function textIn(repository: Repository, commit: string, path: string): Promise<string> {
  const files = await repository.filesOf(commit, path);
  return files.find((file) => file.path === path)?.bytes.toString("utf8") ?? "";
}
