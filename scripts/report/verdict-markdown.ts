/** Prints the judgement of the versioning policy as Markdown that fits into a comment on a pull request. */
import {
  effectiveRequirement,
  type Finding,
  isAccepted,
  isWarning,
  type Requirement,
  standsInTheWay,
} from "../core/model/policy.js";
import { hiddenWordingNote } from "../core/words/change.js";
import { changeMessageAsMarkdown } from "./changes-markdown.js";
import type { FindingRow } from "./finding-rows.js";
import { codeSpanInLine, fittingLines, MOST_CHARACTERS, plainWords, wordsWithCode } from "./markdown.js";
import { channelPrefix, countsInWords, rowsOf } from "./rows.js";
import {
  allowedInWords,
  conclusion,
  countHiddenWording,
  type FindingGroup,
  groupsOf,
  isOfWording,
  isUnchanged,
  NO_CHANGES,
  type ShownJudgement,
} from "./verdict-groups.js";

/** Prints a judgement. Findings that prevent the release come first, and those that it may contain are folded. */
export function judgementAsMarkdown(judgement: ShownJudgement): string {
  const { from, to, verdict, withoutChannels, bump, versions } = judgement;
  const states = `### ${plainWords(from)} → ${plainWords(to)}`;
  if (isUnchanged(verdict)) return `${states}\n\n${NO_CHANGES}\n`;
  const rows = Object.entries(verdict.lowest).map(([channel, lowest]) => `| ${channel} | ${shortWords(lowest)} |\n`);
  const blocked = verdict.blocked.map(
    ({ channel, crd, version, releases }) =>
      `- ${channelPrefix(channel, judgement)}${codeSpanInLine(crd)}: ${plainWords(version)}, stored by ${releases.join(", ")}\n`,
  );
  const note = hiddenWordingNote(countHiddenWording(judgement));
  return [
    `${states}: ${shortWords(verdict.overall)}\n\n${conclusion(judgement)}\n`,
    `\nProfile of the versioning policy: ${plainWords(verdict.profile)}\n`,
    bump ? `\nAllowed bump: ${allowedInWords(bump, versions)}\n` : "",
    ...(withoutChannels ? [] : ["\n| channel | smallest bump |\n|---|---|\n", ...rows]),
    ...sectionsOf(judgement),
    ...(blocked.length > 0 ? ["\n#### Migrate stored objects first\n\n", ...blocked] : []),
    note === "" ? "" : `\n${plainWords(note)}\n`,
  ].join("");
}

function shortWords(requirement: Requirement): string {
  return requirement === "refused" ? "not allowed" : requirement;
}

/** Headings of findings that prevent a release, the worst first. */
const HEADINGS: readonly (readonly [Requirement, string])[] = [
  ["refused", "Not allowed in any release"],
  ["major", "Need a major release"],
  ["minor", "Need a minor release"],
];

/** Returns the sections with the findings. If there are too many for a comment, the last ones are only counted. */
function sectionsOf(judgement: ShownJudgement): string[] {
  const { verdict, bump, wording } = judgement;
  const listed = verdict.findings.filter((finding) => isListed(finding) || (wording && isOfWording(finding)));
  const isReason = (finding: Finding) =>
    bump === undefined ? effectiveRequirement(finding) !== "patch" : standsInTheWay(finding, bump);
  let left = MOST_CHARACTERS;
  const write = (groups: readonly FindingGroup[], isAdvised = true) =>
    groups.map(({ rows, advice }) => {
      const bullets = fittingLines(
        rows.map((row) => bulletOf(row, judgement)),
        left,
      ).join("");
      left -= bullets.length;
      return `\n${bullets}${isAdvised && advice !== undefined ? `\n${wordsWithCode(advice)}\n` : ""}`;
    });
  const section = (heading: string, findings: readonly Finding[]) =>
    findings.length === 0 ? [] : [`\n#### ${heading}\n`, ...write(groupsOf(findings, judgement))];
  const reasons = listed.filter(isReason);
  const warnings = listed.filter(isWarning);
  const others = listed.filter((finding) => !isReason(finding) && !isWarning(finding));
  const counts = countsInWords(rowsOf(others.flatMap(({ change, problem }) => (change && !problem ? change : []))));
  const allowed = `Allowed in ${bump === undefined ? "any" : `a ${bump}`} release${counts === "" ? "" : `: ${counts}`}`;
  return [
    ...HEADINGS.flatMap(([needed, heading]) =>
      section(
        heading,
        reasons.filter(({ requires }) => requires === needed),
      ),
    ),
    ...section("Warnings", warnings),
    ...(others.length === 0
      ? []
      : [`\n<details><summary>${allowed}</summary>\n`, ...write(groupsOf(others, judgement), false), "\n</details>\n"]),
  ];
}

function isListed(finding: Finding): boolean {
  return effectiveRequirement(finding) !== "patch" || isAccepted(finding) || isWarning(finding);
}

function bulletOf(row: FindingRow, judgement: ShownJudgement): string {
  const {
    finding,
    effect,
    places: [, ...others],
  } = row;
  const { channel, crd, path } = finding;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const where = `${channelPrefix(channel, judgement)}${codeSpanInLine(crd)}${path === undefined ? "" : ` ${codeSpanInLine(path)}`}${more}`;
  const what = `${messageOf(row)}${effect === undefined ? "" : `; ${wordsWithCode(effect)}`}`;
  return `- ${where}: ${what}${acceptanceOf(finding)}\n`;
}

function messageOf({ finding, message, isType }: FindingRow): string {
  return finding.problem || isType ? wordsWithCode(message) : changeMessageAsMarkdown(finding.change);
}

function acceptanceOf(finding: Finding): string {
  if (finding.waiver) return ` (waived: ${plainWords(finding.waiver.why)})`;
  return isAccepted(finding) ? " (accepted)" : "";
}
