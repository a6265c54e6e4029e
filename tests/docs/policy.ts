/** The versioning policies as tables, from their files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readProfile } from "../../scripts/changes/policy/profile.js";
import { CLASS_ENTRIES, SUBJECT_MEANINGS } from "../../scripts/core/diagnostics/catalog/changes.js";
import { isCode } from "../../scripts/core/diagnostics/catalog/index.js";
import { POLICY_ENTRIES } from "../../scripts/core/diagnostics/catalog/policy.js";
import { CHANGE_CLASSES, type ChangeClass, type Subject } from "../../scripts/core/model/change.js";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { PROFILES, type Profile } from "../../scripts/core/model/policy.js";
import { explanationOf } from "../../scripts/report/explanation.js";
import { ROOT } from "../support/golden.js";
import { escapeText, table } from "./markdown.js";

const CLASS_WORDS: Readonly<Record<ChangeClass, string>> = {
  wording: "wording",
  fix: "a correction, as a waiver says",
  loosening: "looser validation; required → optional",
  addition: "a field, value or kind that is new",
  graduation: "a field, value or kind that graduates",
  tightening: "tighter validation; optional → required",
  break: "a field removed or renamed; its type, default or list type changed",
  unknown: "cannot be decided",
};

/** What needs which bump: the classes, then the subjects that go before their class. */
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
  return table(
    ["Change", "Class or subject", ...CHANNELS.map((channel) => `${channel[0]?.toUpperCase()}${channel.slice(1)}`)],
    [...classes, ...subjects].map(({ words, row, about }) => [
      words,
      `\`${about}\``,
      ...CHANNELS.map((channel) => row[channel]),
    ]),
  );
}

/** The classes of changes, as the catalog explains them. */
export function classTable(): string {
  return table(
    ["Class", "Meaning"],
    CHANGE_CLASSES.map((name) => [name, CLASS_ENTRIES[name].meaning]),
  );
}

/** The rules that hold whatever the bump, as the catalog explains them. */
export function ruleTable(): string {
  const codes = Object.keys(POLICY_ENTRIES).filter(isCode);
  const rows = codes.map((code) => {
    const { message, why } = explanationOf(code);
    return [`[\`${code}\`](diagnostics.md#${code})`, escapeText(message), escapeText(why)];
  });
  return table(["Rule", "Finding", "Why"], rows);
}

/** What each profile asks of an experimental thing before it may be standard. */
export function graduationTable(): string {
  const rows = PROFILES.map((name) => {
    const { months, unchangedReleases, unchangedMonths, attestations } = profileNamed(name).graduation;
    const attested = attestations.map((criterion) => `\`${criterion}\``).join(", ");
    return [
      name,
      String(months),
      `${unchangedReleases} and ${unchangedMonths}`,
      attested === "" ? "nothing" : attested,
    ];
  });
  return table(["Profile", "Months as experimental", "Releases and months unchanged", "Attested"], rows);
}

function profileNamed(name: string): Profile {
  return readProfile(readFileSync(join(ROOT, `templates/policy/${name}.yaml`), "utf8"));
}
