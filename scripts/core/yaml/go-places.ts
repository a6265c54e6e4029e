/** Finds the places of values in a stream of manifests, by the keys that kubectl reads. */
import { type DocumentEvent, EVENT_ID, type Event } from "js-yaml";
import { MERGE, readGoKey } from "./go-schema.js";

/** Number of a document, followed by keys and indexes. */
export type StreamPath = readonly (string | number)[];

/** Place of a value, or of its key, in the text of a stream. The end is exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Finds the place of a value or of its key. An item of a list has no key, so its place is that of the value. */
export type FindPlace = (path: StreamPath, part?: "key") => Place;

/**
 * Returns a function that finds places in a stream. If a value does not exist or is behind an alias, it returns the
 * place of the closest value around it.
 */
export function placesIn(text: string, events: readonly Event[]): FindPlace {
  const documents = new Map<unknown, FindPlace>();
  let starts: readonly DocumentStart[] | undefined;
  let ends: Int32Array | undefined;
  return ([number, ...path], part) => {
    starts ??= documentStarts(events);
    const start = starts[Number(number)];
    if (start === undefined) return { start: 0, end: 0 };
    ends ??= endsOf(events);
    const find = documents.get(number) ?? placesInDocument(text, { events, ends }, start.index, start.event);
    documents.set(number, find);
    return find(path, part);
  };
}

interface DocumentStart {
  readonly event: DocumentEvent;
  readonly index: number;
}

function documentStarts(events: readonly Event[]): DocumentStart[] {
  return events.flatMap((event, index) => (event.type === EVENT_ID.DOCUMENT ? [{ event, index }] : []));
}

/** Returns the offset of the start of an event, or undefined if the event has no text. */
export function startOf(event: Event | undefined): number | undefined {
  if (event?.type === EVENT_ID.SCALAR)
    return [event.valueStart, event.tagStart, event.anchorStart - 1].find((offset) => offset >= 0);
  if (event?.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  return event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE ? event.start : undefined;
}

/** A value in a collection, and its key in a mapping. */
interface Part {
  readonly value: number;
  readonly key?: number;
}

/** Finds places in one document. Events are identified by their index. */
function placesInDocument(text: string, stream: Stream, start: number, document: DocumentEvent): FindPlace {
  const { events } = stream;
  const known = new Map<number, Map<string, Part>>();
  /** Returns the contents of a collection, by key or index. */
  const below = (index: number): Map<string, Part> => {
    const cached = known.get(index);
    if (cached) return cached;
    const values = new Map<string, Part>();
    known.set(index, values);
    const event = events[index];
    if (event?.type === EVENT_ID.MAPPING) addEntries(values, partIndexes(stream, index));
    if (event?.type === EVENT_ID.SEQUENCE) {
      for (const [number, part] of partIndexes(stream, index).entries()) values.set(String(number), { value: part });
    }
    return values;
  };
  const addEntries = (values: Map<string, Part>, parts: readonly number[]) => {
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const [key = 0, value = 0] = parts.slice(at, at + 2);
      const name = readGoKey(text, events[anchored(text, events, key)], document);
      if (name === MERGE) merge(values, value);
      else if (name !== undefined) values.set(name, { value, key });
    }
  };
  /**
   * Adds the content of a merge key, which overrides the keys before it. A value from an alias is at the place of the
   * alias.
   */
  const merge = (values: Map<string, Part>, value: number) => {
    const isList = events[value]?.type === EVENT_ID.SEQUENCE;
    for (const source of isList ? partIndexes(stream, value).reverse() : [value]) {
      const origin = anchored(text, events, source);
      for (const [key, inner] of below(origin)) values.set(key, origin === source ? inner : { value: source });
    }
  };
  const placeOf = (index: number, otherwise: number): Place => {
    const offset = startOf(events[index]) ?? otherwise;
    return { start: offset, end: Math.max(offset, endOf(text, stream, index)) };
  };
  return (path, part) => {
    let found: Part = { value: start + 1 };
    let offset = startOf(events[found.value]) ?? 0;
    for (const step of path) {
      const inner = below(found.value).get(String(step));
      if (inner === undefined) return placeOf(found.value, offset);
      found = inner;
      offset = startOf(events[found.value]) ?? offset;
    }
    return placeOf((part && found.key) ?? found.value, offset);
  };
}

/** Returns the end of a value: that of a scalar or of an alias, or the closing bracket of a flow collection. */
function endOf(text: string, { events, ends }: Stream, index: number): number {
  let last = Number(ends[index]);
  while (last > index && events[last]?.type === EVENT_ID.POP) last--;
  const event = events[last];
  if (event?.type === EVENT_ID.ALIAS) return event.anchorEnd;
  const end = event?.type === EVENT_ID.SCALAR ? event.valueEnd : (startOf(event) ?? 0) + 1;
  const opening = text[startOf(events[index]) ?? -1];
  return opening === "{" || opening === "[" ? closingBracket(text, end, Number(ends[index]) - last) : end;
}

/** Text between the last value of a flow collection and the end of the collection. */
const CLOSING = /["']?\s*,?\s*[\]}]/y;

/** Returns the place after a number of closing brackets, or the given place if something else precedes them. */
function closingBracket(text: string, from: number, count: number): number {
  let end = from;
  for (let left = count; left > 0; left--) {
    CLOSING.lastIndex = end;
    if (!CLOSING.test(text)) return end;
    end = CLOSING.lastIndex;
  }
  return end;
}

/** The events of a stream. */
interface Stream {
  readonly events: readonly Event[];
  /** For each event, the index of the event that ends its value: its own for a scalar or alias. */
  readonly ends: Int32Array;
}

function endsOf(events: readonly Event[]): Int32Array {
  const ends = new Int32Array(events.length);
  const open: number[] = [];
  for (const [index, { type }] of events.entries()) {
    ends[index] = index;
    if (type === EVENT_ID.POP) ends[open.pop() ?? index] = index;
    else if (type !== EVENT_ID.SCALAR && type !== EVENT_ID.ALIAS) open.push(index);
  }
  return ends;
}

/** Returns the events that start the parts of a collection. For a mapping, keys and values alternate. */
function partIndexes({ ends }: Stream, collection: number): number[] {
  const parts: number[] = [];
  const end = Number(ends[collection]);
  for (let index = collection + 1; index < end; index = Number(ends[index]) + 1) parts.push(index);
  return parts;
}

/**
 * Returns the event to which an alias refers: the last earlier one with that anchor. Other events are returned
 * unchanged.
 */
function anchored(text: string, events: readonly Event[], index: number): number {
  const alias = events[index];
  if (alias?.type !== EVENT_ID.ALIAS) return index;
  const name = text.slice(alias.anchorStart, alias.anchorEnd);
  const hasName = (event: Event) =>
    "anchorStart" in event && event.anchorStart >= 0 && text.slice(event.anchorStart, event.anchorEnd) === name;
  return events.findLastIndex((event, at) => at < index && event.type !== EVENT_ID.ALIAS && hasName(event));
}
