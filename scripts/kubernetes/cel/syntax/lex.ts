/** Splits CEL into tokens. Source: the lexer rules of google/cel-go, parser/gen/CEL.g4. */

import { KEYWORDS } from "../types/reserved.js";
import { SyntaxFailure } from "./problem.js";
import { readString } from "./text.js";
import type { Span } from "./tree.js";

export interface Token extends Span {
  readonly kind: "ident" | "quoted" | "keyword" | "int" | "uint" | "double" | "string" | "bytes" | "op" | "end";
  /** Name or operator as written, digits of a number, or value of a string. */
  readonly text: string;
}

/** One token, or the space between tokens. The order decides: a prefix of a string could also be a name. */
const LEXEME = new RegExp(
  [
    /(?<space>(?:[ \t\r\n\f]+|\/\/[^\n]*)+)/,
    /(?<string>[bB]?[rR]?(?:"""|'''|"|'))/,
    /(?<number>(?:0x[0-9a-fA-F]+|(?:\d+\.\d+|\.\d+|\d+)(?:[eE][+-]?\d+)?)[uU]?)/,
    /(?<ident>[A-Za-z_]\w*)/,
    /(?<quoted>`[\w./ -]+`)/,
    /(?<op>&&|\|\||==|!=|<=|>=|[-+*/%<>!?:.,()[\]{}])/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "y",
);

/**
 * Returns the tokens of an expression; the last one is `end`. Throws a SyntaxFailure at the first character that does
 * not start a token.
 */
export function lex(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0; // in code points
  for (let index = 0; index < source.length; ) {
    LEXEME.lastIndex = index;
    const { groups } = LEXEME.exec(source) ?? {};
    if (!groups) throw new SyntaxFailure(`${quoted(source, index)} is not part of CEL`, { at, length: 1 });
    const { space, string } = groups;
    const read = string === undefined ? undefined : readString(source, index, string, { at, length: string.length });
    const word = space === undefined && !read ? wordOf(groups) : undefined;
    const end = read?.end ?? index + (space ?? word?.written ?? "").length;
    const length = codePoints(source, index, end);
    if (read) tokens.push({ kind: read.kind, text: read.value, at, length });
    if (word) tokens.push({ kind: word.kind, text: word.text, at, length });
    if (word?.kind === "uint" && !/^(?:0x[0-9a-fA-F]+|\d+)$/.test(word.text)) {
      throw new SyntaxFailure(`"${word.written}" is not a number`, { at, length });
    }
    index = end;
    at += length;
  }
  return [...tokens, { kind: "end", text: "", at, length: 0 }];
}

function quoted(source: string, index: number): string {
  return `"${String.fromCodePoint(source.codePointAt(index) ?? 0)}"`;
}

interface Word {
  readonly kind: Token["kind"];
  readonly text: string;
  readonly written: string;
}

function wordOf({ number, ident, quoted, op }: Readonly<Record<string, string | undefined>>): Word {
  if (number !== undefined) return numberWord(number);
  if (ident !== undefined) return { kind: KEYWORDS.has(ident) ? "keyword" : "ident", text: ident, written: ident };
  if (quoted !== undefined) return { kind: "quoted", text: quoted.slice(1, -1), written: quoted };
  return { kind: "op", text: op ?? "", written: op ?? "" };
}

function numberWord(written: string): Word {
  if (/[uU]$/.test(written)) return { kind: "uint", text: written.slice(0, -1), written };
  const isDouble = !written.startsWith("0x") && /[.eE]/.test(written);
  return { kind: isDouble ? "double" : "int", text: written, written };
}

/** Returns the number of code points, with a shortcut for the usual case. */
function codePoints(source: string, start: number, end: number): number {
  let pairs = 0;
  for (let index = start; index < end - 1; index++) {
    const code = source.charCodeAt(index);
    const isPair = code >= 0xd800 && code < 0xdc00 && (source.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    if (isPair) pairs++;
  }
  return end - start - pairs;
}
