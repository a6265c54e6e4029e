/** Finds the places of values in a stream of manifests, by the keys that kubectl reads. */
import { type DocumentEvent, EVENT_ID, type Event } from "js-yaml";
import { MERGE, readGoKey } from "./go-schema.js";

/** Number of a document, followed by keys and indexes. */
export type StreamPath = readonly (string | number)[];

/**
 * Returns a function that finds the place of a value in a stream. If the value does not exist or is behind an alias, it
 * returns the place of the closest value around it.
 */
export function placesIn(text: string, events: readonly Event[]): (path: StreamPath) => number {
  const starts = events.flatMap((event, index) => (event.type === EVENT_ID.DOCUMENT ? [{ event, index }] : []));
  const documents = new Map<unknown, (path: StreamPath) => number>();
  let ends: Int32Array | undefined;
  return ([number, ...path]) => {
    const start = starts[Number(number)];
    if (start === undefined) return 0;
    ends ??= endsOf(events);
    const placeOf = documents.get(number) ?? placesInDocument(text, { events, ends }, start.index, start.event);
    documents.set(number, placeOf);
    return placeOf(path);
  };
}

/** Returns the offset of the start of an event, or undefined if the event has no text. */
export function startOf(event: Event | undefined): number | undefined {
  if (event?.type === EVENT_ID.SCALAR)
    return [event.valueStart, event.tagStart, event.anchorStart - 1].find((offset) => offset >= 0);
  if (event?.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  return event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE ? event.start : undefined;
}

/** Finds places in one document. Events are identified by their index. */
function placesInDocument(text: string, stream: Stream, start: number, document: DocumentEvent) {
  const { events } = stream;
  const known = new Map<number, Map<string, number>>();
  /** Returns the contents of a collection: the event of each value, by key or index. */
  const below = (index: number): Map<string, number> => {
    const cached = known.get(index);
    if (cached) return cached;
    const values = new Map<string, number>();
    known.set(index, values);
    const event = events[index];
    if (event?.type === EVENT_ID.MAPPING) addEntries(values, partIndexes(stream, index));
    if (event?.type === EVENT_ID.SEQUENCE) {
      for (const [number, part] of partIndexes(stream, index).entries()) values.set(String(number), part);
    }
    return values;
  };
  const addEntries = (values: Map<string, number>, parts: readonly number[]) => {
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const [key = 0, value = 0] = parts.slice(at, at + 2);
      const name = readGoKey(text, events[anchored(text, events, key)], document);
      if (name === MERGE) merge(values, value);
      else if (name !== undefined) values.set(name, value);
    }
  };
  /**
   * Adds the content of a merge key, which overrides the keys before it. A value from an alias is at the place of the
   * alias.
   */
  const merge = (values: Map<string, number>, value: number) => {
    const isList = events[value]?.type === EVENT_ID.SEQUENCE;
    for (const source of isList ? partIndexes(stream, value).reverse() : [value]) {
      const origin = anchored(text, events, source);
      for (const [key, inner] of below(origin)) values.set(key, origin === source ? inner : source);
    }
  };
  return (path: StreamPath) => {
    let index: number | undefined = start + 1;
    let offset = startOf(events[index]) ?? 0;
    for (const step of path) {
      index = below(index).get(String(step));
      if (index === undefined) return offset;
      offset = startOf(events[index]) ?? offset;
    }
    return offset;
  };
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
