/** Prints the judgement of the versioning policy for people and for CI systems. */
import type { ChangeFormat } from "../core/model/change.js";
import type { SourceText } from "../core/model/location.js";
import { type Finding, isAccepted, isWarning, standsInTheWay, type Verdict } from "../core/model/policy.js";
import { findingWords } from "../core/words/finding.js";
import { valuesAsJson } from "./changes.js";
import type { CheckResult } from "./check-result.js";
import { type FindingRow, findingRows } from "./finding-rows.js";
import { printResultsAsJunit } from "./junit.js";
import { channelPrefix, morePlaces, placeInWords } from "./rows.js";
import { printResultsAsSarif } from "./sarif.js";
import type { Style } from "./style.js";
import { isHidden, placeOf, type ShownJudgement } from "./verdict-groups.js";
import { judgementAsMarkdown } from "./verdict-markdown.js";
import { judgementAsText } from "./verdict-text.js";
import { printVersionedJson } from "./versioned-json.js";
import { workflowCommand } from "./workflow-command.js";

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
      return judgementAsMarkdown(judgement);
    case "text":
      return judgementAsText(judgement, sources, style);
  }
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
  const { from, to, uncompared, bump, versions, verdict } = judgement;
  const findings = verdict.findings.filter((finding) => !isHidden(finding, judgement));
  const shown = findings.map((finding) => findingAsJson(finding, judgement, sources));
  return {
    from,
    to,
    uncompared,
    bump,
    versions,
    verdict: { ...verdict, findings: shown },
    hiddenWording: verdict.findings.length - findings.length,
  };
}

function findingAsJson(finding: Finding, judgement: ShownJudgement, sources: readonly SourceText[]) {
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

/** Returns the findings that CI systems show: those that prevent the release, and warnings. */
function annotatedRows({ verdict, bump, expand = false }: ShownJudgement): FindingRow[] {
  return findingRows(
    verdict.findings.filter((finding) => standsInTheWay(finding, bump) || isWarning(finding)),
    expand,
  );
}

/** Returns the findings that CI systems show, and those that users accepted. */
function resultsOf(judgement: ShownJudgement, sources: readonly SourceText[]): CheckResult[] {
  const accepted = judgement.verdict.findings.filter(isAccepted);
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
