/** Finds code, such as a validation rule, in the doc comment or the manifest from which it was read. */
import type { Location, SourceText } from "./model/location.js";

/** A part of code: offsets in UTF-16 code units. The end is exclusive. */
export interface CodeRange {
  readonly code: string;
  readonly start: number;
  readonly end: number;
  /** Name that precedes the code, if other code can precede the name. */
  readonly name?: string;
}

/** Finds a part of the code of a tag, from the location of the tag. */
export type PlaceInTag = (tag: Location, part: CodeRange) => Location;

/** Returns a function that finds parts of code in the comments of sources. */
export function placesInTags(sources: readonly SourceText[]): PlaceInTag {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  let last: { readonly tag: Location; readonly most: number; readonly written: Characters } | undefined;
  /** Returns the characters after a tag. An expression with many problems asks for them many times. */
  const charactersAfter = (tag: Location, most: number): Characters => {
    if (last?.tag === tag && last.most === most) return last.written;
    last = { tag, most, written: charactersOf(texts.get(tag.file) ?? "", tag.end, { surroundings: "comment", most }) };
    return last.written;
  };
  return (tag, part) => {
    const wanted = withoutSpace(part.code);
    return placeAmong(charactersAfter(tag, wanted.length), wanted, tag, part);
  };
}

/** Returns a function that finds parts of code by their offsets and lengths in code points. */
export function rangesIn(code: string): (offset: number, length: number) => CodeRange {
  let known: readonly number[] | undefined;
  return (offset, length) => {
    const starts = known ?? startsOfCodePoints(code);
    known = starts;
    const startOf = (index: number) => starts[Math.min(index, starts.length - 1)] ?? 0;
    return { code, start: startOf(offset), end: startOf(offset + length) };
  };
}

/** Returns the start of each code point, and the end of the text. */
function startsOfCodePoints(text: string): number[] {
  const starts = [0];
  let end = 0;
  for (const character of text) {
    end += character.length;
    starts.push(end);
  }
  return starts;
}

/** The text that surrounds the code. */
export type Surroundings = "comment" | "manifest";

/** Characters that are not part of the code: in a comment, also the asterisks of lines and the escape of a slash. */
const SKIPPED: Readonly<Record<Surroundings, RegExp>> = {
  comment: /\s*\n[ \t]*\*(?!\/)|\s+|(?<=\*)&#47;/gy,
  manifest: /\s+/gy,
};

/** Ends of the surroundings. */
const END: Readonly<Record<Surroundings, string | undefined>> = { comment: "*/", manifest: undefined };

/**
 * Returns the location of a part of code that begins after a place. The surroundings can contain the code with other
 * white space, and comments add characters, so only the other characters are compared. If the code is not found, as in
 * YAML with escapes, returns the place.
 */
export function placeOfCode(text: string, place: Location, part: CodeRange, surroundings: Surroundings): Location {
  const wanted = withoutSpace(part.code);
  return placeAmong(charactersOf(text, place.end, { surroundings, most: wanted.length }), wanted, place, part);
}

/** Returns the location of a part of code among the characters after a place. `wanted` is the code without space. */
function placeAmong(
  written: Characters,
  wanted: string,
  place: Location,
  { code, start, end, name = "" }: CodeRange,
): Location {
  const found = written.text.indexOf(wanted, Math.max(0, written.text.indexOf(name)));
  if (found < 0 || wanted === "") return place;
  const from = found + withoutSpace(code.slice(0, start)).length;
  const to = found + withoutSpace(code.slice(0, Math.max(start + 1, end))).length;
  const first = written.offsets[Math.min(from, found + wanted.length - 1)] as number;
  const last = written.offsets[Math.max(to - 1, 0)] as number;
  return { file: place.file, start: first, end: Math.max(first, last) + 1 };
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Characters that are not white space, with the offset of each one in the text. */
interface Characters {
  readonly text: string;
  readonly offsets: readonly number[];
}

/** Number of characters that may precede the code: options and other code in a tag, or `!!str` and `|2-` in YAML. */
const LEAD: Readonly<Record<Surroundings, number>> = { comment: 100_000, manifest: 8 };

function charactersOf(
  text: string,
  start: number,
  { surroundings, most }: { readonly surroundings: Surroundings; readonly most: number },
): Characters {
  const mark = END[surroundings];
  const close = mark === undefined ? -1 : text.indexOf(mark, start);
  const end = close < 0 ? text.length : close;
  const limit = most + LEAD[surroundings];
  const skipped = SKIPPED[surroundings];
  const characters: string[] = [];
  const offsets: number[] = [];
  for (let offset = start; offset < end && characters.length < limit; ) {
    skipped.lastIndex = offset;
    const skip = skipped.exec(text)?.[0];
    const character = skip === undefined ? text[offset] : skip === "&#47;" ? "/" : undefined;
    if (character !== undefined) {
      characters.push(character);
      offsets.push(offset);
    }
    offset += skip?.length ?? 1;
  }
  return { text: characters.join(""), offsets };
}
