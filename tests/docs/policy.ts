/** Tables about the versioning policy, generated from its profiles and from the catalog. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readProfile } from "../../scripts/changes/policy/profile.js";
import { CLASS_ENTRIES, SUBJECT_MEANINGS } from "../../scripts/core/diagnostics/catalog/changes.js";
import { isCode } from "../../scripts/core/diagnostics/catalog/index.js";
import { POLICY_ENTRIES } from "../../scripts/core/diagnostics/catalog/policy.js";
import { CHANGE_CLASSES, type ChangeClass, SUBJECTS, type Subject } from "../../scripts/core/model/change.js";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { PROFILES, type Profile } from "../../scripts/core/model/policy.js";
import { explanationOf } from "../../scripts/report/explanation.js";
import { ROOT } from "../support/golden.js";
import { escapeText, table } from "./markdown.js";

const CLASS_WORDS: Readonly<Record<ChangeClass, string>> = {
  wording: "change of descriptions and messages only",
  fix: "correction of a defect, or a waived finding",
  loosening: "looser validation; a required field becomes optional",
  addition: "new field, value or kind",
  graduation: "graduation of a field, value or kind",
  tightening: "stricter validation; an optional field becomes required",
  break: "removal or renaming of a field; change of its type, default or list type",
  unknown: "change whose effect cannot be determined",
};

/** Returns the bump for each class, then for each subject that takes precedence over its class. */
export function policyTable(name: (typeof PROFILES)[number]): string {
  const profile = profileNamed(name);
  const classes = CHANGE_CLASSES.map((change) => ({
    words: CLASS_WORDS[change],
    row: profile.classes[change],
    about: change,
  }));
  const subjects = Object.entries(profile.subjects).map(([subject, row]) => {
    return { words: SUBJECT_MEANINGS[subject as Subject], row, about: subject };
  });
  const rules = Object.entries(profile.rules).flatMap(([code, row = profile.classes.unknown]) => {
    return isCode(code) ? [{ words: escapeText(explanationOf(code).message), row, about: code }] : [];
  });
  const what = rules.length > 0 ? "Class, subject or rule" : "Class or subject";
  return table(
    ["Change", what, ...CHANNELS.map((channel) => `${channel[0]?.toUpperCase()}${channel.slice(1)}`)],
    [...classes, ...subjects, ...rules].map(({ words, row, about }) => [
      words,
      `\`${about}\``,
      ...CHANNELS.map((channel) => row[channel]),
    ]),
  );
}

/** Returns the two parts of every rule for changes, classes and subjects, as the catalog explains them. */
export function classTable(): string {
  const classes = CHANGE_CLASSES.map((name) => [`\`${name}\``, CLASS_ENTRIES[name].meaning]);
  const subjects = SUBJECTS.map((name) => [`\`${name}\``, SUBJECT_MEANINGS[name]]);
  return [
    table(["Class", "Meaning"], classes),
    "It also has a subject, which is the part of the API that changed:",
    table(["Subject", "Meaning"], subjects),
  ].join("\n\n");
}

/** Returns the rules that apply to every release, as the catalog explains them. */
export function ruleTable(): string {
  const codes = Object.keys(POLICY_ENTRIES).filter(isCode);
  const rows = codes.map((code) => {
    const { message, why } = explanationOf(code);
    return [`[\`${code}\`](diagnostics.md#${code})`, escapeText(message), escapeText(why)];
  });
  return table(["Rule", "Example finding", "Why it matters"], rows);
}

/** Returns the graduation criteria of each profile. */
export function graduationTable(): string {
  const rows = PROFILES.map((name) => {
    const { months, unchangedReleases, unchangedMonths, attestations } = profileNamed(name).graduation;
    const attested = attestations.map((criterion) => `\`${criterion}\``).join(", ");
    return [name, String(months), `${unchangedReleases} and ${unchangedMonths}`, attested === "" ? "none" : attested];
  });
  return table(["Profile", "Months as experimental", "Releases and months unchanged", "Attested criteria"], rows);
}

function profileNamed(name: string): Profile {
  return readProfile(readFileSync(join(ROOT, `templates/policy/${name}.yaml`), "utf8"));
}
