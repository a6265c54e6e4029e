/** Splits streams of JSON. Source: apimachinery, pkg/util/yaml/decoder.go, which reads one value after the other. */
import type { Event } from "js-yaml";

/** Part of a text. The end is exclusive. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

/** Returns the objects of a text that begins with an object, such as one object per line. The slices are the whole text. */
export function jsonObjectsIn(text: string): Slice[] {
  const starts = [0];
  let depth = 0;
  let last = "";
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (SPACE.has(character)) continue;
    if (character === "{" && depth === 0 && last === "}") starts.push(at);
    if (character === "{" || character === "[") depth++;
    if (character === "}" || character === "]") depth--;
    if (character === '"') at = stringEnd(text, at);
    last = character;
  }
  return starts.map((start, number) => ({ start, end: starts[number + 1] ?? text.length }));
}

const SPACE: ReadonlySet<string> = new Set([" ", "\t", "\n", "\r"]);

/**
 * Returns the position of the last character of a string. Reads one character at a time: a pattern overflows the stack
 * for a string of several megabytes.
 */
export function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

const PLACES = ["start", "valueStart", "valueEnd", "anchorStart", "anchorEnd", "tagStart", "tagEnd"] as const;

/** Moves the places of the events of a slice to those in the whole text. A place of -1 stands for a missing part. */
export function moveEvents(events: readonly Event[], offset: number): void {
  for (const event of events as readonly Partial<Record<(typeof PLACES)[number], number>>[]) {
    for (const place of PLACES) {
      const value = event[place];
      if (value !== undefined && value >= 0) event[place] = value + offset;
    }
  }
}
