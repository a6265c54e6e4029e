/** Changes × policy × history → what may be released as what. */
import type { ChangeRule } from "../../core/diagnostics/catalog/changes.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Change } from "../../core/model/change.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { sha256 } from "../../core/model/digest.js";
import { type FieldPath, ROOT_PATH } from "../../core/model/field-path.js";
import { sortKeys } from "../../core/model/json.js";
import {
  type Attestation,
  effectiveRequirement,
  type Finding,
  type Profile,
  REQUIREMENTS,
  type Requirement,
  type Verdict,
  type Waiver,
} from "../../core/model/policy.js";
import { isReserved } from "../../core/model/reserved.js";
import { comparedChannels } from "../diff/releases.js";
import { graduationProblems } from "./graduation.js";
import { blockedInstalls, type ChangeProblem, lineageProblems } from "./lineage.js";
import { type StateProblem, stateProblems } from "./state.js";

export interface PolicyInput {
  readonly changes: readonly Change[];
  readonly before: BundleState;
  readonly after: BundleState;
  /** Every release before `after`, oldest first, `before` among them. */
  readonly lineage: readonly BundleState[];
  readonly profile: Profile;
  readonly waivers: readonly Waiver[];
  /** Absent where the state is no project and can attest nothing. */
  readonly attestations?: readonly Attestation[];
  /** Fields that may go, by CRD and path: those with a tombstone and a conversion. Absent as above. */
  readonly retired?: RetiredFields;
  /** CRDs that go on under another name: old name → new name. */
  readonly renamedKinds?: ReadonlyMap<string, string>;
}

/** Whether a field that is gone was taken leave of as it should be. */
export interface RetiredFields {
  readonly hasTombstone: (crd: string, path: FieldPath) => boolean;
  readonly hasConversion: (crd: string, path: FieldPath) => boolean;
}

/** Judges one step. What a waiver covers is a fix: it is reported and holds nothing up. */
export function judge(input: PolicyInput): Verdict {
  const findings = findingsOf(input).map((finding) => withWaiver(finding, input.waivers));
  const lowest = Object.fromEntries(
    comparedChannels(input.before, input.after).map((channel) => [
      channel,
      lowestBump(findings.filter((finding) => finding.channel === channel)),
    ]),
  ) as Verdict["lowest"];
  return {
    lowest,
    overall: highest(Object.values(lowest)),
    findings,
    blocked: blockedInstalls(input.lineage, input.after),
  };
}

function findingsOf(input: PolicyInput): Finding[] {
  const { changes, before, after, profile } = input;
  return [
    ...changes.map((change) => changeFinding(change, profile)),
    ...[...lineageProblems(changes, before), ...graduationProblems(input), ...retirementProblems(input)].map(
      ({ problem, change }) => refusal(problem, change, change, change),
    ),
    ...newStateFindings(input),
    ...tombstoneFindings(before, after),
  ];
}

function changeFinding(change: Change, profile: Profile): Finding {
  const requires = (profile.subjects[change.subject] ?? profile.classes[change.class])[change.channel];
  const rule: ChangeRule = `${change.class}/${change.subject}`;
  return { ...identified(rule, change, change), requires, change };
}

/** What tells findings of one rule at one place apart. */
type About = Pick<Change, "before" | "after" | "digest">;
type Place = Pick<Finding, "channel" | "crd" | "versions" | "path">;

/** What no bump allows. */
function refusal(problem: Diagnostic, place: Place, about: About, change?: Change): Finding {
  return { ...identified(problem.code, place, about), requires: "refused", problem, ...(change && { change }) };
}

function identified(rule: string, place: Place, about: About) {
  const { channel, crd, versions, path } = place;
  const fingerprint = fingerprintOf(rule, place, about);
  return { rule, channel, crd, versions, ...(path !== undefined && { path }), fingerprint };
}

/** Twelve hexadecimal digits over what the finding is about; no line, no wording, no order of versions. */
function fingerprintOf(rule: string, { channel, crd, versions, path }: Place, about: About): string {
  const { before = null, after = null, digest } = about;
  const content = [before, after, ...(digest === undefined ? [] : [digest])];
  const all = [rule, channel, crd, [...versions].sort(), path ?? "", ...content];
  return sha256(JSON.stringify(sortKeys(all))).slice(0, 12);
}

/** What is wrong with the new state and was not wrong before. */
function newStateFindings({ before, after, lineage }: PolicyInput): Finding[] {
  const known = stateProblems(before, lineage);
  return stateProblems(after, lineage)
    .filter((problem) => !known.some((other) => isSameDefect(other, problem)))
    .map((found) => refusal(found.problem, found, found));
}

/** A defect stays the same one while what is at its place changes: its digest does not count. */
function isSameDefect({ digest: _, ...known }: StateProblem, { digest: __, ...found }: StateProblem): boolean {
  return JSON.stringify(known) === JSON.stringify(found);
}

/** Objects that hold a removed field may be stored for as long as there are releases that had it. */
function tombstoneFindings(before: BundleState, after: BundleState): Finding[] {
  const { reserved } = after;
  if (!reserved) return [];
  const deleted = (before.reserved ?? []).filter(({ crd, path }) => !isReserved(reserved, crd, path));
  const crds = after.channels.get("experimental");
  return deleted.flatMap(({ crd, path }) => {
    if (!crds?.has(crd)) return [];
    const place = { channel: "experimental", crd, versions: [], path } as const;
    return [refusal(diagnose("tombstone-deleted", { path }), place, {})];
  });
}

/** A field that goes from the experimental channel leaves a tombstone and a way to convert what is stored. */
function retirementProblems({ changes, retired }: PolicyInput): ChangeProblem[] {
  const gone = changes.filter(
    ({ subject, channel }) =>
      channel === "experimental" && (subject === "field-removed" || subject === "field-renamed"),
  );
  return gone.flatMap((change) => {
    const { path = ROOT_PATH } = change;
    const hasTombstone = retired?.hasTombstone(change.crd, path) === true;
    const hasConversion = retired?.hasConversion(change.crd, path) === true;
    if (hasTombstone && hasConversion) return [];
    const missing = hasTombstone ? "conversion" : hasConversion ? "tombstone" : "both";
    return [{ problem: diagnose("retired-without-trace", { path, missing }), change }];
  });
}

function withWaiver(found: Finding, waivers: readonly Waiver[]): Finding {
  const waiver = waivers.find((candidate) => candidate.fingerprint === found.fingerprint);
  return waiver ? { ...found, waiver } : found;
}

function lowestBump(findings: readonly Finding[]): Requirement {
  return highest(findings.map(effectiveRequirement));
}

function highest(requirements: readonly Requirement[]): Requirement {
  return REQUIREMENTS[Math.max(0, ...requirements.map((one) => REQUIREMENTS.indexOf(one)))] ?? "patch";
}
