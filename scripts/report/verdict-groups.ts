/** Groups the findings of a judgement for readers, and states its result in words. */
import type { PlaceInFile } from "../core/model/bundle-state.js";
import { positionOf, type SourceText } from "../core/model/location.js";
import {
  type Bump,
  type Finding,
  isAccepted,
  isWarning,
  type Judgement,
  REQUIREMENTS,
  standsInTheWay,
  type Verdict,
} from "../core/model/policy.js";
import { counted } from "../core/words/counted.js";
import { findingWords } from "../core/words/finding.js";
import { type FindingRow, findingRows } from "./finding-rows.js";
import { byLoudness, type Group, grouped, rowKey } from "./rows.js";

/** A judgement with options for printing it. */
export interface ShownJudgement extends Judgement {
  /** True if changes of wording are listed, too. */
  readonly wording?: boolean;
  /** True if each finding is listed, also if it is the same in several places or about a type of Kubernetes. */
  readonly expand?: boolean;
}

/** Findings with the same requirement and the same advice. */
export interface FindingGroup {
  readonly rows: Group<FindingRow>;
  /** Omitted for accepted findings. */
  readonly advice?: string;
}

/**
 * Groups findings: those that are not allowed, those that require a bump, the largest first, warnings, and accepted ones.
 * Rows have the order of the changes in `rows.ts`, and findings that are not about a change are first.
 */
export function groupsOf(findings: readonly Finding[], judgement: ShownJudgement): FindingGroup[] {
  const rows = findingRows(findings, judgement.expand === true).sort(byUrgency);
  const advise = ({ finding }: FindingRow) => (isAccepted(finding) ? undefined : findingWords(finding, judgement).fix);
  return grouped(rows, (row) => JSON.stringify([rankOf(row.finding), advise(row)])).map((group): FindingGroup => {
    const advice = advise(group[0]);
    return { rows: group, ...(advice !== undefined && { advice }) };
  });
}

function byUrgency({ finding: a }: FindingRow, { finding: b }: FindingRow): number {
  const ranks = rankOf(a) - rankOf(b);
  if (ranks !== 0) return ranks;
  return a.change && b.change ? byLoudness(a.change, b.change) : Number(!b.change) - Number(!a.change);
}

function rankOf(finding: Finding): number {
  if (isAccepted(finding)) return REQUIREMENTS.length + 2;
  return isWarning(finding) ? REQUIREMENTS.length + 1 : REQUIREMENTS.length - REQUIREMENTS.indexOf(finding.requires);
}

/** Returns whether a finding is only about wording. Such a finding never prevents a release. */
export function isOfWording({ change }: Finding): boolean {
  return change?.class === "wording";
}

/** Reports whether a finding is not listed because it is about wording, and neither waived nor in a baseline. */
export function isHidden(finding: Finding, { wording }: ShownJudgement): boolean {
  return !wording && isOfWording(finding) && !isAccepted(finding);
}

/** Returns the number of findings about wording that are not listed. */
export function countHiddenWording(judgement: ShownJudgement): number {
  return judgement.verdict.findings.filter((finding) => isHidden(finding, judgement)).length;
}

/** The result if the states are equal. */
export const NO_CHANGES = "No changes.";

/** Reports whether the newer state has neither changes nor other findings. */
export function isUnchanged({ findings, blocked }: Verdict): boolean {
  return findings.length === 0 && blocked.length === 0;
}

/** Returns the allowed bump, with the versions that determine it. */
export function allowedInWords(bump: Bump, versions: Judgement["versions"]): string {
  return versions ? `${bump}, from ${versions.from} to ${versions.to}` : bump;
}

/** Returns which releases may contain the changes. */
export function conclusion({ verdict, bump, withoutWaivers }: Judgement): string {
  const { findings, overall } = verdict;
  const obstacles = findings.filter((finding) => standsInTheWay(finding, bump));
  if (overall === "refused") {
    const refused = obstacles.filter((finding) => standsInTheWay(finding, undefined));
    const ofBump =
      bump === undefined || refused.length === obstacles.length
        ? ""
        : `${cannotContain(`A ${bump}`, obstacles, findings)} `;
    const advice = `Fix each finding or ${withoutWaivers ? "accept it" : "add a waiver for it"}.`;
    return `${ofBump}${cannotContain("No", refused, findings)} ${advice}`;
  }
  if (bump === undefined) return `Smallest version bump for all changes: ${overall}.`;
  return obstacles.length === 0
    ? `A ${bump} release may contain all changes.`
    : `${cannotContain(`A ${bump}`, obstacles, findings)} The changes need a ${overall} release.`;
}

/** Returns that a release may not contain some findings, with the number of their changes. */
function cannotContain(release: string, obstacles: readonly Finding[], findings: readonly Finding[]): string {
  const count = countChanges(obstacles);
  const all = countChanges(findings.filter((finding) => !isOfWording(finding)));
  const others = obstacles.filter(({ change }) => !change).length;
  const parts = [
    count === 0 ? "" : extent(count, all),
    others === 0 ? "" : counted(others, count === 0 ? "finding" : "other finding"),
  ];
  const may = release === "No" ? "may" : "may not";
  return `${release} release ${may} contain ${parts.filter((part) => part !== "").join(" and ")}.`;
}

function extent(count: number, all: number): string {
  if (count < all) return `${count} of the ${all} changes`;
  return all === 1 ? "the change" : `any of the ${all} changes`;
}

/** Returns the number of changes, in which the same change in several places counts once. */
function countChanges(findings: readonly Finding[]): number {
  return new Set(findings.flatMap(({ change }) => (change ? rowKey(change) : []))).size;
}

/** Returns the place of a finding: in a source of the project, otherwise in a file of the newer state. */
export function placeOf(
  finding: Finding,
  judgement: Judgement,
  sources: readonly SourceText[],
): PlaceInFile | undefined {
  const { location } = finding;
  if (!location) return judgement.placeOf?.(finding);
  const source = sources.find(({ path }) => path === location.file);
  return source && { file: location.file, ...positionOf(source.text, location.start) };
}
