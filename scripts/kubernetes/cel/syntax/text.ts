/** Reads the strings of CEL. Source: google/cel-go, parser/gen/CEL.g4 (STRING, BYTES) and parser/unescape.go. */
import { SyntaxFailure } from "./problem.js";
import type { Span } from "./tree.js";

export interface StringToken {
  readonly kind: "string" | "bytes";
  readonly value: string;
  /** Index after the closing quote, in UTF-16 code units. */
  readonly end: number;
}

/**
 * Reads the string that starts at `index` with `opening`: its prefix and quote. Throws a SyntaxFailure at `span` if it
 * is not closed, and if it contains an invalid escape sequence.
 */
export function readString(source: string, index: number, opening: string, span: Span): StringToken {
  const prefix = opening.replace(/["']+$/, "").toLowerCase();
  const quote = opening.slice(prefix.length);
  const isBytes = prefix.includes("b");
  const end = closingQuote(source, index + opening.length, quote, prefix.includes("r"));
  if (end === undefined) throw new SyntaxFailure("the string is not closed", span);
  const start = index + opening.length;
  const written = source.slice(start, end);
  const hasEscapes = !prefix.includes("r") && written.includes("\\");
  const wrong = hasEscapes ? invalidEscape(written, isBytes) : undefined;
  if (wrong) {
    const at = span.at + [...source.slice(index, start + wrong.index)].length;
    throw new SyntaxFailure('invalid escape sequence; write a backslash as \\\\, or use a raw string, r"…"', {
      at,
      length: [...wrong[0]].length,
    });
  }
  const value = hasEscapes ? unescaped(written, isBytes) : plain(written, isBytes);
  return { kind: isBytes ? "bytes" : "string", value, end: end + quote.length };
}

/** Returns the index of the closing quote. A string in single quotes cannot contain a line break. */
function closingQuote(source: string, start: number, quote: string, isRaw: boolean): number | undefined {
  for (let index = start; index < source.length; index++) {
    const char = source[index];
    if (source.startsWith(quote, index)) return index;
    if (quote.length === 1 && (char === "\n" || char === "\r")) return undefined;
    if (char === "\\" && !isRaw) index++;
  }
  return undefined;
}

const ESCAPED = /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([\s\S]?))|([^\\]+)/gu;
const SIMPLE: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ..."\\'\"`?".split("").map((char) => [char, char] as const),
]);

function invalidEscape(written: string, isBytes: boolean): RegExpExecArray | undefined {
  return [...written.matchAll(ESCAPED)].find((match) => partOf(match, isBytes) === undefined);
}

function unescaped(written: string, isBytes: boolean): string {
  return [...written.matchAll(ESCAPED)].map((match) => partOf(match, isBytes)).join("");
}

/** Returns the value of an escape sequence or of the characters between two of them, or undefined if it is not valid. */
function partOf([, byte, short, long, octal, simple, other]: RegExpExecArray, isBytes: boolean): string | undefined {
  return other === undefined ? escaped({ byte, point: short ?? long, octal, simple }, isBytes) : plain(other, isBytes);
}

type Escape = Readonly<Record<"byte" | "point" | "octal" | "simple", string | undefined>>;

/** Returns the character of an escape sequence. In bytes, `\x` and octal digits are a byte, and `\u` is not allowed. */
function escaped({ byte, point, octal, simple }: Escape, isBytes: boolean): string | undefined {
  if (simple !== undefined) return SIMPLE.get(simple);
  if (isBytes && point !== undefined) return undefined;
  const code = octal === undefined ? Number.parseInt(byte ?? point ?? "", 16) : Number.parseInt(octal, 8);
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

/** Returns characters as they are, except that every line break is a line feed. */
function plain(text: string, isBytes: boolean): string {
  const lines = text.replace(/\r\n?/g, "\n");
  return isBytes ? Buffer.from(lines, "utf8").toString("latin1") : lines;
}
