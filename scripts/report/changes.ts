/** Prints changes as text, JSON and workflow commands. */
import { type PlaceInFile, stateInWords, type UncomparedGroup } from "../core/model/bundle-state.js";
import type { Change, ChangeClass, ChangeFormat, PlaceInApi } from "../core/model/change.js";
import { CHANNELS } from "../core/model/channel.js";
import { changeMessage, hiddenWordingNote, storedFieldsNote } from "../core/words/change.js";
import { counted } from "../core/words/counted.js";
import { differenceMessages, differencesNote, fullMessage } from "../core/words/differences.js";
import { effectMessage } from "../core/words/effect.js";
import { changesAsMarkdown } from "./changes-markdown.js";
import type { CheckResult } from "./check-result.js";
import { printResultsAsJunit } from "./junit.js";
import { printableLine } from "./printable.js";
import {
  channelPrefix,
  type Entry,
  embeddingsOf,
  entriesOf,
  firstRow,
  isLoud,
  morePlaces,
  placeInWords,
  type Row,
  rowKey,
  rowsInside,
  rowsOf,
  type ShownChannel,
  summaryInWords,
  type TypeRow,
  typeMessage,
} from "./rows.js";
import { printResultsAsSarif } from "./sarif.js";
import type { Style } from "./style.js";
import { printVersionedJson } from "./versioned-json.js";
import { workflowCommand } from "./workflow-command.js";

/** The changes from one state to another. */
export interface ShownChanges {
  /** Unset if there is no release to compare with. */
  readonly from?: string;
  readonly to: string;
  /** True if the states have no channels. */
  readonly withoutChannels?: boolean;
  /** API groups of CRDs that are not compared. */
  readonly uncompared?: readonly UncomparedGroup[];
  readonly changes: readonly Change[];
  /** Returns the place of a change in a file, if it has one. If omitted, no change has one. */
  readonly placeOf?: (change: PlaceInApi) => PlaceInFile | undefined;
  /** Returns the fingerprint of a change, which identifies it in later runs. */
  readonly fingerprintOf?: (change: Change) => string;
  /** True if changes of wording are listed. */
  readonly wording: boolean;
  /** The classes of changes to list. If omitted, all. */
  readonly only?: readonly ChangeClass[];
  /** True if all places of a change are listed, and all changes of types of Kubernetes. */
  readonly expand?: boolean;
}

/** Returns the message for a baseline that was written. */
export function writtenBaseline(changes: number, path: string): string {
  return `Wrote ${counted(changes, "change")} to the baseline ${printableLine(path)}`;
}

/** The output if there is no release to compare with. */
export const NOTHING_COMPARED: Pick<ShownChanges, "to" | "changes"> = { to: "working tree", changes: [] };

/**
 * Prints changes. Changes of wording are listed only on request, and otherwise counted. `base` is the path from the
 * current directory to the project.
 */
export function printChanges(shown: ShownChanges, format: ChangeFormat, style: Style, base = ""): string {
  const { from, to, uncompared, changes, wording, only, expand = false } = shown;
  const noticed = wording ? changes : changes.filter((change) => change.class !== "wording");
  const listed = only ? noticed.filter((change) => only.includes(change.class)) : noticed;
  const hidden = { hiddenWording: changes.length - noticed.length, hiddenClasses: noticed.length - listed.length };
  if (format === "json") {
    return printVersionedJson({ from, to, uncompared, changes: changesAsJson(listed, shown), ...hidden });
  }
  const channels = CHANNELS.flatMap((channel): ShownChannel[] => {
    const rows = rowsOf(noticed.filter((change) => change.channel === channel));
    const entries = entriesOf(only ? rows.filter(({ change }) => only.includes(change.class)) : rows);
    return rows.length > 0 ? [{ channel, rows, entries }] : [];
  });
  const entries = channels.flatMap((channel) => channel.entries);
  const notes = notesOn(listed, channels, { ...hidden, expand });
  const results = () => entries.map((entry) => toResult(entry, shown));
  switch (format) {
    case "github":
      return [...entries.map((entry) => toAnnotation(entry, shown)), ...notes.map(toNotice)]
        .map((command) => `${style.command(command)}\n`)
        .join("");
    case "junit":
      return printResultsAsJunit("changes", results(), notes);
    case "sarif":
      return printResultsAsSarif(results(), base, notes);
    case "markdown":
      return changesAsMarkdown(channels, notes, expand, statesIn(shown));
    case "text": {
      const text = channels.map((channel) => channelAsText(channel, expand, style, statesIn(shown))).join("\n");
      return text + notes.map((note) => style.dim(`${note}\n`)).join("");
    }
  }
}

/** Returns notes on all changes, such as the number of those that are not listed. */
function notesOn(
  listed: readonly Change[],
  channels: readonly ShownChannel[],
  { hiddenWording, hiddenClasses, expand }: { hiddenWording: number; hiddenClasses: number; expand: boolean },
): string[] {
  const isFolded = channels.some(({ entries }) => entries.some((entry) => "type" in entry || entry.places.length > 2));
  return [
    storedFieldsNote(listed),
    isFolded && !expand ? "To list all places and all changes of types of Kubernetes, use --expand" : "",
    hiddenClasses === 0 ? "" : `${counted(hiddenClasses, "change")} of other classes not shown`,
    hiddenWordingNote(hiddenWording),
  ].filter((note) => note !== "");
}

/** Returns changes as JSON. The same change in several places has the same number in each. */
function changesAsJson(changes: readonly Change[], shown: ShownChanges) {
  const keys = new Map<string, number>();
  return changes.map((change) => {
    const key = rowKey(change);
    const row = keys.get(key) ?? keys.size;
    keys.set(key, row);
    return { ...changeAsJson(change, row), ...shown.placeOf?.(change) };
  });
}

/** Returns a change as JSON. Only its message is prose, and the order of the keys is stable. */
function changeAsJson(change: Change, row: number) {
  const { channel, crd, versions, path, subject, class: name } = change;
  return {
    channel,
    crd,
    path,
    subject,
    class: name,
    message: changeMessage(change),
    ...valuesAsJson(change),
    row,
    versions,
  };
}

/** Returns the values of a change and its effect: everything except its place and its message. */
export function valuesAsJson(change: Change) {
  const { before, after, digest, example, mayBeStored, differences, origin, isUnserved, isAccepted } = change;
  return {
    before,
    after,
    digest,
    example,
    effect: effectMessage(change),
    mayBeStored,
    differences: differences && differenceMessages(differences),
    embedded: origin?.embedded,
    isUnserved,
    isAccepted,
  };
}

/** Returns the names of the states if they have no channels, because the summary must name what was compared. */
function statesIn({ from = "", to, withoutChannels }: ShownChanges): string | undefined {
  return withoutChannels ? `${stateInWords({ name: from })} → ${stateInWords({ name: to })}` : undefined;
}

function channelAsText(
  { channel, rows, entries }: ShownChannel,
  expand: boolean,
  style: Style,
  title: string = channel,
): string {
  const lines = entries.map((entry) =>
    "type" in entry ? typeAsText(entry, expand, style) : rowAsText(entry, expand, style),
  );
  return `${style.bold(`${title}:`)} ${summaryInWords(rows)}\n${lines.join("")}`;
}

/** Spaces before a line that belongs to the change above it. */
const INDENT = " ".repeat(14);

function rowAsText({ change, places }: Row, expand: boolean, style: Style): string {
  const details = [effectMessage(change), differencesNote(change), ...morePlaces(places, expand)];
  return entryAsText(change, changeMessage(change), details, style);
}

function typeAsText(entry: TypeRow, expand: boolean, style: Style): string {
  const places = embeddingsOf(entry.rows);
  const [first = firstRow(entry).change] = places;
  const head = entryAsText(
    { ...first, class: firstRow(entry).change.class },
    typeMessage(entry.type, entry.rows),
    morePlaces(places, false),
    style,
  );
  const inner = expand
    ? rowsInside(entry).map((row) => rowAsText(row, expand, style).replace(/^/gm, "  ").trimEnd())
    : [];
  return head + inner.map((text) => `${text}\n`).join("");
}

function entryAsText(change: Change, message: string, details: readonly (string | undefined)[], style: Style): string {
  const name = change.class.padEnd(11);
  const label = isLoud(change) ? style.red(name) : name;
  const lines = details.filter((detail) => detail !== undefined).map((detail) => `${INDENT}${printableLine(detail)}\n`);
  return `  ${label} ${printableLine(`${placeInWords(change)}: ${message}`)}\n${lines.join("")}`;
}

function toAnnotation(entry: Entry, shown: ShownChanges): string {
  const { level, text, place } = toResult(entry, shown);
  const { change } = firstRow(entry);
  const position = place && { file: place.file, line: place.line, col: place.column };
  const properties = { ...position, title: `${channelPrefix(change.channel, shown)}${change.crd}` };
  return workflowCommand(level === "note" ? "notice" : "warning", properties, `${change.class}: ${text}`);
}

function toNotice(note: string): string {
  return workflowCommand("notice", { title: "Changes" }, note);
}

/** Returns an entry for CI systems. A change that breaks users or might break them is an error. */
function toResult(entry: Entry, { placeOf, fingerprintOf }: ShownChanges): CheckResult {
  const { change } = firstRow(entry);
  const places = "type" in entry ? embeddingsOf(entry.rows) : entry.places;
  const message = "type" in entry ? typeMessage(entry.type, entry.rows) : fullMessage(change);
  const effect = "type" in entry ? undefined : effectMessage(change);
  const title = `${placeInWords(places[0] ?? change)}: ${message}`;
  const place = placeOf?.(places[0] ?? change);
  return {
    rule: `${change.class}/${change.subject}`,
    level: isLoud(change) ? "error" : "note",
    title,
    text: [title, ...(effect === undefined ? [] : [effect]), ...morePlaces(places, false)].join("; "),
    ...(place && { place }),
    ...(fingerprintOf && { fingerprint: fingerprintOf(change) }),
    ...(change.isAccepted && { acceptance: {} }),
  };
}
