/** Judges the working tree, or any state, against the versioning policy. */
import { join, posix } from "node:path";
import { inc, lte, parse, valid } from "semver";
import { diagnose } from "../diagnostics/diagnose.js";
import { diffReleases } from "../diff/releases.js";
import { readText } from "../host/files.js";
import type { ApiModel } from "../model/api.js";
import type { ChangeFormat } from "../model/change.js";
import type { Diagnostic } from "../model/diagnostic.js";
import { BUMPS, type Bump, type Verdict, type Waiver } from "../model/policy.js";
import type { Release } from "../model/release.js";
import { judge, type RetiredFields } from "../policy/judge.js";
import { placeOf, tombstonesAround } from "../policy/places.js";
import { readProfile } from "../policy/profile.js";
import { type Judgement, printJudgement, standsInTheWay } from "../report/verdict.js";
import type { ExitCode, Terminal } from "./command.js";
import { complain } from "./diff.js";
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
  const base = pathFrom(terminal.cwd, workspace.folder);
  const sources = workspace.sources.map((source) => ({ ...source, path: posix.join(base, source.path) }));
  terminal.out(printJudgement(relocate(judgement, base), options.format, sources, terminal.outStyle));
  return judgement.verdict.findings.some((finding) => standsInTheWay(finding, judgement.bump)) ? 1 : 0;
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
  const after = await treeState(workspace, terminal.today);
  if ("diagnostics" in after) return after;
  const { model } = await workspace.buildTree();
  const profile = readProfile((await readText(join(templates, "policy", `${options.profile}.yaml`))) ?? "");
  const changes = diffReleases(before, after, workspace.diffOptions);
  const { waivers, attestations } = workspace.policy;
  const retired = retiredFields(workspace, model);
  const { renamedKinds } = workspace.diffOptions;
  const bump = options.bump ?? bumpTo(before.version, options.to);
  const judgeAs = (as: Bump) => {
    const release = inc(before.version ?? "", as);
    const own = waivers.filter((waiver) => waiver.release === release);
    return judge({ changes, before, after, lineage, profile, waivers: own, attestations, retired, renamedKinds });
  };
  const verdict = bump ? judgeAs(bump) : lowestAllowed(judgeAs);
  const troubles = waiverProblems(waivers, verdict, before);
  if (troubles.length > 0) return { diagnostics: troubles, sources: workspace.sources };
  const findings = verdict.findings.map((finding) => {
    const location = placeOf(finding, model);
    return location ? { ...finding, location } : finding;
  });
  return { from: before.name, to: after.name, verdict: { ...verdict, findings }, ...(bump && { bump }) };
}

/** A waiver is for one release, so what is allowed depends on what is asked: the lowest bump that allows itself. */
function lowestAllowed(judgeAs: (bump: Bump) => Verdict): Verdict {
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

function retiredFields({ policy }: Workspace, model: ApiModel): RetiredFields {
  return {
    hasTombstone: (crd, path) => tombstonesAround(crd, path, model).includes(path.slice(path.lastIndexOf(".") + 1)),
    hasConversion: (crd, path) =>
      policy.conversions.some(
        (conversion) => conversion.crd === crd && (path in conversion.moves || conversion.drops.includes(path)),
      ),
  };
}

/** The bump from a version to a later one. */
export function bumpTo(from: string | undefined, to: string | undefined): Bump | undefined {
  const [old, now] = [parse(from), parse(to)];
  if (!old || !now) return undefined;
  if (now.major > old.major) return "major";
  return now.minor > old.minor ? "minor" : "patch";
}

/** A waiver is for something that is found, and for a release that is still to come. */
function waiverProblems(waivers: readonly Waiver[], { findings }: Verdict, before: Release) {
  return waivers.flatMap(({ fingerprint, release, location }) => {
    if (before.version !== undefined && lte(release, before.version)) {
      return [diagnose("waiver-expired", { fingerprint, release, last: before.name }, location)];
    }
    const isUsed = findings.some((finding) => finding.fingerprint === fingerprint);
    return isUsed ? [] : [diagnose("waiver-unused", { fingerprint }, location)];
  });
}
