/** Groups changes for readers: equal changes in several places, and changes that come from a type of Kubernetes. */
import { ALARMING_CLASSES, type Change, type ChangeClass, isAlarming } from "../core/model/change.js";
import type { Channel } from "../core/model/channel.js";
import { isWithin, lastField, parseFieldPath } from "../core/model/field-path.js";
import { counted } from "../core/words/counted.js";
import { fullMessage } from "../core/words/differences.js";

/** The same change in one or more places. */
export interface Row {
  readonly change: Change;
  /** All places, the one of `change` first. */
  readonly places: readonly Change[];
}

/** Several changes of a channel that come from one type of Kubernetes, the loudest first. */
export interface TypeRow {
  readonly type: string;
  readonly rows: Group<Row>;
}

export type Entry = Row | TypeRow;

/** Changes of one channel: all of them in rows, and the entries to list. */
export interface ShownChannel {
  readonly channel: Channel;
  readonly rows: readonly Row[];
  readonly entries: readonly Entry[];
}

/** The classes of changes, the ones that affect users most first. */
export const LOUDEST_FIRST: readonly ChangeClass[] = [
  ...ALARMING_CLASSES.toReversed(),
  "graduation",
  "addition",
  "loosening",
  "fix",
  "wording",
];

export type Group<Item> = readonly [Item, ...Item[]];

/** Groups items with the same key. An item without a key is a group of its own. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string | undefined): Group<Item>[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item) ?? String(index);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

/** Returns changes in rows, the loudest first. Changes in the status or in unserved versions follow the others. */
export function rowsOf(changes: readonly Change[]): Row[] {
  const rows = grouped(changes, rowKey).map((group): Row => {
    const places = [...group].sort((a, b) => quietness(a) - quietness(b));
    return { change: places[0] ?? group[0], places };
  });
  return rows.sort((a, b) => byLoudness(a.change, b.change));
}

/** Folds rows that come from the same type of Kubernetes. The loudest entries are first, those of the API before types. */
export function entriesOf(rows: readonly Row[]): Entry[] {
  const folded = grouped(rows, typeKey).flatMap((own): TypeRow[] => {
    const type = own[0].change.origin?.embedded?.type;
    return type !== undefined && own.length > 1 ? [{ type, rows: own }] : [];
  });
  const inside = new Set(folded.flatMap((entry) => entry.rows));
  const others = rows.filter((row) => !inside.has(row));
  return [...others, ...folded].sort((a, b) => loudness(firstRow(a).change) - loudness(firstRow(b).change));
}

/** Returns a key that all rows of a folded type have. Those that a baseline accepts have another one. */
function typeKey({ change: { origin, isAccepted } }: Row): string | undefined {
  return origin?.embedded && JSON.stringify([origin.embedded.type, isAccepted]);
}

/** Returns the loudest row of an entry. */
export function firstRow(entry: Entry): Row {
  return "type" in entry ? entry.rows[0] : entry;
}

/** Returns the rows of a folded type, without the notes that they have in common. */
export function rowsInside({ rows }: TypeRow): Row[] {
  const plain = ({ origin: _, ...change }: Change): Change => change;
  return rows.map(({ change, places }) => ({ change: plain(change), places: places.map(plain) }));
}

/** Returns all rows of an entry. */
export function rowsIn(entry: Entry): readonly Row[] {
  return "type" in entry ? entry.rows : [entry];
}

/** Returns the places in which an API embeds a type of Kubernetes that changed, as the change of the whole type. */
export function embeddingsOf(rows: readonly Row[]): Change[] {
  const places = new Map<string, Change>();
  for (const change of rows.flatMap((row) => row.places)) {
    const { origin, ...place } = change;
    const path = origin?.embedded?.path;
    const key = JSON.stringify([change.crd, path]);
    const known = places.get(key);
    const versions = known ? [...new Set([...known.versions, ...change.versions])] : change.versions;
    places.set(key, { ...place, versions, ...(path !== undefined && { path }) });
  }
  return [...places.values()];
}

/**
 * Returns a key that the same change has in all of its places. Changes are the same if they change equal schemas in the
 * same way, at fields of the same name.
 */
export function rowKey(change: Change): string {
  const { channel, class: name, subject, path, before, after, digest, origin, isAccepted } = change;
  const field = path && lastField(path);
  return JSON.stringify([
    channel,
    name,
    subject,
    fullMessage(change),
    field,
    before,
    after,
    digest,
    origin?.pair,
    origin?.embedded?.type,
    isAccepted,
  ]);
}

/** Reports whether a change breaks users, or might break them, and no baseline accepts it. */
export function isLoud(change: Change): boolean {
  return isAlarming(change) && !change.isAccepted;
}

/** Compares changes, the louder one first. Changes in the status or in unserved versions follow the others. */
export function byLoudness(a: Change, b: Change): number {
  return loudness(a) - loudness(b) || quietness(a) - quietness(b);
}

function loudness(change: Change): number {
  return (change.isAccepted ? LOUDEST_FIRST.length : 0) + LOUDEST_FIRST.indexOf(change.class);
}

/** Returns 1 for a change that few users notice: in the status, which only controllers write, or in an unserved version. */
function quietness(change: Change): number {
  return Number(change.isUnserved === true || isInStatus(change));
}

const STATUS = parseFieldPath(".status");

/** Reports whether a change is in the status, which controllers write. */
export function isInStatus({ path }: Pick<Change, "path">): boolean {
  return path !== undefined && isWithin(path, STATUS);
}

/** Returns the number of rows of each class in words, as in `2 breaks, 1 tightening`. */
export function countsInWords(rows: readonly Row[]): string {
  return LOUDEST_FIRST.map((name) => ({ name, count: rows.filter(({ change }) => change.class === name).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${count === 1 ? NOUNS[name][0] : NOUNS[name][1]}`)
    .join(", ");
}

const NOUNS: Readonly<Record<ChangeClass, readonly [one: string, several: string]>> = {
  break: ["break", "breaks"],
  tightening: ["tightening", "tightenings"],
  unknown: ["unknown change", "unknown changes"],
  graduation: ["graduation", "graduations"],
  addition: ["addition", "additions"],
  loosening: ["loosening", "loosenings"],
  fix: ["fix", "fixes"],
  wording: ["change of wording", "changes of wording"],
};

/** Returns in how many places and kinds rows are, as in `12 places in 3 kinds`. */
export function extentInWords(rows: readonly Row[]): string {
  const places = rows.flatMap((row) => row.places);
  const kinds = new Set(places.map(({ crd }) => crd)).size;
  return `${counted(places.length, "place")} in ${counted(kinds, "kind")}`;
}

/** Returns a summary of rows, in which accepted ones and those of types of Kubernetes are counted separately. */
export function summaryInWords(rows: readonly Row[]): string {
  const accepted = rows.filter(({ change }) => change.isAccepted);
  const types = rows.filter(({ change }) => change.origin?.embedded && !change.isAccepted);
  const own = rows.filter((row) => !types.includes(row) && !accepted.includes(row));
  const parts = [
    own.length > 0 ? `${countsInWords(own)} (${extentInWords(own)})` : "",
    types.length > 0 ? `from types of Kubernetes: ${countsInWords(types)} (${extentInWords(types)})` : "",
    accepted.length > 0 ? `accepted: ${countsInWords(accepted)} (${extentInWords(accepted)})` : "",
  ];
  return parts.filter((part) => part !== "").join("; ");
}

/** Returns the message of a folded type. */
export function typeMessage(type: string, rows: readonly Row[]): string {
  return `the embedded type ${type} of Kubernetes changed: ${countsInWords(rows)}`;
}

/** Place of a change or finding. */
export type Place = Pick<Change, "crd" | "versions" | "path" | "isUnserved" | "isAccepted" | "origin">;

/** Returns the place of a change, as in `widgets.example.dev v1 .status.phase (status)`. */
export function placeInWords(place: Place): string {
  const { crd, versions, path } = place;
  return (
    [crd, ...(versions.length > 0 ? [versions.join(", ")] : []), ...(path === undefined ? [] : [path])].join(" ") +
    markOf(place)
  );
}

/** Returns lines about the places after the first one. A single one is listed, because a count is not shorter. */
export function morePlaces([first, ...others]: readonly Place[], expand: boolean): string[] {
  if (others.length > 1 && !expand) return [`and ${others.length} more places`];
  const isNear = ({ crd, versions, path }: Place) =>
    path !== undefined && crd === first?.crd && versions.join() === first.versions.join();
  const plain = others.map(({ origin: _, ...place }) => place);
  return plain.map((place) => `and ${isNear(place) ? `${place.path}${markOf(place)}` : placeInWords(place)}`);
}

/** Returns a channel in front of a place, or an empty string if the states have no channels. */
export function channelPrefix(channel: Channel, { withoutChannels = false }: { readonly withoutChannels?: boolean }) {
  return withoutChannels ? "" : `${channel} `;
}

/** Returns notes about a place in parentheses, or an empty string: its visibility to users, and its origin. */
export function markOf(place: Place): string {
  const type = place.origin?.embedded?.type;
  const marks = [
    ...(isInStatus(place) ? ["status"] : []),
    ...(place.isUnserved ? ["not served"] : []),
    ...(place.isAccepted ? ["accepted"] : []),
    ...(type === undefined ? [] : [`${type} of Kubernetes`]),
  ];
  return marks.length === 0 ? "" : ` (${marks.join(", ")})`;
}
