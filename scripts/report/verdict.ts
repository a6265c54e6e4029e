/** Prints the judgement of the versioning policy as text, Markdown, JSON and workflow commands. */
import type { PlaceInFile } from "../core/model/bundle-state.js";
import type { ChangeFormat } from "../core/model/change.js";
import { positionOf, type SourceText } from "../core/model/location.js";
import {
  type Bump,
  effectiveRequirement,
  type Finding,
  isAccepted,
  isWarning,
  type Judgement,
  type Requirement,
  standsInTheWay,
  type Verdict,
  type VersionStep,
} from "../core/model/policy.js";
import { storedFieldsNote } from "../core/words/change.js";
import { counted } from "../core/words/counted.js";
import { findingWords } from "../core/words/finding.js";
import { valuesAsJson } from "./changes.js";
import type { CheckResult } from "./check-result.js";
import { type FindingRow, findingRows } from "./finding-rows.js";
import { printResultsAsJunit } from "./junit.js";
import { codeSpanInLine, fittingLines, MOST_CHARACTERS, plainWords } from "./markdown.js";
import { printableLine } from "./printable.js";
import { channelPrefix, morePlaces, placeInWords } from "./rows.js";
import { printResultsAsSarif } from "./sarif.js";
import type { Style } from "./style.js";
import { printVersionedJson } from "./versioned-json.js";
import { workflowCommand } from "./workflow-command.js";

/** A judgement with options for printing it. */
export interface ShownJudgement extends Judgement {
  /** True if changes of wording are listed, too. */
  readonly wording?: boolean;
  /** True if each finding is listed, also if it is the same in several places or about a type of Kubernetes. */
  readonly expand?: boolean;
}

/** Prints a judgement. `base` is the path from the current directory to the project. */
export function printJudgement(
  judgement: ShownJudgement,
  format: ChangeFormat,
  sources: readonly SourceText[],
  style: Style,
  base = "",
): string {
  switch (format) {
    case "json":
      return printVersionedJson(judgementAsJson(judgement, sources));
    case "github":
      return annotatedRows(judgement)
        .map((row) => `${style.command(toCommand(row, judgement, sources))}\n`)
        .join("");
    case "junit":
      return printResultsAsJunit("policy", resultsOf(judgement, sources), []);
    case "sarif":
      return printResultsAsSarif(resultsOf(judgement, sources), base, []);
    case "markdown":
      return toMarkdown(judgement);
    case "text":
      return toText(judgement, sources, style);
  }
}

function toText(judgement: ShownJudgement, sources: readonly SourceText[], style: Style): string {
  const { from, to, verdict, withoutChannels, bump, versions, expand = false } = judgement;
  const obstacles = verdict.findings.filter((finding) => standsInTheWay(finding, bump));
  const reasons = bump === undefined ? verdict.findings.filter((finding) => decides(finding, verdict)) : obstacles;
  const reworded = judgement.wording
    ? verdict.findings.filter((finding) => isOfWording(finding) && !isAccepted(finding))
    : [];
  const waived = verdict.findings.filter((finding) => finding.waiver);
  const note = storedFieldsNote(verdict.findings.flatMap(({ change }) => change ?? []));
  const warnings = verdict.findings.filter(isWarning);
  const accepted = verdict.findings.filter(({ change }) => change?.isAccepted);
  const rows = findingRows([...reasons, ...reworded, ...warnings, ...accepted], expand);
  const isFolded = rows.some(({ isType, places }) => isType || places.length > 2);
  const blocked = verdict.blocked.map(
    ({ channel, crd, version, releases }) =>
      `  ${channelPrefix(channel, judgement)}${crd}: ${version}, stored by ${releases.join(", ")}\n`,
  );
  return [
    `${style.bold(`${from} → ${to}`)} (profile ${printableLine(verdict.profile)})\n`,
    versions && bump ? `  allowed: ${stepInWords(bump, versions)}\n` : "",
    ...Object.entries(verdict.lowest).map(
      ([channel, lowest]) => `  ${withoutChannels ? "" : channel.padEnd(13)}${inWords(lowest)}\n`,
    ),
    ...rows.map((row) => `\n${describe(row, judgement, sources, style)}`),
    ...waived.map(
      (finding) =>
        `\n  waived: ${findingWords(finding).message}\n    ${finding.waiver?.why} (${finding.waiver?.approvedBy})\n`,
    ),
    ...(blocked.length > 0 ? [`\n${style.bold("Stored versions to migrate before the upgrade")}\n`, ...blocked] : []),
    `\n${conclusion(judgement, obstacles.length)}\n`,
    note && style.dim(`${note}\n`),
    isFolded ? style.dim("To list all places with their fingerprints: crd-bundle policy --expand\n") : "",
  ].join("");
}

/** Returns whether a finding is only about wording. Such a finding never prevents a release. */
function isOfWording({ change }: Finding): boolean {
  return change?.class === "wording";
}

/** Returns the output if there is no release to compare with. In formats for programs, it is a document without findings. */
export function printNothingJudged(format: ChangeFormat): string {
  const verdict: Omit<Verdict, "profile"> = { lowest: {}, overall: "patch", findings: [], blocked: [] };
  if (format === "json") return printVersionedJson({ to: "working tree", verdict, hiddenWording: 0 });
  if (format === "junit") return printResultsAsJunit("policy", [], []);
  return format === "sarif" ? printResultsAsSarif([], "", []) : "";
}

/** Returns a judgement as JSON. Findings have line and column instead of an offset. */
export function judgementAsJson(judgement: ShownJudgement, sources: readonly SourceText[]) {
  const { from, to, bump, versions, verdict, wording } = judgement;
  const findings = verdict.findings.filter((finding) => wording || finding.waiver || !isOfWording(finding));
  const shown = findings.map((finding) => findingAsJson(finding, judgement, sources));
  return {
    from,
    to,
    bump,
    versions,
    verdict: { ...verdict, findings: shown },
    hiddenWording: verdict.findings.length - findings.length,
  };
}

function findingAsJson(finding: Finding, judgement: Judgement, sources: readonly SourceText[]) {
  const { rule, channel, crd, versions, path, requires, fingerprint, waiver, change } = finding;
  return {
    rule,
    channel,
    crd,
    versions,
    path,
    ...findingWords(finding, judgement),
    requires,
    fingerprint,
    ...(change && { class: change.class, subject: change.subject, ...valuesAsJson(change) }),
    ...(waiver && { waiver: { message: waiver.message, why: waiver.why, approvedBy: waiver.approvedBy } }),
    ...placeOf(finding, judgement, sources),
  };
}

/** Returns the place of a finding: in a source of the project, otherwise in a file of the newer state. */
function placeOf(finding: Finding, judgement: Judgement, sources: readonly SourceText[]): PlaceInFile | undefined {
  const { location } = finding;
  if (!location) return judgement.placeOf?.(finding);
  const source = sources.find(({ path }) => path === location.file);
  return source && { file: location.file, ...positionOf(source.text, location.start) };
}

/** Returns whether a finding determines the smallest bump of its channel. */
function decides(finding: Finding, { lowest }: Verdict): boolean {
  const needed = effectiveRequirement(finding);
  return needed !== "patch" && needed === lowest[finding.channel];
}

const NEEDS: Readonly<Record<Finding["requires"], string>> = {
  patch: "needs a patch release:",
  minor: "needs a minor release:",
  major: "needs a major release:",
  refused: "not allowed:",
};

function shortWords(requirement: Requirement): string {
  return requirement === "refused" ? "not allowed" : requirement;
}

function inWords(lowest: Requirement): string {
  return lowest === "refused" ? "not allowed in any release" : `needs at least a ${lowest} release`;
}

function stepInWords(bump: Bump, { from, to }: VersionStep): string {
  return `${bump}, from ${from} to ${to}`;
}

function conclusion({ verdict: { overall }, bump, withoutWaivers }: Judgement, obstacles: number): string {
  if (overall === "refused") {
    return `No release may contain these changes. Fix each finding or ${withoutWaivers ? "accept it" : "add a waiver for it"}.`;
  }
  if (bump === undefined) return `Smallest version bump for all changes: ${overall}.`;
  return obstacles === 0 ? `A ${bump} release may contain all changes.` : `The changes need a ${overall} release.`;
}

function describe(row: FindingRow, judgement: ShownJudgement, sources: readonly SourceText[], style: Style): string {
  const { finding, findings, message, effect, places, isType } = row;
  const place = placeOf(finding, judgement, sources);
  const id = isType ? counted(findings.length, "finding") : `${finding.rule}, ${finding.fingerprint}`;
  return [
    `  ${labelOf(finding, style)} ${channelPrefix(finding.channel, judgement)}${placeInWords(places[0] ?? finding)}\n`,
    ...(place === undefined ? [] : [`    ${style.bold(`${place.file}:${place.line}:${place.column}`)}\n`]),
    `    ${message} ${style.dim(`[${id}]`)}\n`,
    ...(effect === undefined ? [] : [`    ${effect}\n`]),
    ...others(row).map((line) => `    ${line}\n`),
    ...(isAccepted(finding) ? [] : [`    ${style.dim("→")} ${findingWords(finding, judgement).fix}\n`]),
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

function toMarkdown(judgement: ShownJudgement): string {
  const { from, to, verdict, withoutChannels, bump, versions, wording, expand = false } = judgement;
  const rows = Object.entries(verdict.lowest).map(([channel, lowest]) => `| ${channel} | ${shortWords(lowest)} |\n`);
  const listed = verdict.findings.filter((finding) => isListed(finding) || (wording && isOfWording(finding)));
  const reasons = fittingLines(
    findingRows(listed, expand).map((row) => bulletOf(row, judgement)),
    MOST_CHARACTERS,
  );
  const blocked = verdict.blocked.map(
    ({ channel, crd, version, releases }) =>
      `- ${channelPrefix(channel, judgement)}${codeSpanInLine(crd)}: ${plainWords(version)}, stored by ${releases.join(", ")}\n`,
  );
  return [
    `### ${plainWords(from)} → ${plainWords(to)}: ${shortWords(verdict.overall)}\n\n`,
    `Profile of the versioning policy: ${plainWords(verdict.profile)}\n`,
    versions && bump ? `\nAllowed bump: ${stepInWords(bump, versions)}\n` : "",
    ...(withoutChannels ? [] : ["\n| channel | smallest bump |\n|---|---|\n", ...rows]),
    ...(reasons.length > 0 ? ["\n", ...reasons] : []),
    ...(blocked.length > 0 ? ["\n#### Migrate stored objects first\n\n", ...blocked] : []),
  ].join("");
}

function isListed(finding: Finding): boolean {
  return effectiveRequirement(finding) !== "patch" || isAccepted(finding) || isWarning(finding);
}

function bulletOf({ finding, message, places: [, ...others] }: FindingRow, judgement: ShownJudgement): string {
  const { channel, crd, path, requires, waiver } = finding;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const where = `${channelPrefix(channel, judgement)}${codeSpanInLine(crd)}${path === undefined ? "" : ` ${codeSpanInLine(path)}`}${more}`;
  const result = isWarning(finding) ? "warning" : isAccepted(finding) ? "accepted" : shortWords(requires);
  return `- ${where}: ${plainWords(message)} (${waiver ? `waived: ${plainWords(waiver.why)}` : result})\n`;
}

/** Returns the findings that CI systems show: those that prevent the release, and warnings. */
function annotatedRows({ verdict, bump, expand = false }: ShownJudgement): FindingRow[] {
  return findingRows(
    verdict.findings.filter((finding) => standsInTheWay(finding, bump) || isWarning(finding)),
    expand,
  );
}

/** Returns the findings that CI systems show, and those that users accepted. */
function resultsOf(judgement: ShownJudgement, sources: readonly SourceText[]): CheckResult[] {
  const accepted = judgement.verdict.findings.filter((finding) => isAccepted(finding) && !isWarning(finding));
  return [...annotatedRows(judgement), ...findingRows(accepted, true)].map((row) => toResult(row, judgement, sources));
}

function toResult(row: FindingRow, judgement: ShownJudgement, sources: readonly SourceText[]): CheckResult {
  const { finding, message, places } = row;
  const { waiver } = finding;
  const place = placeOf(finding, judgement, sources);
  const title = `${channelPrefix(finding.channel, judgement)}${placeInWords(places[0] ?? finding)}: ${message}`;
  return {
    rule: finding.rule,
    level: isWarning(finding) ? "warning" : isAccepted(finding) ? "note" : "error",
    title,
    text: `${title}${detailsOf(row)}. ${adviceOf(finding, judgement)}`,
    fingerprint: finding.fingerprint,
    ...(isAccepted(finding) && { acceptance: waiver ? { why: waiver.why } : {} }),
    ...(place && { place }),
  };
}

/** Returns the effect of a change and its other places, to follow its message. */
function detailsOf({ effect, places }: FindingRow): string {
  const more = morePlaces(places, false).map((line) => ` (${line})`);
  return `${effect === undefined ? "" : `; ${effect}`}${more.join("")}`;
}

function adviceOf(finding: Finding, judgement: ShownJudgement): string {
  if (finding.waiver) return `Waived: ${finding.waiver.why}`;
  return isAccepted(finding) ? "Accepted by the baseline." : findingWords(finding, judgement).fix;
}

function toCommand(row: FindingRow, judgement: ShownJudgement, sources: readonly SourceText[]): string {
  const { finding, message } = row;
  const place = placeOf(finding, judgement, sources);
  const position = place && { file: place.file, line: place.line, col: place.column };
  const words = `${message}${detailsOf(row)}. ${findingWords(finding, judgement).fix}`;
  const text = `${channelPrefix(finding.channel, judgement)}${finding.crd} ${finding.path ?? ""}: ${words}`;
  return workflowCommand(isWarning(finding) ? "warning" : "error", { ...position, title: finding.rule }, text);
}
