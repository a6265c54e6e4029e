/** Reads the context of a release: the repository, the earlier releases, the working tree and its changes. */
import { lowestAllowed } from "../../changes/policy/lowest-allowed.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Requirement } from "../../core/model/policy.js";
import { UNRELEASED, versionsIn } from "../../core/model/release-version.js";
import { failure, type Result, success } from "../../core/result.js";
import { dayOf, type Upstream } from "../../host/git.js";
import { nextRelease, type VersionFacts } from "../../release/version.js";
import { type Comparison, compareTree } from "../comparison.js";
import { lineageOf, notedIn, treeState } from "../states.js";
import type { Workspace } from "../workspace.js";

/** The state of the checked-out branch. */
export interface Checkout {
  /** Unset if HEAD is detached. */
  readonly branch?: string;
  readonly uncommitted: readonly string[];
  readonly upstream?: Upstream;
  /** The number of commits on the branch that its upstream does not have. */
  readonly own: number;
}

export interface ReleaseContext extends Checkout {
  /** The commit from which the release is made. */
  readonly source: string;
  /** The time of the release, in seconds since 1970, never before the time of the source commit. */
  readonly time: number;
  readonly versions: VersionFacts;
  readonly tree: BundleState;
  /** Unset for the first release. */
  readonly comparison?: Comparison;
}

/** A release whose commit was merged as a pull request. It is planned again, in a worktree of the previous commit. */
export interface Merged {
  /** The commit to tag. */
  readonly commit: string;
  /** The branch that contains the commit. */
  readonly branch: string;
  /** The time of the release, on the date of its section in the changelog. */
  readonly time: number;
  /** The directory of the project in the checkout in which the command runs. */
  readonly project: string;
}

/**
 * Reads everything that a plan depends on. Fails only if something cannot be read; the plan reports all other problems.
 */
export async function readReleaseContext(
  workspace: Workspace,
  profile: string | undefined,
  now: number,
  merged?: Merged,
): Promise<Result<ReleaseContext>> {
  const lineage = await lineageOf(workspace);
  if (!lineage.ok) return lineage;
  const { repository } = workspace.places;
  const [checkedOut, source, uncommitted, upstream, tags, inHistory] = await Promise.all([
    repository.branch(),
    repository.commitOf("HEAD"),
    repository.uncommitted(),
    repository.upstream(),
    repository.tags(),
    repository.tagsIn("HEAD"),
  ]);
  if (source === undefined) return failure(diagnose("release-no-commit", {}));
  const sourceTime = await repository.timeOf(source);
  const time = merged?.time ?? Math.max(now, sourceTime);
  const branch = merged?.branch ?? checkedOut;
  const own = upstream ? await repository.commitsAhead("@{upstream}", "HEAD") : 0;
  const checkout = { ...(branch !== undefined && { branch }), uncommitted, ...(upstream && { upstream }), own };
  const tree = await treeState(workspace, dayOf(time));
  if (!tree.ok) return { ...tree, diagnostics: [...repositoryProblems(checkout), ...tree.diagnostics] };
  const compared = await compareTree(workspace, lineage.value, tree.value, { profile });
  if (!compared.ok) return compared;
  const comparison = compared.value;
  const last = comparison?.before.version;
  const reachable = lineage.value.flatMap(({ version }) => version ?? []);
  const remote = await repository.remoteOf(branch ?? "");
  const versions: VersionFacts = {
    ...(last !== undefined && { last }),
    current: workspace.bundle.version,
    tagged: versionsIn(tags),
    reachable,
    passedOver: versionsIn(inHistory.map(({ name }) => name)).filter((version) => !reachable.includes(version)),
    noted: await notedIn(workspace.directory),
    ...(remote !== undefined && { remote }),
    branch: branch ?? "",
    day: dayOf(sourceTime),
    lowest: comparison ? lowestBump(comparison, last) : "patch",
  };
  return success({ ...checkout, source, time, versions, tree: tree.value, ...(comparison && { comparison }) });
}

function lowestBump({ judgeAs }: Comparison, last = UNRELEASED): Requirement {
  return lowestAllowed((bump) => judgeAs(nextRelease(last, bump))).overall;
}

/** Reports the problems of the repository itself. */
export function repositoryProblems({ branch, uncommitted, upstream, own }: Checkout): Diagnostic[] {
  return [
    ...(uncommitted.length > 0
      ? [diagnose("release-uncommitted", { paths: shortList(uncommitted), count: uncommitted.length })]
      : []),
    ...(branch === undefined ? [diagnose("release-detached", {})] : []),
    ...(branch !== undefined && upstream && upstream.missing > 0
      ? [diagnose("release-behind", { branch, upstream: upstream.name, missing: upstream.missing, own })]
      : []),
  ];
}

/** Lists the first three of several paths. */
export function shortList(paths: readonly string[]): string {
  return (paths.length > 3 ? [...paths.slice(0, 3), "…"] : paths).join(", ");
}
