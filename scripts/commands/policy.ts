/** Judges the working tree against the versioning policy. */
import { posix } from "node:path";
import { lte, valid } from "semver";
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
import { complain } from "./diff.js";
import { compareTree, waiverProblems } from "./judgement.js";
import { pathFrom } from "./project.js";
import { isTrouble, lineageOf, openWorkspace, type Trouble, treeState, type Workspace } from "./states.js";

export interface PolicyCommandOptions {
  readonly project: string;
  readonly bump?: Bump;
  /** The version that shall be released; the bump follows from it. */
  readonly to?: string;
  readonly profile: string;
  readonly format: ChangeFormat;
}

/** Runs `crd-bundle policy`: 0 where the release is allowed, 1 where it is not, 2 where the question makes no sense. */
export async function policyCommand(
  options: PolicyCommandOptions,
  templates: string,
  terminal: Terminal,
): Promise<ExitCode> {
  const workspace = await openWorkspace(options.project, templates, terminal);
  if (isTrouble(workspace)) return complain(workspace, options.project, terminal);
  const judgement = await judgeTree(workspace, options, templates, terminal);
  if (judgement === undefined) {
    terminal.err("There is no release yet, so there is nothing to compare with.\n");
    return 0;
  }
  if ("diagnostics" in judgement) return complain(judgement, options.project, terminal);
  terminal.out(describeJudgement(judgement, options.format, workspace, terminal.cwd, terminal.outStyle));
  return judgement.verdict.findings.some((finding) => standsInTheWay(finding, judgement.bump)) ? 1 : 0;
}

/** A judgement in words. */
export function describeJudgement(
  judgement: Judgement,
  format: ChangeFormat,
  workspace: Workspace,
  cwd: string,
  style: Style,
): string {
  const base = pathFrom(cwd, workspace.folder);
  const sources = workspace.sources.map((source) => ({ ...source, path: posix.join(base, source.path) }));
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
  const lineage = await lineageOf(workspace);
  if ("diagnostics" in lineage) return lineage;
  const before = lineage.at(-1);
  if (!before) return undefined;
  const wrong = versionProblem(options.to, before);
  if (wrong) return { diagnostics: [wrong], sources: [] };
  const after = await treeState(workspace, dayOf(terminal.now));
  if ("diagnostics" in after) return after;
  const comparison = await compareTree(workspace, lineage, after, options.profile, templates);
  if (!comparison) return undefined;
  const version = before.version ?? "0.0.0";
  const judgeAs = (bump: Bump) => comparison.judgeAs(releaseOf(options.to ?? nextRelease(version, bump)));
  const bump = options.bump ?? (options.to === undefined ? undefined : bumpBetween(version, options.to));
  const verdict = bump ? judgeAs(bump) : lowestAllowed(judgeAs);
  const troubles = waiverProblems(workspace.policy.waivers, verdict, before);
  if (troubles.length > 0) return { diagnostics: troubles, sources: workspace.sources };
  return { from: before.name, to: after.name, verdict, ...(bump && { bump }) };
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
