/**
 * Functions of strings. Source: google/cel-go, ext/strings.go and common/types/string.go, and k8s.io/apiserver,
 * pkg/cel/library/regex.go.
 */

import { codePointCount, codePointIndex, unitIndex } from "../../values/code-points.js";
import { Failure, type Library, type ListValue, listValue } from "../../values/value.js";
import { LARGEST_STRING, tooLong } from "../limits.js";
import { overload, overloads } from "../overloads.js";
import { format } from "../strings/format.js";
import { quote } from "../strings/quote.js";
import { find, findAll, matches } from "../strings/regex.js";
import { firstOccurrence, lastOccurrence, separateOccurrences } from "../strings/search.js";

const matchesPattern = overload(["string", "string"], matches);

export const STRINGS: Library = {
  functions: {
    matches: matchesPattern,
    "strings.quote": overload(["string"], quote),
  },
  methods: {
    charAt: overload(["string", "int"], charAt),
    contains: overload(["string", "string"], (text, part) => part === "" || firstOccurrence(text, part) >= 0),
    endsWith: overload(["string", "string"], (text, suffix) => text.endsWith(suffix)),
    find: overload(["string", "string"], find),
    findAll: overloads(
      overload(["string", "string"], (text, pattern) => listOf(findAll(text, pattern, Number.POSITIVE_INFINITY))),
      overload(["string", "string", "int"], (text, pattern, limit) => listOf(findAll(text, pattern, limitOf(limit)))),
    ),
    format: overload(["string", "list"], (text, { items }) => format(text, items)),
    indexOf: overloads(
      overload(["string", "string"], (text, part) => indexOf(text, part, 0n)),
      overload(["string", "string", "int"], indexOf),
    ),
    join: overloads(
      overload(["list"], (list) => join(list, "")),
      overload(["list", "string"], join),
    ),
    lastIndexOf: overloads(
      overload(["string", "string"], (text, part) => lastIndexOf(text, part, BigInt(text.length))),
      overload(["string", "string", "int"], lastIndexFrom),
    ),
    lowerAscii: overload(["string"], (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())),
    matches: matchesPattern,
    replace: overloads(
      overload(["string", "string", "string"], (text, old, replacement) => replace(text, old, replacement, -1n)),
      overload(["string", "string", "string", "int"], replace),
    ),
    split: overloads(
      overload(["string", "string"], (text, separator) => split(text, separator, -1n)),
      overload(["string", "string", "int"], split),
    ),
    startsWith: overload(["string", "string"], (text, prefix) => text.startsWith(prefix)),
    substring: overloads(
      overload(["string", "int"], (text, start) => substring(text, start)),
      overload(["string", "int", "int"], substring),
    ),
    trim: overload(["string"], trim),
    upperAscii: overload(["string"], (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())),
  },
};

/** Returns the failure of an index that is not between 0 and `size`. */
function outOfRange(index: bigint, size: number): Failure | undefined {
  return index < 0n || index > size ? new Failure(`the index ${index} is out of range`) : undefined;
}

function charAt(text: string, index: bigint): string | Failure {
  const failure = outOfRange(index, codePointCount(text));
  if (failure) return failure;
  const codePoint = text.codePointAt(unitIndex(text, Number(index)));
  return codePoint === undefined ? "" : String.fromCodePoint(codePoint);
}

function substring(text: string, start: bigint, end?: bigint): string | Failure {
  const size = codePointCount(text);
  const until = end ?? BigInt(size);
  const failure = outOfRange(start, size) ?? outOfRange(until, size);
  if (failure) return failure;
  if (start > until) return new Failure(`the substring cannot begin at ${start} and end at ${until}`);
  return text.slice(unitIndex(text, Number(start)), unitIndex(text, Number(until)));
}

// Search

/** An index beyond the end is not an error. */
function indexOf(text: string, part: string, from: bigint): bigint | Failure {
  if (from < 0n) return new Failure(`the index ${from} is out of range`);
  if (part === "") return clamp(from, codePointCount(text));
  const at = firstOccurrence(text, part, unitIndex(text, Number(from)));
  return BigInt(at < 0 ? -1 : codePointIndex(text, at));
}

/** There is no occurrence before an index beyond the end, except of the empty string. */
function lastIndexFrom(text: string, part: string, until: bigint): bigint | Failure {
  if (until < 0n) return new Failure(`the index ${until} is out of range`);
  if (part !== "" && until >= codePointCount(text)) return -1n;
  return lastIndexOf(text, part, until);
}

function lastIndexOf(text: string, part: string, until: bigint): bigint {
  if (part === "") return clamp(until, codePointCount(text));
  const at = lastOccurrence(text, part, unitIndex(text, Number(until)));
  return BigInt(at < 0 ? -1 : codePointIndex(text, at));
}

function clamp(index: bigint, size: number): bigint {
  return index > size ? BigInt(size) : index;
}

// Parts

function replace(text: string, old: string, replacement: string, limit: bigint): string | Failure {
  const parts = cut(text, old, limitOf(limit));
  const length = text.length + parts.length * (replacement.length - old.length);
  return length > LARGEST_STRING ? tooLong() : parts.join(replacement);
}

function split(text: string, separator: string, limit: bigint): ListValue {
  if (limit === 0n) return listValue([]);
  const count = limitOf(limit);
  if (separator !== "") return listValue(cut(text, separator, count - 1));
  const [, ...characters] = cut(text, separator, count);
  return listValue(characters.filter((part) => part !== ""));
}

/** Cuts a string at a limited number of separators. The empty separator is before and after each code point. */
function cut(text: string, separator: string, limit: number): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const at of separator === "" ? boundaries(text) : separateOccurrences(text, separator)) {
    if (parts.length >= limit) break;
    parts.push(text.slice(end, at));
    end = at + separator.length;
  }
  parts.push(text.slice(end));
  return parts;
}

function* boundaries(text: string): Generator<number> {
  yield 0;
  let at = 0;
  for (const character of text) {
    at += character.length;
    yield at;
  }
}

/** A negative limit means that there is none. */
function limitOf(limit: bigint): number {
  return limit < 0n ? Number.POSITIVE_INFINITY : Number(limit);
}

/** Joins strings. The type of the first item decides if a list matches the overload. */
function join({ items }: ListValue, separator: string): string | Failure | undefined {
  let length = 0;
  for (const item of items) {
    if (typeof item !== "string") return undefined;
    length += item.length + separator.length;
    if (length > LARGEST_STRING) return tooLong();
  }
  return items.join(separator);
}

function listOf(items: readonly string[] | Failure): ListValue | Failure {
  return items instanceof Failure ? items : listValue(items);
}

/** Characters that Unicode defines as white space. `trim` of JavaScript uses a different set. */
const SPACE = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;

function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACE.test(text.charAt(start))) start++;
  while (end > start && SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
