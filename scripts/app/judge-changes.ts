/** Judges the working tree, or the change between any two states, against the versioning policy. */
import { gt, lt, lte } from "semver";
import { lowestAllowed } from "../changes/policy/lowest-allowed.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { BundleState } from "../core/model/bundle-state.js";
import type { SourceText } from "../core/model/location.js";
import type { Bump, Judgement, ProfileName } from "../core/model/policy.js";
import { parseVersion, type Version } from "../core/model/release-version.js";
import { failure, type Result, success } from "../core/result.js";
import { bumpBetween, nextRelease, releaseOf } from "../release/version.js";
import { remarkUncompared } from "./compare-states.js";
import { answerProblems, compareTree, judgeStates } from "./comparison.js";
import type { Context } from "./context.js";
import { commitsThatNote, releasesBefore } from "./releases-before.js";
import { fulfill } from "./request.js";
import { withSettledWaivers } from "./settled-waivers.js";
import { lineageOf, namedState, treeState } from "./states.js";
import { openStates, openWorkspace, type StateContext, type Workspace } from "./workspace.js";

export interface JudgeRequest {
  /** The directory that has `apis/`, from the working directory. */
  readonly project: string;
  /** `channels` if unset. */
  readonly profile?: ProfileName;
  /** The bump to judge for; the lowest that is allowed is found if unset. */
  readonly bump?: Bump;
  /** The state to judge from; the last release if unset. */
  readonly from?: string;
  /**
   * With `from`, the state to judge: the working tree if unset. Without it, the version that the working tree is to be
   * released as; the bump follows from it.
   */
  readonly to?: string;
}

/** A judgement, and the files that its findings point into. */
export interface PlacedJudgement {
  readonly judgement: Judgement;
  readonly sources: readonly SourceText[];
}

/** Judges what was asked for; undefined if there is no release to begin with, which may be right. */
export function judgeChanges(request: JudgeRequest, context: Context): Promise<Result<PlacedJudgement | undefined>> {
  return fulfill(request, context, async () => {
    const { from, to, project, bump } = request;
    if (bump !== undefined && from === undefined && to !== undefined) {
      return failure(diagnose("request-invalid", { name: "bump", expected: "unset where `to` is a version" }));
    }
    if (from !== undefined && to !== undefined) {
      const states = await openStates(project, context);
      return states.ok ? placed(await judgeNamed(from, to, states.value, request), states.value) : states;
    }
    const workspace = await openWorkspace(project, context);
    return workspace.ok ? placed(await judgeTree(workspace.value, request), workspace.value) : workspace;
  });
}

function placed(judged: Result<Judgement | undefined>, { sources }: StateContext): Result<PlacedJudgement | undefined> {
  return judged.ok ? success(judged.value && { judgement: judged.value, sources }) : judged;
}

/** Judges the change between two states that a person named. */
async function judgeNamed(
  from: string,
  to: string,
  context: StateContext,
  { bump, profile }: JudgeRequest,
): Promise<Result<Judgement>> {
  const before = await namedState(from, context);
  if (!before.ok) return before;
  const named = await namedState(to, context);
  if (!named.ok) return named;
  const after = { ...named.value, date: named.value.date ?? context.today };
  const lineage = await lineageUpTo(before.value, context);
  if (!lineage.ok) return lineage;
  const compared = remarkUncompared(before.value, after, context);
  if (!compared.ok) return compared;
  const verdict = judgeStates(
    context,
    { before: before.value, after, lineage: lineage.value },
    await context.readProfile(profile),
  );
  const made = bump ?? bumpMade(before.value, after);
  return success({ from: before.value.name, to: after.name, verdict, ...(made && { bump: made }) });
}

/** The bump between two releases; undefined unless both are releases, the later one second. */
function bumpMade({ version: before }: BundleState, { version: after }: BundleState): Bump | undefined {
  return before !== undefined && after !== undefined && gt(after, before) ? bumpBetween(before, after) : undefined;
}

/** A release and those before it, since a cluster may come from any of them; of any other state, only itself. */
async function lineageUpTo(state: BundleState, context: StateContext): Promise<Result<readonly BundleState[]>> {
  const { version } = state;
  if (version === undefined) return success([state]);
  const lineage = await lineageOf(context);
  if (!lineage.ok) return lineage;
  return success([...lineage.value.filter((each) => each.version !== undefined && lt(each.version, version)), state]);
}

async function judgeTree(workspace: Workspace, request: JudgeRequest): Promise<Result<Judgement | undefined>> {
  const lineage = await lineageFrom(request, workspace);
  if (!lineage.ok) return lineage;
  const before = lineage.value.at(-1);
  if (!before) return success(undefined);
  const to = request.to === undefined ? success(undefined) : releaseNamed(request.to, before);
  if (!to.ok) return to;
  const after = await treeState(workspace, workspace.today);
  if (!after.ok) return after;
  const compared = remarkUncompared(before, after.value, workspace);
  if (!compared.ok) return compared;
  return judgeAgainst(lineage.value, after.value, workspace, { ...request, to: to.value });
}

/** A request whose version was read. */
type TreeRequest = Omit<JudgeRequest, "to"> & { readonly to: Version | undefined };

async function judgeAgainst(
  lineage: readonly BundleState[],
  after: BundleState,
  workspace: Workspace,
  { from, to, bump: asked, profile }: TreeRequest,
): Promise<Result<Judgement | undefined>> {
  const awaited = await awaitedRelease(workspace, lineage);
  const judged = await withSettledWaivers(workspace, awaited?.commits ?? []);
  if (!judged.ok) return judged;
  const comparison = await compareTree(judged.value, lineage, after, profile);
  if (!comparison) return success(undefined);
  const { before } = comparison;
  const version = before.version ?? workspace.bundle.version;
  const next = (bump: Bump) =>
    awaited && bumpBetween(version, awaited.version) === bump ? awaited.version : nextRelease(version, bump);
  const judgeAs = (bump: Bump) => comparison.judgeAs(releaseOf(to ?? next(bump)));
  const bump = asked ?? (to === undefined ? undefined : bumpBetween(version, to));
  const verdict = bump ? judgeAs(bump) : lowestAllowed(judgeAs);
  // Against another state than the last release, what people answered need not match anything.
  const problems = from === undefined ? await answerProblems(workspace, comparison, verdict, to) : [];
  if (problems.length > 0) return failure(problems, workspace.sources);
  return success({ from: before.name, to: after.name, verdict, ...(bump && { bump }) });
}

/** The release that the working tree is, where a pull request brought it and it has no tag yet. */
async function awaitedRelease(
  { bundle: { version }, places: { repository } }: Workspace,
  lineage: readonly BundleState[],
): Promise<{ readonly version: Version; readonly commits: readonly string[] } | undefined> {
  const last = lineage.at(-1)?.version;
  if (last === undefined || lte(version, last)) return undefined;
  const commits = await commitsThatNote(version, repository);
  return commits.length > 0 ? { version, commits } : undefined;
}

/** The releases up to the last one, or to the state that was named. */
async function lineageFrom({ from, to }: JudgeRequest, workspace: Workspace): Promise<Result<readonly BundleState[]>> {
  if (from === undefined) return releasesBefore(workspace, parseVersion(to));
  const before = await namedState(from, workspace);
  return before.ok ? lineageUpTo(before.value, workspace) : before;
}

/** The version that was asked about. It must be later than the release before. */
function releaseNamed(to: string, { version: last, name }: BundleState): Result<Version> {
  const version = parseVersion(to);
  if (version === undefined) return failure(diagnose("version-invalid", { version: to, source: "--to" }));
  const isLater = last === undefined || gt(version, last);
  return isLater ? success(version) : failure(diagnose("version-not-next", { version: to, last: name }));
}
