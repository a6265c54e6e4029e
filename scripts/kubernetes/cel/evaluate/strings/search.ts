/** Search for a string, which must not be empty, in another one, in linear time. */

/** Product of the lengths up to which the search of JavaScript, which is not linear, is fast enough. */
const SMALL = 10_000_000;

/** Yields the index of each occurrence at or after an index. Occurrences can overlap. */
export function* occurrences(text: string, part: string, from = 0): Generator<number> {
  if (text.length * part.length > SMALL) {
    yield* linear(text, part, from);
    return;
  }
  for (let at = text.indexOf(part, from); at >= 0; at = text.indexOf(part, at + 1)) yield at;
}

/** Returns the index of the first occurrence at or after an index, or -1. */
export function firstOccurrence(text: string, part: string, from = 0): number {
  for (const at of occurrences(text, part, from)) return at;
  return -1;
}

/** Returns the index of the last occurrence at or before an index, or -1. */
export function lastOccurrence(text: string, part: string, until: number): number {
  if (text.length * part.length <= SMALL) return text.lastIndexOf(part, until);
  let last = -1;
  for (const at of occurrences(text, part)) {
    if (at > until) break;
    last = at;
  }
  return last;
}

/** Yields the index of each occurrence that does not overlap the one before it. */
export function* separateOccurrences(text: string, part: string): Generator<number> {
  let end = 0;
  for (const at of occurrences(text, part)) {
    if (at < end) continue;
    end = at + part.length;
    yield at;
  }
}

/** Knuth–Morris–Pratt algorithm. */
function* linear(text: string, part: string, from: number): Generator<number> {
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (part.charCodeAt(matched) === unit) matched++;
    if (matched < part.length) continue;
    yield at + 1 - matched;
    matched = borders[matched - 1] as number;
  }
}

/** Returns, for each prefix, the length of its longest proper prefix that is also its suffix. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at++) {
    const unit = part.charCodeAt(at);
    while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] as number;
    if (part.charCodeAt(length) === unit) length++;
    borders[at] = length;
  }
  return borders;
}
