/** Where the values of a stream of manifests are, by the keys that they have to kubectl. */
import { type DocumentEvent, EVENT_ID, type Event } from "js-yaml";
import { MERGE, readGoKey } from "./go-schema.js";

/** The number of a document, then keys and indices. */
export type StreamPath = readonly (string | number)[];

/**
 * Returns what finds the place of a value of a stream. If it is not there, or behind an alias, that is the place of what
 * is around it.
 */
export function placesIn(text: string, events: readonly Event[]): (path: StreamPath) => number {
  const starts = events.flatMap((event, index) => (event.type === EVENT_ID.DOCUMENT ? [{ event, index }] : []));
  const documents = new Map<unknown, (path: StreamPath) => number>();
  return ([number, ...path]) => {
    const start = starts[Number(number)];
    if (start === undefined) return 0;
    const placeOf = documents.get(number) ?? placesInDocument(text, events, start.index, start.event);
    documents.set(number, placeOf);
    return placeOf(path);
  };
}

/** Returns where what an event begins is; undefined if it is nowhere in the text. */
export function startOf(event: Event | undefined): number | undefined {
  if (event?.type === EVENT_ID.SCALAR)
    return [event.valueStart, event.tagStart, event.anchorStart - 1].find((offset) => offset >= 0);
  if (event?.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  return event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE ? event.start : undefined;
}

/** An event is known by its index. */
function placesInDocument(text: string, events: readonly Event[], start: number, document: DocumentEvent) {
  const known = new Map<number, Map<string, number>>();
  /** What is below a collection: by key or index, the event of the value. */
  const below = (index: number): Map<string, number> => {
    const cached = known.get(index);
    if (cached) return cached;
    const values = new Map<string, number>();
    known.set(index, values);
    const event = events[index];
    if (event?.type === EVENT_ID.MAPPING) addEntries(values, partIndexes(events, index));
    if (event?.type === EVENT_ID.SEQUENCE) {
      for (const [number, part] of partIndexes(events, index).entries()) values.set(String(number), part);
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
  /** Adds what a merge key brings, which overrides the keys before it. What comes from an alias is at the alias. */
  const merge = (values: Map<string, number>, value: number) => {
    const isList = events[value]?.type === EVENT_ID.SEQUENCE;
    for (const source of isList ? partIndexes(events, value).reverse() : [value]) {
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

/** The events that begin the parts of a collection: keys and values of a mapping in turn. */
function partIndexes(events: readonly Event[], collection: number): number[] {
  const parts: number[] = [];
  let open = 0;
  for (let index = collection + 1; open >= 0 && index < events.length; index++) {
    const type = events[index]?.type;
    if (open === 0 && type !== EVENT_ID.POP) parts.push(index);
    if (type === EVENT_ID.POP) open--;
    else if (type !== EVENT_ID.SCALAR && type !== EVENT_ID.ALIAS) open++;
  }
  return parts;
}

/** The event that an alias stands for, the last one before it with that anchor; any other event stands for itself. */
function anchored(text: string, events: readonly Event[], index: number): number {
  const alias = events[index];
  if (alias?.type !== EVENT_ID.ALIAS) return index;
  const name = text.slice(alias.anchorStart, alias.anchorEnd);
  const hasName = (event: Event) =>
    "anchorStart" in event && event.anchorStart >= 0 && text.slice(event.anchorStart, event.anchorEnd) === name;
  return events.findLastIndex((event, at) => at < index && event.type !== EVENT_ID.ALIAS && hasName(event));
}
