/** Prints changes as text, Markdown, JSON and workflow commands. */
import type { Change, ChangeClass, ChangeFormat } from "../core/model/change.js";
import { CHANNELS } from "../core/model/channel.js";
import { compareStrings } from "../core/model/diagnostic.js";
import { changeMessage, storedFieldsNote } from "../core/words/change.js";
import { differenceMessages, differencesNote, fullMessage } from "../core/words/differences.js";
import { shortJson } from "../core/words/json.js";
import { codeSpanInLine, plainWords } from "./markdown.js";
import type { Style } from "./style.js";
import { printVersionedJson } from "./versioned-json.js";
import { workflowCommand } from "./workflow-command.js";

/** The changes from one state to another. */
export interface ShownChanges {
  /** Unset if there is no release to compare with. */
  readonly from?: string;
  readonly to: string;
  readonly changes: readonly Change[];
  /** True if changes of wording are listed. */
  readonly wording: boolean;
}

/** The output if there is no release to compare with. */
export const NOTHING_COMPARED: Omit<ShownChanges, "wording"> = { to: "working tree", changes: [] };

/** Prints changes. Changes of wording are listed only on request, and otherwise counted. */
export function printChanges({ from, to, changes, wording }: ShownChanges, format: ChangeFormat, style: Style): string {
  const shown = wording ? changes : changes.filter((change) => change.class !== "wording");
  const hidden = changes.length - shown.length;
  if (format === "json")
    return printVersionedJson({ from, to, changes: shown.map(changeAsJson), hiddenWording: hidden });
  if (format === "github") return shown.map((change) => `${style.command(toNotice(change))}\n`).join("");
  if (format === "markdown") return toMarkdown(shown);
  const rest =
    hidden === 0
      ? ""
      : style.dim(
          `${hidden === 1 ? "1 change" : `${hidden} changes`} of wording not shown; to list all changes, use --wording\n`,
        );
  const note = storedFieldsNote(shown);
  return toText(shown, style) + (note && style.dim(`${note}\n`)) + rest;
}

/** Returns a change as JSON. Only its message is prose, and the order of the keys is stable. */
function changeAsJson(change: Change) {
  const { channel, crd, versions, path, subject, class: name } = change;
  return {
    channel,
    crd,
    path,
    subject,
    class: name,
    message: changeMessage(change),
    ...valuesAsJson(change),
    versions,
  };
}

/** Returns the values of a change: everything except its place and its message. */
export function valuesAsJson({ before, after, digest, example, mayBeStored, differences }: Change) {
  return {
    before,
    after,
    digest,
    example,
    mayBeStored,
    differences: differences && differenceMessages(differences),
  };
}

/** Groups changes by channel and CRD, and sorts both. */
function grouped(changes: readonly Change[]): { channel: string; crds: { crd: string; changes: Change[] }[] }[] {
  return CHANNELS.map((channel) => {
    const own = changes.filter((change) => change.channel === channel);
    const names = [...new Set(own.map((change) => change.crd))].sort(compareStrings);
    return { channel, crds: names.map((crd) => ({ crd, changes: own.filter((change) => change.crd === crd) })) };
  }).filter(({ crds }) => crds.length > 0);
}

function toText(changes: readonly Change[], style: Style): string {
  return grouped(changes)
    .map(({ channel, crds }) => {
      const blocks = crds.map(
        (group) => `  ${group.crd}\n${group.changes.map((change) => renderChange(change, style)).join("")}`,
      );
      return `${style.bold(channel)}\n${blocks.join("")}`;
    })
    .join("\n");
}

const LOUD: readonly ChangeClass[] = ["tightening", "break", "unknown"];

function renderChange(change: Change, style: Style): string {
  const name = change.class.padEnd(11);
  const label = LOUD.includes(change.class) ? style.red(name) : name;
  const example = change.example === undefined ? undefined : `no longer valid: ${shortJson(change.example)}`;
  const notes = [example, differencesNote(change)].filter((note) => note !== undefined);
  return `    ${label} ${whereOf(change)}${changeMessage(change)}\n${notes.map((note) => `                ${note}\n`).join("")}`;
}

function whereOf({ versions, path }: Change): string {
  const where = [versions.join(", "), path ?? ""].filter((part) => part !== "").join(" ");
  return where === "" ? "" : `${where}: `;
}

function toMarkdown(changes: readonly Change[]): string {
  return grouped(changes)
    .map(({ channel, crds }) => {
      const blocks = crds.map(({ crd, changes: own }) => `#### ${plainWords(crd)}\n\n${own.map(bulletOf).join("")}\n`);
      return `### ${channel[0]?.toUpperCase()}${channel.slice(1)} channel\n\n${blocks.join("")}`;
    })
    .join("");
}

function bulletOf(change: Change): string {
  const path = change.path === undefined ? "" : ` ${codeSpanInLine(change.path)}`;
  const versions = change.versions.length === 0 ? "" : ` (${plainWords(change.versions.join(", "))})`;
  return `- **${change.class}**${path}${versions}: ${plainWords(fullMessage(change))}\n`;
}

function toNotice(change: Change): string {
  const level = LOUD.includes(change.class) ? "warning" : "notice";
  const title = `${change.channel} ${change.crd}`;
  return workflowCommand(level, { title }, `${change.class}: ${whereOf(change)}${fullMessage(change)}`);
}
