/** Generates the API part of the release notes, as Markdown for users who install the bundle. */
import type { BundleState, Crds } from "../../core/model/bundle-state.js";
import type { Change } from "../../core/model/change.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import { compareStrings } from "../../core/model/diagnostic.js";
import type { Waiver } from "../../core/model/policy.js";
import { compareApiVersions } from "../../core/model/version.js";
import { changeMessage } from "../../core/words/change.js";
import { coversWords, GROUPS, type NoteContext, type Said, say } from "./change-words.js";
import { crdIn, inWords, kindNames, servedVersions, versionsOf } from "./kinds.js";
import { code, item, paragraph, words } from "./markdown/write.js";
import { upgradeNotes } from "./upgrade-notes.js";

/** Data for the generated notes. The first release has no state before it and no verdict. */
export interface ReleasedChanges extends NoteContext {
  readonly changes: readonly Change[];
}

/**
 * Returns the part below the notes that maintainers wrote: API changes, waivers and upgrade notes, as far as there are
 * any.
 */
export function generatedNotes(released: ReleasedChanges): string {
  return [apiChanges(released), waivers(released), upgradeNotes(released)].filter((part) => part !== "").join("\n");
}

function apiChanges({ changes, ...context }: ReleasedChanges): string {
  const { before, after } = context;
  if (!before) return `### API changes\n\n${paragraph("First release.")}${CHANNELS.map(listed(after)).join("")}`;
  const parts = CHANNELS.map((channel) => {
    const isNew = after.channels.has(channel) && !before.channels.has(channel);
    return isNew ? listed(after)(channel) : changesOf(channel, changes, context);
  }).filter((part) => part !== "");
  const wording = rewordings(changes, context);
  const nothing = parts.length === 0 ? [`\n${paragraph(`The API is the same as in ${words(before.name)}.`)}`] : [];
  return `### API changes\n${[...nothing, ...parts, ...(wording ? [`\n${paragraph(wording)}`] : [])].join("")}`;
}

/** Returns a function that lists the kinds of a channel with their versions. */
function listed(state: BundleState): (channel: Channel) => string {
  const nameOf = kindNames(state);
  return (channel) => {
    const crds: Crds = state.channels.get(channel) ?? new Map();
    const kinds = [...crds.values()].map((crd) => `${nameOf(crd.metadata.name)}: ${words(versionsOf(crd).join(", "))}`);
    return kinds.length === 0
      ? ""
      : `\n${heading(channel)}\n${kinds
          .sort(compareStrings)
          .map((kind) => item(kind))
          .join("")}`;
  };
}

function heading(channel: Channel): string {
  return `#### ${channel[0]?.toUpperCase()}${channel.slice(1)} channel\n`;
}

/** One line: the same change to several kinds, and to several of their fields. */
interface Line extends Said {
  readonly kinds: readonly Kind[];
  readonly paths: readonly string[];
}

/** Name of a kind and its affected versions. There are none if the line names the versions itself. */
interface Kind {
  readonly name: string;
  readonly versions: readonly string[];
}

function changesOf(channel: Channel, changes: readonly Change[], context: NoteContext): string {
  const own = saidOf(channel, changes, context);
  const standard = channel === "standard" ? [] : saidOf("standard", changes, context);
  const shown = own.filter(
    (entry) => !standard.some((other) => isSamePlace(entry, other) && coversWords(other, entry)),
  );
  if (own.length === 0) return "";
  const isRest = shown.length < own.length;
  const intro = `The changes of the standard channel apply here too.${shown.length > 0 ? " Further changes:" : ""}`;
  const lines = merged(shown.map((entry) => toLine(entry, context)));
  const groups = GROUPS.map((group) => ({ group, lines: lines.filter((line) => line.group === group) }));
  return [
    `\n${heading(channel)}`,
    isRest ? `\n${paragraph(intro)}` : "",
    ...groups
      .filter((entry) => entry.lines.length > 0)
      .map((entry) => `\n##### ${entry.group}\n\n${entry.lines.map(print).join("")}`),
  ].join("");
}

interface SaidChange extends Said {
  readonly change: Change;
}

function saidOf(channel: Channel, changes: readonly Change[], context: NoteContext): SaidChange[] {
  const said = changes.flatMap((change) => {
    const found = change.channel === channel ? say(change, context) : undefined;
    return found ? [{ ...found, change }] : [];
  });
  // List the changes of versions first, then the change of the storage version.
  return said.sort((a, b) => Number(a.change.subject === "storage") - Number(b.change.subject === "storage"));
}

function isSamePlace({ change: a }: SaidChange, { change: b }: SaidChange): boolean {
  return a.crd === b.crd && a.path === b.path && a.versions.join() === b.versions.join();
}

function toLine({ change, ...said }: SaidChange, { before, after }: NoteContext): Line {
  const { channel, crd, path, versions } = change;
  const named = versions.length > 0 ? versions : servedVersions(crdIn(channel, crd, after, before));
  return {
    ...said,
    kinds: [{ name: kindNames(after, before)(crd), versions: said.group === "API versions" ? [] : named }],
    paths: path === undefined || path === "." ? [] : [path],
  };
}

/**
 * Merges lines in three steps: kinds with the same change at the same place, then places of the same kinds, then rules
 * at the same places.
 */
function merged(lines: readonly Line[]): Line[] {
  const ofKinds = gathered(lines, "kinds", (a, b) => ({ ...a, kinds: joinKinds(a.kinds, b.kinds) }));
  const [whole, below] = [true, false].map((isWhole) =>
    ofKinds.filter(({ paths }) => (paths.length === 0) === isWhole),
  );
  const ofPaths = gathered(below ?? [], "paths", (a, b) => ({ ...a, paths: [...a.paths, ...b.paths] }));
  return gathered([...(whole ?? []), ...ofPaths], "rules", (a, b) => ({ ...a, rules: [...a.rules, ...b.rules] }));
}

/** Joins the lines that differ in only one property. */
function gathered(lines: readonly Line[], by: keyof Line, join: (a: Line, b: Line) => Line): Line[] {
  const found = new Map<string, Line>();
  for (const line of lines) {
    const key = JSON.stringify({ ...line, [by]: undefined });
    const known = found.get(key);
    found.set(key, known ? join(known, line) : line);
  }
  return [...found.values()];
}

function joinKinds(kinds: readonly Kind[], more: readonly Kind[]): Kind[] {
  const found = new Map<string, readonly string[]>();
  for (const { name, versions } of [...kinds, ...more]) found.set(name, [...(found.get(name) ?? []), ...versions]);
  return [...found].map(([name, versions]) => ({ name, versions: [...new Set(versions)].sort(compareApiVersions) }));
}

/** Maximum number of fields in one line. If there are more, each field has its own line. */
const IN_A_ROW = 3;

function print({ kinds, noun, paths, remark, rules }: Line): string {
  const spans = paths.map((path) => code(path));
  const below = rules.length > 1 ? rules : spans.length > IN_A_ROW ? spans : [];
  const names = kinds.map(kindLabel).join(", ");
  const who = noun === "" ? names : `${names}: ${noun === "the field" && spans.length > 1 ? "the fields" : noun}`;
  const where = below === spans || spans.length === 0 ? who : `${who} ${spans.join(", ")}`;
  const text = typeof remark === "string" ? remark : rules.length === 1 ? remark.ofOne : remark.ofSeveral;
  const what = [...(text === "" ? [] : [text]), ...(rules.length === 1 ? rules : [])];
  return item([where, ...what].join(": ")) + below.map((entry) => item(entry, 1)).join("");
}

function kindLabel({ name, versions }: Kind): string {
  return versions.length > 0 ? `${name} (${words(versions.join(", "))})` : name;
}

/** Returns a sentence with the number of places where only wording changed, or an empty string if there are none. */
function rewordings(changes: readonly Change[], context: NoteContext): string {
  const places = new Set(
    changes
      .filter((change) => !say(change, context))
      .map((change) => {
        const { crd, versions, path, subject } = change;
        return JSON.stringify([crd, versions, path, subject, changeMessage(change)]);
      }),
  );
  if (places.size === 0) return "";
  return places.size === 1 ? "One change affects only wording." : `${places.size} changes affect only wording.`;
}

function waivers({ verdict, before, after }: ReleasedChanges): string {
  const nameOf = kindNames(after, before);
  const lines = (verdict?.findings ?? []).flatMap(({ waiver, channel, crd, versions, path }) => {
    if (!waiver) return [];
    const where = [
      nameOf(crd),
      versions.length > 0 ? `(${words(versions.join(", "))})` : "",
      path === undefined ? "" : code(path),
    ];
    return [`${where.filter((part) => part !== "").join(" ")}, ${inWords([channel])}: ${reasonOf(waiver)}`];
  });
  return lines.length === 0 ? "" : `### Waivers\n\n${lines.map((line) => item(line)).join("")}`;
}

function reasonOf({ message, why, approvedBy }: Waiver): string {
  return `${sentence(message)} ${sentence(why)} Approved by ${words(approvedBy)}.`;
}

function sentence(text: string): string {
  const trimmed = words(text);
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
