/** Describes one change for users who install a bundle: the group in which it is listed, and the wording. */
import { ruleText } from "../../changes/diff/rules/text.js";
import { schemaAt } from "../../changes/diff/schema-at.js";
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Change, ChangeClass, Fact, Subject } from "../../core/model/change.js";
import type { Conversion } from "../../core/model/conversion.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import { type FieldPath, ROOT_PATH } from "../../core/model/field-path.js";
import type { Json } from "../../core/model/json.js";
import type { Verdict } from "../../core/model/policy.js";
import { rulesOf } from "../../core/model/schema.js";
import { changeMessage, meaningName, requiredState, settingsInWords } from "../../core/words/change.js";
import { valuesMessage } from "../../core/words/values.js";
import { successorOf, whereValuesGo } from "./conversions.js";
import { crdIn } from "./kinds.js";
import { code, words } from "./markdown/write.js";

/** Groups, in the order in which they are listed. */
export const GROUPS = [
  "Graduated",
  "New",
  "Loosened",
  "Tightened",
  "Possibly tightened",
  "Removed",
  "Changed",
  "Corrected",
  "API versions",
] as const;
export type Group = (typeof GROUPS)[number];

/**
 * Description of a change, as Markdown. The three parts of `the field .spec.a: its value moves to …` are the noun, the
 * path and the remark.
 */
export interface Said {
  readonly group: Group;
  /** Noun in front of the path. */
  readonly noun: "" | "the field" | "values of";
  /** Remark after the path that states what changed. */
  readonly remark: EntryRemark;
  /** Rules to which the remark applies. */
  readonly rules: readonly string[];
}

/** Remark, with one form for a single rule and one for several if they differ. */
type EntryRemark = string | { readonly ofOne: string; readonly ofSeveral: string };

/**
 * Reports whether the description of one change makes that of another at the same place redundant. A possible
 * tightening adds nothing to a tightening.
 */
export function coversWords(said: Said, other: Said): boolean {
  const isAsStrong = said.group === other.group || (said.group === "Tightened" && other.group === "Possibly tightened");
  const wordsOf = ({ noun, remark, rules }: Said) => JSON.stringify([noun, remark, rules]);
  return isAsStrong && wordsOf(said) === wordsOf(other);
}

/** Context of the descriptions, in addition to the change. */
export interface NoteContext {
  readonly before: BundleState | undefined;
  readonly after: BundleState;
  readonly verdict: Verdict | undefined;
  readonly conversions: readonly Conversion[];
}

/** Returns the description of a change, or undefined if only wording changed. */
export function say(change: Change, context: NoteContext): Said | undefined {
  const group = groupOf(change, context.verdict);
  if (group === undefined) return undefined;
  const { subject, crd, path = ROOT_PATH } = change;
  if (change.subject === "field-added") {
    const { default: value } = change;
    const remark =
      value === undefined ? "" : `existing objects get its default, ${code(JSON.stringify(value), LONGEST)}`;
    return { group, noun: "the field", remark, rules: [] };
  }
  if (subject === "field-removed" || subject === "field-renamed") {
    return { group, noun: "the field", remark: whereValuesGo(crd, path, context.conversions), rules: [] };
  }
  if (change.subject === "values" && change.aspect === "members") {
    return { group, noun: "values of", remark: code(change.members.join(", "), LONGEST), rules: [] };
  }
  if (change.subject === "rule") return { group, noun: "", ...rulesInWords(change, context) };
  return { group, noun: "", remark: remarkOf(change, context), rules: [] };
}

const BY_CLASS: Readonly<Record<ChangeClass, Group | undefined>> = {
  graduation: "Graduated",
  addition: "New",
  loosening: "Loosened",
  tightening: "Tightened",
  unknown: "Possibly tightened",
  break: "Changed",
  fix: "Corrected",
  wording: undefined,
};

const BY_SUBJECT: Partial<Readonly<Record<Subject, Group>>> = {
  "kind-removed": "Removed",
  "kind-renamed": "Removed",
  "field-removed": "Removed",
  "field-renamed": "Removed",
  "version-added": "API versions",
  "version-removed": "API versions",
  "version-served": "API versions",
  "version-unserved": "API versions",
  "version-deprecated": "API versions",
  storage: "API versions",
};

function groupOf(change: Change, verdict: Verdict | undefined): Group | undefined {
  if (change.class === "graduation") return "Graduated";
  return BY_SUBJECT[change.subject] ?? (isCorrection(change, verdict) ? "Corrected" : BY_CLASS[change.class]);
}

/**
 * Reports whether a waiver covers the change itself, which makes it a correction. An addition stays an addition, even
 * with a waiver.
 */
function isCorrection(change: Change, verdict: Verdict | undefined): boolean {
  const rule = `${change.class}/${change.subject}`;
  return (
    change.class !== "addition" &&
    (verdict?.findings ?? []).some((found) => found.change === change && found.waiver && found.rule === rule)
  );
}

/** Longer code is cut. The CRD contains all of it. */
const LONGEST = 90;

function remarkOf(change: Change, context: NoteContext): string {
  switch (change.subject) {
    case "kind-added":
    case "kind-removed":
      return "the kind";
    case "kind-renamed": {
      const to = successorOf(change.crd, context.conversions);
      return to === undefined ? words(changeMessage(change)) : `the kind, which is now ${code(to)}`;
    }
    case "version-added":
    case "version-removed":
    case "version-served":
    case "version-unserved":
    case "version-deprecated":
      return versionRemark(change, context);
    case "required":
      return words(requiredState(change));
    case "values":
      return valuesRemark(change);
    case "default":
    case "list-type":
    case "map-type":
      return meaningRemark(change);
    default:
      return words(changeMessage(change));
  }
}

function valuesRemark(change: Change<"values">): string {
  const { summary, detail } = valuesMessage(change, change.class === "graduation");
  return detail === undefined ? words(summary) : `${words(summary)}: ${code(detail, LONGEST)}`;
}

const VERSION_REMARKS: Partial<Readonly<Record<Subject, string>>> = {
  "version-added": "new",
  "version-removed": "removed",
  "version-served": "served again",
  "version-unserved": "no longer served",
};

function versionRemark({ subject, class: name, versions, channel, crd }: Change, { after }: NoteContext): string {
  const subjects = `${words(versions.join(", "))} ${versions.length > 1 ? "are" : "is"}`;
  if (subject !== "version-deprecated") return `${subjects} ${VERSION_REMARKS[subject]}`;
  if (name === "wording") return `${subjects} no longer deprecated`;
  const found = crdIn(channel, crd, after)?.spec.versions.find((version) => version.name === versions[0]);
  const warning = found?.deprecationWarning;
  return `${subjects} deprecated${warning === undefined ? "" : `: ${words(warning)}`}`;
}

/** Returns the remark for a default or a merge strategy. Values that are too long to read at a glance are omitted. */
function meaningRemark(fact: Fact<"default" | "list-type" | "map-type">): string {
  const name = meaningName(fact);
  const textOf = (value: Json | undefined) => (value === undefined ? "none" : JSON.stringify(value));
  const isShort = `${textOf(fact.before)}${textOf(fact.after)}`.length <= LONGEST;
  const [old, now] = settingsInWords(fact, (value) => code(textOf(value)));
  return isShort ? `${words(name)} changed from ${old} to ${now}` : `${words(name)} changed`;
}

function rulesInWords(
  { channel, crd, effect, before, after, versions, path = ROOT_PATH }: Change<"rule">,
  context: NoteContext,
): RulesSaid {
  const tell = (rules: readonly string[], state: BundleState | undefined) => {
    const found = crdIn(channel, crd, state);
    return rules.map((rule) => describeRule(rule, found, versions[0], path));
  };
  const [gone, fresh] = [textsOf(before), textsOf(after)];
  if (effect === "of-new-defaults") return { remark: RULES_OF_DEFAULTS, rules: tell(fresh, context.after) };
  if (gone.length === 0) return { remark: NEW_RULES, rules: tell(fresh, context.after) };
  if (fresh.length === 0) return { remark: WITHOUT_RULES, rules: tell(gone, context.before) };
  return { remark: "validation rules replaced; they are now", rules: tell(fresh, context.after) };
}

type RulesSaid = Pick<Said, "remark" | "rules">;

const NEW_RULES: EntryRemark = { ofOne: "new validation rule", ofSeveral: "new validation rules" };
const RULES_OF_DEFAULTS: EntryRemark = {
  ofOne: "validation rule that compares values with new defaults",
  ofSeveral: "validation rules that compare values with new defaults",
};
const WITHOUT_RULES: EntryRemark = { ofOne: "removed validation rule", ofSeveral: "removed validation rules" };

function textsOf(value: Json | undefined): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** Returns the message of a rule and the rule itself. */
function describeRule(
  rule: string,
  crd: CustomResourceDefinition | undefined,
  version: string | undefined,
  path: FieldPath,
): string {
  const schema = crd?.spec.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema;
  const node = schema && schemaAt(schema, path);
  const message = (node ? rulesOf(node) : []).find((entry) => ruleText(entry.rule) === rule)?.message;
  return typeof message === "string" ? `${words(message)} (${code(rule, LONGEST)})` : code(rule, LONGEST);
}
