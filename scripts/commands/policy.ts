/** Judges the working tree, or the change between any two states, against the versioning policy. */
import { posix } from "node:path";
import { gt, lt, lte, valid } from "semver";
import { diagnose } from "../diagnostics/diagnose.js";
import { dayOf } from "../host/git.js";
import type { ChangeFormat } from "../model/change.js";
import type { Diagnostic } from "../model/diagnostic.js";
import { BUMPS, type Bump, type Verdict } from "../model/policy.js";
import type { Release } from "../model/release.js";
import { bumpBetween, nextRelease, releaseOf } from "../release/version.js";
import type { Style } from "../report/style.js";
import { type Judgement, printJudgement, standsInTheWay } from "../report/verdict.js";
import type { ExitCode, Terminal } from "./command.js";
import { complain, sayUncompared } from "./diff.js";
import { answerProblems, compareTree, judgeStates, profileNamed } from "./judgement.js";
import { pathFrom } from "./project.js";
import { commitsThatNote, releasesBefore } from "./releases-before.js";
import { withSettledWaivers } from "./settled-waivers.js";
import {
  isTrouble,
  lineageOf,
  NO_RELEASE,
  namedState,
  openStates,
  openWorkspace,
  type StateContext,
  type Trouble,
  treeState,
  type Workspace,
} from "./states.js";

export interface PolicyCommandOptions {
  readonly project: string;
  readonly bump?: Bump;
  /** The state to judge from; the last release if omitted. */
  readonly from?: string;
  /**
   * With `from`, the state to judge: the working tree if omitted. Without it, the version that the working tree is to be
   * released as; the bump follows from it.
   */
  readonly to?: string;
  readonly profile: string;
  readonly wording?: boolean;
  readonly format: ChangeFormat;
}

/** Runs `crd-bundle policy`: 0 where the release is allowed, 1 where it is not, 2 where the question makes no sense. */
export async function policyCommand(
  options: PolicyCommandOptions,
  templates: string,
  terminal: Terminal,
): Promise<ExitCode> {
  const asked = await judgementOf(options, templates, terminal);
  if (asked !== undefined && "diagnostics" in asked) return complain(asked, options.project, terminal);
  if (asked === undefined) {
    terminal.err(NO_RELEASE);
    return 0;
  }
  const { judgement, context } = asked;
  const shown = { ...judgement, wording: options.wording === true };
  terminal.out(describeJudgement(shown, options.format, context, terminal.cwd, terminal.outStyle));
  return judgement.verdict.findings.some((finding) => standsInTheWay(finding, judgement.bump)) ? 1 : 0;
}

interface Asked {
  readonly judgement: Judgement;
  readonly context: StateContext;
}

/** Judges what was asked for; undefined where there is no release to begin with. */
async function judgementOf(
  options: PolicyCommandOptions,
  templates: string,
  terminal: Terminal,
): Promise<Asked | Trouble | undefined> {
  if (options.from !== undefined && options.to !== undefined) {
    const context = await openStates(options.project, terminal);
    if (isTrouble(context)) return context;
    const judgement = await judgeNamed(options.from, options.to, context, options, templates, terminal);
    return "diagnostics" in judgement ? judgement : { judgement, context };
  }
  const workspace = await openWorkspace(options.project, templates, terminal);
  if (isTrouble(workspace)) return workspace;
  const judgement = await judgeTree(workspace, options, templates, terminal);
  return judgement === undefined || "diagnostics" in judgement ? judgement : { judgement, context: workspace };
}

/** Judges the change between two states that a person named. */
async function judgeNamed(
  from: string,
  to: string,
  context: StateContext,
  { bump, profile }: PolicyCommandOptions,
  templates: string,
  terminal: Terminal,
): Promise<Judgement | Trouble> {
  const before = await namedState(from, context);
  if ("diagnostics" in before) return before;
  const named = await namedState(to, context);
  if ("diagnostics" in named) return named;
  const after = { ...named, date: named.date ?? dayOf(terminal.now) };
  const lineage = await lineageUpTo(before, context);
  if ("diagnostics" in lineage) return lineage;
  const apart = sayUncompared(before, after, terminal);
  if (apart) return apart;
  const verdict = judgeStates(context, lineage, before, after, await profileNamed(profile, templates));
  const made = bump ?? bumpMade(before, after);
  return { from: before.name, to: after.name, verdict, ...(made && { bump: made }) };
}

/** The bump between two releases; undefined unless both are releases, the later one second. */
function bumpMade({ version: before }: Release, { version: after }: Release): Bump | undefined {
  return before !== undefined && after !== undefined && gt(after, before) ? bumpBetween(before, after) : undefined;
}

/** A release and those before it, since a cluster may come from any of them; of any other state, only itself. */
async function lineageUpTo(state: Release, context: StateContext): Promise<readonly Release[] | Trouble> {
  const { version } = state;
  if (version === undefined) return [state];
  const lineage = await lineageOf(context);
  if ("diagnostics" in lineage) return lineage;
  return [...lineage.filter((release) => release.version !== undefined && lt(release.version, version)), state];
}

/** A judgement in words. */
export function describeJudgement(
  judgement: Judgement,
  format: ChangeFormat,
  { folder, sources: texts }: StateContext,
  cwd: string,
  style: Style,
): string {
  const base = pathFrom(cwd, folder);
  const sources = texts.map((source) => ({ ...source, path: posix.join(base, source.path) }));
  return printJudgement(relocate(judgement, base), format, sources, style);
}

/** The places of findings as one would type them where the command runs. */
function relocate(judgement: Judgement, base: string): Judgement {
  const findings = judgement.verdict.findings.map((finding) => {
    const { location } = finding;
    return location ? { ...finding, location: { ...location, file: posix.join(base, location.file) } } : finding;
  });
  return { ...judgement, verdict: { ...judgement.verdict, findings } };
}

async function judgeTree(
  workspace: Workspace,
  options: PolicyCommandOptions,
  templates: string,
  terminal: Terminal,
): Promise<Judgement | Trouble | undefined> {
  const lineage = await lineageFrom(options, workspace, terminal);
  if ("diagnostics" in lineage) return lineage;
  const before = lineage.at(-1);
  if (!before) return undefined;
  const wrong = versionProblem(options.to, before);
  if (wrong) return { diagnostics: [wrong], sources: [] };
  const after = await treeState(workspace, dayOf(terminal.now));
  if ("diagnostics" in after) return after;
  const apart = sayUncompared(before, after, terminal);
  if (apart) return apart;
  const awaited = await awaitedRelease(workspace, lineage);
  const judged = await withSettledWaivers(workspace, awaited?.commits ?? []);
  const comparison = await compareTree(judged, lineage, after, options.profile, templates);
  if (!comparison) return undefined;
  const version = before.version ?? workspace.bundle.version;
  const next = (bump: Bump) =>
    awaited && bumpBetween(version, awaited.version) === bump ? awaited.version : nextRelease(version, bump);
  const judgeAs = (bump: Bump) => comparison.judgeAs(releaseOf(options.to ?? next(bump)));
  const bump = options.bump ?? (options.to === undefined ? undefined : bumpBetween(version, options.to));
  const verdict = bump ? judgeAs(bump) : lowestAllowed(judgeAs);
  // Against another state than the last release, what people answered need not match anything.
  const troubles = options.from === undefined ? await answerProblems(workspace, comparison, verdict, options.to) : [];
  if (troubles.length > 0) return { diagnostics: troubles, sources: workspace.sources };
  return { from: before.name, to: after.name, verdict, ...(bump && { bump }) };
}

/** The release that the working tree is, where a pull request brought it and it has no tag yet. */
async function awaitedRelease(
  { bundle: { version }, places: { repository } }: Workspace,
  lineage: readonly Release[],
): Promise<{ readonly version: string; readonly commits: readonly string[] } | undefined> {
  const last = lineage.at(-1)?.version;
  if (last === undefined || lte(version, last)) return undefined;
  const commits = await commitsThatNote(version, repository);
  return commits.length > 0 ? { version, commits } : undefined;
}

/** The releases up to the last one, or to the state that was named. */
async function lineageFrom(
  { from, to }: PolicyCommandOptions,
  workspace: Workspace,
  terminal: Terminal,
): Promise<readonly Release[] | Trouble> {
  if (from === undefined) return releasesBefore(workspace, terminal, to);
  const before = await namedState(from, workspace);
  return "diagnostics" in before ? before : lineageUpTo(before, workspace);
}

/** A waiver is for one release, so what is allowed depends on what is asked: the lowest bump that allows itself. */
export function lowestAllowed(judgeAs: (bump: Bump) => Verdict): Verdict {
  const verdicts = BUMPS.map((bump) => ({ bump, verdict: judgeAs(bump) }));
  const allowed = verdicts.find(({ bump, verdict }) => !verdict.findings.some((found) => standsInTheWay(found, bump)));
  const chosen = allowed ?? verdicts.find(({ bump }) => bump === "minor");
  if (!chosen) throw new Error("there is no bump");
  return allowed ? bound(chosen.verdict, chosen.bump) : chosen.verdict;
}

/** A channel in which something is waived can be released with no other bump than the waiver's. */
function bound(verdict: Verdict, bump: Bump): Verdict {
  const waived = verdict.findings.filter(({ waiver }) => waiver).map(({ channel }) => [channel, bump] as const);
  if (waived.length === 0) return verdict;
  return { ...verdict, lowest: { ...verdict.lowest, ...Object.fromEntries(waived) }, overall: bump };
}

/** What is wrong with the version that was asked about. */
function versionProblem(to: string | undefined, { version, name }: Release): Diagnostic | undefined {
  if (to === undefined) return undefined;
  if (!valid(to)) return diagnose("version-invalid", { version: to, source: "--to" });
  return version !== undefined && lte(to, version)
    ? diagnose("version-not-next", { version: to, last: name })
    : undefined;
}
