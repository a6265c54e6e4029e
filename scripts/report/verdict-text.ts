/** Prints the judgement of the versioning policy as text. */
import type { SourceText } from "../core/model/location.js";
import {
  effectiveRequirement,
  type Finding,
  isAccepted,
  isWarning,
  type Requirement,
  standsInTheWay,
} from "../core/model/policy.js";
import { hiddenWordingNote, storedFieldsNote } from "../core/words/change.js";
import { counted } from "../core/words/counted.js";
import { findingWords } from "../core/words/finding.js";
import type { FindingRow } from "./finding-rows.js";
import { printableLine } from "./printable.js";
import { channelPrefix, morePlaces, placeInWords } from "./rows.js";
import type { Style } from "./style.js";
import {
  allowedInWords,
  conclusion,
  countHiddenWording,
  type FindingGroup,
  groupsOf,
  isOfWording,
  isUnchanged,
  NO_CHANGES,
  placeOf,
  type ShownJudgement,
} from "./verdict-groups.js";

/** Prints a judgement with the findings that decide it. */
export function judgementAsText(judgement: ShownJudgement, sources: readonly SourceText[], style: Style): string {
  const { from, to, verdict, withoutChannels, bump, versions } = judgement;
  const title = `${style.bold(`${from} → ${to}`)} (profile ${printableLine(verdict.profile)})\n`;
  if (isUnchanged(verdict)) return `${title}\n${NO_CHANGES}\n`;
  const waived = verdict.findings.filter((finding) => finding.waiver);
  const notes = [
    storedFieldsNote(verdict.findings.flatMap(({ change }) => change ?? [])),
    hiddenWordingNote(countHiddenWording(judgement)),
  ].filter((note) => note !== "");
  const groups = groupsOf(
    verdict.findings.filter((finding) => isListed(finding, judgement)),
    judgement,
  );
  const isFolded = groups.some(({ rows }) => rows.some(({ isType, places }) => isType || places.length > 2));
  const blocked = verdict.blocked.map(
    ({ channel, crd, version, releases }) =>
      `  ${channelPrefix(channel, judgement)}${crd}: ${version}, stored by ${releases.join(", ")}\n`,
  );
  return [
    title,
    bump ? `  allowed: ${allowedInWords(bump, versions)}\n` : "",
    ...Object.entries(verdict.lowest).map(
      ([channel, lowest]) => `  ${withoutChannels ? "" : channel.padEnd(13)}${inWords(lowest)}\n`,
    ),
    ...groups.map((group) => groupAsText(group, judgement, sources, style)),
    ...waived.map(
      (finding) =>
        `\n  waived: ${findingWords(finding).message}\n    ${finding.waiver?.why} (${finding.waiver?.approvedBy})\n`,
    ),
    ...(blocked.length > 0 ? [`\n${style.bold("Stored versions to migrate before the upgrade")}\n`, ...blocked] : []),
    `\n${conclusion(judgement)}\n`,
    ...notes.map((note) => style.dim(`${note}\n`)),
    isFolded ? style.dim("To list all places with their fingerprints, add --expand\n") : "",
  ].join("");
}

/** Reports whether a finding is listed: a reason for the verdict, a warning, or a change that a baseline accepts. */
function isListed(finding: Finding, { bump, wording }: ShownJudgement): boolean {
  const { change } = finding;
  if (isWarning(finding) || change?.isAccepted) return true;
  if (wording && isOfWording(finding) && !isAccepted(finding)) return true;
  return bump === undefined ? effectiveRequirement(finding) !== "patch" : standsInTheWay(finding, bump);
}

const NEEDS: Readonly<Record<Requirement, string>> = {
  patch: "needs a patch release:",
  minor: "needs a minor release:",
  major: "needs a major release:",
  refused: "not allowed:",
};

function inWords(lowest: Requirement): string {
  return lowest === "refused" ? "not allowed in any release" : `needs at least a ${lowest} release`;
}

/** Prints the advice for several findings after all of them. */
function groupAsText(
  { rows, advice }: FindingGroup,
  judgement: ShownJudgement,
  sources: readonly SourceText[],
  style: Style,
): string {
  const findings = rows.map((row) => `\n${rowAsText(row, judgement, sources, style)}`).join("");
  if (advice === undefined) return findings;
  return `${findings}${rows.length > 1 ? "\n  " : "    "}${style.dim("→")} ${advice}\n`;
}

function rowAsText(row: FindingRow, judgement: ShownJudgement, sources: readonly SourceText[], style: Style): string {
  const { finding, findings, message, effect, places, isType } = row;
  const place = placeOf(finding, judgement, sources);
  const id = isType ? counted(findings.length, "finding") : `${finding.rule}, ${finding.fingerprint}`;
  return [
    `  ${labelOf(finding, style)} ${channelPrefix(finding.channel, judgement)}${placeInWords(places[0] ?? finding)}\n`,
    ...(place === undefined ? [] : [`    ${style.bold(`${place.file}:${place.line}:${place.column}`)}\n`]),
    `    ${message} ${style.dim(`[${id}]`)}\n`,
    ...(effect === undefined ? [] : [`    ${effect}\n`]),
    ...others(row).map((line) => `    ${line}\n`),
  ].join("");
}

function labelOf(finding: Finding, style: Style): string {
  if (isAccepted(finding)) return "accepted:";
  return isWarning(finding) ? style.yellow("warning:") : style.red(NEEDS[finding.requires]);
}

/** Returns lines about the places after the first one, with the fingerprint of the finding if it is listed. */
function others({ findings, places, isType }: FindingRow): string[] {
  const lines = morePlaces(places, false);
  const [, second] = findings;
  return lines.length === 1 && places.length === 2 && second && !isType
    ? lines.map((line) => `${line} [${second.fingerprint}]`)
    : lines;
}
