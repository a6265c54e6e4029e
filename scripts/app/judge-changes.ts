/** Judges the working tree, or the change between any two states, against the versioning policy. */
import { resolve } from "node:path";
import { gt, lt, lte } from "semver";
import { lowestAllowed } from "../changes/policy/lowest-allowed.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { type BundleState, groupsLeftOut, lackOfChannels } from "../core/model/bundle-state.js";
import { type Diagnostic, inSourceOrder } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import type { Bump, Judgement, VersionStep } from "../core/model/policy.js";
import { parseVersion, releaseOf, type Version } from "../core/model/release-version.js";
import { combinedFailure, diagnosticsIn, failure, type Result, success } from "../core/result.js";
import { bumpBetween, nextRelease } from "../release/version.js";
import { type Baseline, baselineWarnings, NO_BASELINE, readNamedBaseline } from "./baseline.js";
import { isEarlier, remarkUncompared } from "./compare-states.js";
import { answerProblems, channelsOf, compareTree, judgeStates } from "./comparison.js";
import type { Context } from "./context.js";
import { repeatedInput } from "./manifests.js";
import { openStates, type StateContext } from "./open-states.js";
import { openTree } from "./open-tree.js";
import { withinGroupsOf } from "./own-groups.js";
import { placeInState } from "./place-in-state.js";
import { commitsThatNote, releasesBefore } from "./releases-before.js";
import { fulfill } from "./request.js";
import { withSettledWaivers } from "./settled-waivers.js";
import { lineageOf, namedState, treeState } from "./states.js";
import type { Workspace } from "./workspace.js";

export interface JudgeRequest {
  /** The directory that contains `apis/`, relative to the working directory. */
  readonly project: string;
  /**
   * The profile of the versioning policy, or the path of a file with one. If unset, `channels` or, for a bundle without
   * an experimental channel, `semver`.
   */
  readonly profile?: string;
  /** The path of a baseline: a file with changes that were accepted earlier. */
  readonly baseline?: string;
  /** The bump to judge; if unset, the smallest bump that is allowed. */
  readonly bump?: Bump;
  /** The state to compare with; the last release if unset. */
  readonly from?: string;
  /**
   * If `from` is set, the state to judge, by default the working tree. If `from` is unset, the version with which the
   * working tree would be released, which determines the bump.
   */
  readonly to?: string;
}

/** The verdict on the changes, and the files to which its findings refer. */
export interface PlacedJudgement {
  readonly judgement: Judgement;
  readonly sources: readonly SourceText[];
}

/** A verdict with warnings about entries of the baseline. */
export interface CheckedJudgement extends PlacedJudgement {
  readonly warnings: readonly Diagnostic[];
}

/** Judges the requested changes. Returns undefined if there is no release yet, which is not an error. */
export function judgeChanges(request: JudgeRequest, context: Context): Promise<Result<CheckedJudgement | undefined>> {
  return fulfill(request, context, async () => {
    const { from, to, project, bump } = request;
    if (bump !== undefined && from === undefined && to !== undefined) {
      return failure(diagnose("request-invalid", { name: "bump", expected: "unset if `to` is a version" }));
    }
    const repeated = repeatedInput([from, to]);
    if (repeated) return failure(repeated);
    const places = { cwd: context.cwd, directory: resolve(context.cwd, project) };
    const baseline = await readNamedBaseline(request.baseline, places);
    const accepting = { ...request, baseline: baseline.ok ? baseline.value : NO_BASELINE };
    const judged = await judgeStatesOf(accepting, context);
    if (!judged.ok || !baseline.ok) return combinedFailure([judged, baseline]);
    if (!judged.value) return success(undefined);
    const { judgement, sources } = judged.value;
    const changes = judgement.verdict.findings.flatMap(({ change, problem }) => (change && !problem ? change : []));
    return success({
      judgement,
      sources: [...sources, ...baseline.value.sources],
      warnings: baselineWarnings(changes, baseline.value),
    });
  });
}

/** A request with its baseline read. */
interface AcceptingRequest extends Omit<JudgeRequest, "baseline"> {
  readonly baseline: Baseline;
}

async function judgeStatesOf(
  request: AcceptingRequest,
  context: Context,
): Promise<Result<PlacedJudgement | undefined>> {
  const { from, to, project } = request;
  if (from !== undefined && to !== undefined) {
    const states = await openStates(project, context);
    return states.ok ? placed(await judgeNamed(from, to, states.value, request), states.value) : states;
  }
  const workspace = await openTree("policy", project, from, context);
  return workspace.ok ? placed(await judgeTree(workspace.value, request), workspace.value) : workspace;
}

function placed(judged: Result<Judgement | undefined>, { sources }: StateContext): Result<PlacedJudgement | undefined> {
  return judged.ok ? success(judged.value && { judgement: judged.value, sources }) : judged;
}

/** Judges the changes between two states that the user names. */
async function judgeNamed(
  from: string,
  to: string,
  context: StateContext,
  { bump, profile, baseline }: AcceptingRequest,
): Promise<Result<Judgement>> {
  const [found, named] = [await namedState(from, context), await namedState(to, context)];
  if (!found.ok || !named.ok) return failure(inSourceOrder(diagnosticsIn([found, named])), context.sources);
  const after = { ...named.value, date: named.value.date ?? context.today };
  const before = withinGroupsOf(after, found.value, context);
  const lineage = await lineageUpTo(before, context);
  if (!lineage.ok) return lineage;
  const versions = bump === undefined ? versionsOf(before, after) : undefined;
  const isGate = bump !== undefined || versions !== undefined;
  const compared = remarkUncompared(before, after, context, isGate);
  if (!compared.ok) return compared;
  if (isEarlier(after, before)) {
    const names = { from: before.name, to: after.name };
    context.remark({ about: "states-reversed", ...names, ...(bump === undefined && { lacksBump: true }) });
  }
  const channels = channelsOf(context, before, after);
  const read = await context.readProfile(profile, channels);
  if (!read.ok) return failure(read.diagnostics, [...context.sources, ...read.sources]);
  const states = { before, after, lineage: lineage.value };
  const verdict = await judgeStates(context, channels, states, { profile: read.value, baseline });
  return success({
    from: before.name,
    to: after.name,
    ...lackOfChannels(before, after),
    ...groupsLeftOut(before),
    withoutWaivers: true,
    ...(context.annotations === undefined && !after.isBuilt && { withoutTypes: true }),
    verdict,
    placeOf: (finding) => placeInState(after, finding, context.places.cwd),
    ...(bump && { bump }),
    ...(versions && bumpOf(versions)),
  });
}

/** Returns the versions of two releases, or undefined unless both states are releases and the second one is later. */
function versionsOf({ version: from }: BundleState, { version: to }: BundleState): VersionStep | undefined {
  return from !== undefined && to !== undefined && gt(to, from) ? { from, to } : undefined;
}

/** Returns the bump between two versions, and the versions. */
function bumpOf(versions: VersionStep): Pick<Judgement, "bump" | "versions"> {
  return { bump: bumpBetween(versions.from, versions.to), versions };
}

/**
 * Returns a release and all earlier ones, because a cluster may upgrade from any of them. For other states, which
 * include paths in a release, returns only the state itself.
 */
async function lineageUpTo(state: BundleState, context: StateContext): Promise<Result<readonly BundleState[]>> {
  const { version, path } = state;
  if (version === undefined || path !== undefined) return success([state]);
  const lineage = await lineageOf(context);
  if (!lineage.ok) return lineage;
  return success([...lineage.value.filter((each) => each.version !== undefined && lt(each.version, version)), state]);
}

async function judgeTree(workspace: Workspace, request: AcceptingRequest): Promise<Result<Judgement | undefined>> {
  const found = await lineageFrom(request, workspace);
  if (!found.ok) return found;
  const last = found.value.at(-1);
  if (!last) return success(undefined);
  const to = request.to === undefined ? success(undefined) : releaseNamed(request.to, last);
  if (!to.ok) return to;
  const after = await treeState(workspace, workspace.today);
  if (!after.ok) return after;
  const lineage = found.value.map((state) => withinGroupsOf(after.value, state, workspace));
  const compared = remarkUncompared(lineage.at(-1) ?? last, after.value, workspace);
  if (!compared.ok) return compared;
  return judgeAgainst(lineage, after.value, workspace, { ...request, to: to.value });
}

/** A request with its version parsed. */
type TreeRequest = Omit<AcceptingRequest, "to"> & { readonly to: Version | undefined };

async function judgeAgainst(
  lineage: readonly BundleState[],
  after: BundleState,
  workspace: Workspace,
  { from, to, bump: asked, profile, baseline }: TreeRequest,
): Promise<Result<Judgement | undefined>> {
  const awaited = await awaitedRelease(workspace, lineage);
  const judged = await withSettledWaivers(workspace, awaited?.commits ?? []);
  if (!judged.ok) return judged;
  const compared = await compareTree(judged.value, lineage, after, { profile, baseline });
  if (!compared.ok) return compared;
  const comparison = compared.value;
  if (!comparison) return success(undefined);
  const { before } = comparison;
  const version = before.version ?? workspace.bundle.version;
  const next = (bump: Bump) =>
    awaited && bumpBetween(version, awaited.version) === bump ? awaited.version : nextRelease(version, bump);
  const judgeAs = (bump: Bump) => comparison.judgeAs(releaseOf(to ?? next(bump)));
  const allowed = to === undefined ? { ...(asked && { bump: asked }) } : bumpOf({ from: version, to });
  const verdict = allowed.bump ? judgeAs(allowed.bump) : lowestAllowed(judgeAs);
  // If the base is not the last release, waivers, attestations, conversions and tombstones need not match anything.
  const problems = from === undefined ? await answerProblems(workspace, comparison, verdict, to) : [];
  if (problems.length > 0) return failure(problems, workspace.sources);
  return success({ from: before.name, to: after.name, ...groupsLeftOut(before), verdict, ...allowed });
}

/** Returns the release in the working tree that was merged as a pull request and has no Git tag yet. */
async function awaitedRelease(
  { bundle: { version }, places: { repository } }: Workspace,
  lineage: readonly BundleState[],
): Promise<{ readonly version: Version; readonly commits: readonly string[] } | undefined> {
  const last = lineage.at(-1)?.version;
  if (last === undefined || lte(version, last)) return undefined;
  const commits = await commitsThatNote(version, repository);
  return commits.length > 0 ? { version, commits } : undefined;
}

/** Returns the releases up to the last one, or up to the named state. */
async function lineageFrom(
  { from, to }: AcceptingRequest,
  workspace: Workspace,
): Promise<Result<readonly BundleState[]>> {
  if (from === undefined) return releasesBefore(workspace, parseVersion(to));
  const before = await namedState(from, workspace);
  return before.ok ? lineageUpTo(before.value, workspace) : before;
}

/** Parses the requested version, which must be later than the last release. */
function releaseNamed(to: string, { version: last, name }: BundleState): Result<Version> {
  const version = parseVersion(to);
  if (version === undefined) return failure(diagnose("version-invalid", { version: to, source: "--to" }));
  const isLater = last === undefined || gt(version, last);
  return isLater ? success(version) : failure(diagnose("version-not-next", { version: to, last: name }));
}
