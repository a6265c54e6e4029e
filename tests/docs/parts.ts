/**
 * Generates parts of the docs from the tool's own tables. A part is between `<!-- generated: name -->` and
 * `<!-- end -->`, and is replaced as a whole.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS, type CommandEntry } from "../../scripts/cli/commands.js";
import { SETTINGS } from "../../scripts/core/config/settings-schema.js";
import { CATALOG, CODES, type Code } from "../../scripts/core/diagnostics/catalog/index.js";
import { RELEASE_ENTRIES } from "../../scripts/core/diagnostics/catalog/releases.js";
import { CHANGE_CLASSES } from "../../scripts/core/model/change.js";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { TYPE_FORMS } from "../../scripts/language/read/type/index.js";
import { canAim, EVERY_TYPE, type TagDefinition } from "../../scripts/language/tags/definition.js";
import { TAGS } from "../../scripts/language/tags/index.js";
import { explanationOf } from "../../scripts/report/explanation.js";
import { ROOT } from "../support/golden.js";
import { MAY_IMPORT, MAY_IMPORT_IN_CEL } from "../support/import-rule.js";
import { conversionMatrix, conversionTable } from "./conversions.js";
import { escapeText, table, wrap } from "./markdown.js";
import { classTable, graduationTable, policyTable, ruleTable } from "./policy.js";

export const PARTS: Readonly<Record<string, () => string>> = {
  "type-forms": typeForms,
  "tag-index": tagIndex,
  "tags-of-kinds": () => tagSections(isOfKinds),
  "tags-that-constrain": () => tagSections((tag) => tag.constraint !== undefined),
  "other-tags": () => tagSections((tag) => !isOfKinds(tag) && tag.constraint === undefined),
  settings,
  diagnostics,
  kinds,
  "policy-classes": classTable,
  "policy-rules": ruleTable,
  "policy-channels": () => policyTable("channels"),
  "policy-semver": () => policyTable("semver"),
  "policy-guideline": () => policyTable("guideline"),
  "policy-graduation": graduationTable,
  "release-refusals": releaseRefusals,
  imports: () => importRule(MAY_IMPORT),
  "cel-imports": () => importRule(MAY_IMPORT_IN_CEL),
  commands: commandTable,
  bot,
  "check-workflow": checkWorkflow,
  "change-classes": changeClasses,
  "conversion-matrix": conversionMatrix,
  conversions: conversionTable,
};

/** Returns directories, highest first, with the directories that each can import. */
function importRule(mayImport: Readonly<Record<string, readonly string[]>>): string {
  const width = Math.max(...Object.keys(mayImport).map((name) => name.length));
  const lines = Object.entries(mayImport)
    .reverse()
    .map(([name, others]) => `${name.padEnd(width)} ──▶ ${others.length === 0 ? "nothing" : others.join(", ")}`);
  return `\`\`\`text\n${lines.join("\n")}\n\`\`\``;
}

function commandTable(): string {
  const rows = COMMANDS.map(({ name, description, calls }) => [
    `\`${name}\``,
    description,
    calls ? libraryCall(calls) : "",
  ]);
  return table(["Command", "Description", "Library function"], rows);
}

/** Returns the library function that a command calls, with a link to its module. */
function libraryCall({ name, module }: NonNullable<CommandEntry["calls"]>): string {
  return `\`${name}\`, [\`${module}\`](../scripts/${module})`;
}

/** Returns the example program that `tests/app/library.slow.test.ts` runs. */
function bot(): string {
  return `\`\`\`js\n${readFileSync(join(ROOT, "tests/projects/bot/bot.js"), "utf8")}\`\`\``;
}

/** Returns the workflow that `crd-bundle init` writes. */
function checkWorkflow(): string {
  const workflow = readFileSync(join(ROOT, "templates/project/check.yaml"), "utf8");
  return `\`\`\`yaml\n# .github/workflows/check.yaml\n${workflow}\`\`\``;
}

function changeClasses(): string {
  const classes = CHANGE_CLASSES.map((name) => `*${name}*`).join(", ");
  return wrap(`The classes are ${classes}. For definitions, see [Classes of changes](policy.md#classes-of-changes).`);
}

const MARKED = /(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** Returns the text with all generated parts up to date. */
export function fillParts(text: string): string {
  return text.replace(MARKED, (_, open: string, name: string, close: string) => {
    const part = PARTS[name];
    if (!part) throw new Error(`there is no generated part "${name}"`);
    return `${open}\n${part()}\n\n${close}`;
  });
}

/** Returns the names of the generated parts in a text. */
export function partsIn(text: string): string[] {
  return [...text.matchAll(MARKED)].map((match) => match[2] ?? "");
}

function typeForms(): string {
  return table(
    ["TypeScript", "Schema"],
    TYPE_FORMS.map((form) => [form.typescript, form.schema]),
  );
}

function isOfKinds(tag: TagDefinition): boolean {
  return tag.targets.length === 1 && tag.targets[0] === "kind";
}

function tagIndex(): string {
  const rows = TAGS.map((tag) => [
    `[\`@${tag.name}\`](#${tag.name.toLowerCase()})`,
    tag.targets.join(", "),
    tag.repeats ? "yes" : "",
    canAim(tag) ? "yes" : "",
  ]);
  return table(["Tag", "Belongs to a", "Repeatable", "Accepts a channel, `items.` and `values.`"], rows);
}

function tagSections(belongs: (tag: TagDefinition) => boolean): string {
  return TAGS.filter(belongs).map(tagSection).join("\n\n");
}

function tagSection(tag: TagDefinition): string {
  const { name, summary, example, form, constraint } = tag;
  const types = constraint && constraint.appliesTo !== EVERY_TYPE ? ` For: ${constraint.appliesTo.join(", ")}.` : "";
  const syntax = `@${name} ${form.syntax}`.trim();
  const box = syntax === example ? [example] : [syntax, example];
  return [`#### \`@${name}\``, "", wrap(`${escapeText(summary)}${types}`), "", "```text", ...box, "```"].join("\n");
}

function settings(): string {
  const rows = SETTINGS.map(({ key, required, description }) => [`\`${key}\``, required ? "yes" : "no", description]);
  return table(["Setting", "Required", "Description"], rows);
}

function diagnostics(): string {
  return CODES.map(diagnosticSection).join("\n\n");
}

function diagnosticSection(code: Code): string {
  const { message, fix, manifestFix, why, advice } = explanationOf(code);
  return [
    `## \`${code}\``,
    wrap(escapeText(message), "> "),
    wrap(`**Why it matters.** ${escapeText(why)}`),
    wrap(`**How to fix it.** ${escapeText(fix)}`),
    ...(manifestFix === undefined ? [] : [wrap(`**How to fix it in a manifest.** ${escapeText(manifestFix)}`)]),
    ...(CATALOG[code].usage ? ["**Exit code.** 2"] : []),
    ...(advice === undefined ? [] : [wrap(`**How to change its level.** ${escapeText(advice)}`)]),
  ].join("\n\n");
}

/** Errors that occur during a release or concern an existing release, and so do not belong to the list of checks. */
const NO_REFUSALS: readonly string[] = [
  ..."release-disk release-not-pushed release-unfinished release-unknown".split(" "),
  ..."release-tag-version release-tag-mismatch release-tag-changelog release-tag-renamed release-tag-not-rebuilt".split(
    " ",
  ),
];

function releaseRefusals(): string {
  const own = Object.keys(RELEASE_ENTRIES) as Code[];
  const refusals = own.filter((code) => code.startsWith("release-") && !NO_REFUSALS.includes(code));
  const rows = refusals.map((code) => {
    const { message, why } = explanationOf(code);
    return [`[\`${code}\`](diagnostics.md#${code})`, escapeText(message), escapeText(why)];
  });
  return table(["Code", "Example message", "Why it matters"], rows);
}

interface Index {
  readonly channels: Readonly<Record<string, { readonly crds: readonly IndexedCrd[] }>>;
}

interface IndexedCrd {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly { readonly name: string; readonly served: boolean; readonly storage: boolean }[];
}

/** Returns the kinds of the bundle from `dist/bundle.json`, which `crd-bundle build --check` keeps current. */
function kinds(): string {
  const index = JSON.parse(readFileSync(join(ROOT, "dist/bundle.json"), "utf8")) as Index;
  const crds = CHANNELS.map((channel) => index.channels[channel]?.crds ?? []);
  const all = crds.flat();
  const names = [...new Set(all.map(({ kind, group }) => `${group}/${kind}`))].sort();
  const rows = names.map((name) => {
    const [group, kind] = name.split("/") as [string, string];
    const versions = crds.map((list) => versionsOf(list.find((crd) => crd.group === group && crd.kind === kind)));
    return [kind, group, ...versions];
  });
  return table(
    ["Kind", "Group", ...CHANNELS.map((channel) => `${channel[0]?.toUpperCase()}${channel.slice(1)}`)],
    rows,
  );
}

function versionsOf(crd: IndexedCrd | undefined): string {
  const notes = (crd?.versions ?? []).map(({ name, served, storage }) => {
    if (storage) return `**${name}**`;
    return served ? name : `${name} (not served)`;
  });
  return notes.length > 0 ? notes.join(", ") : "–";
}
