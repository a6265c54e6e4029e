/** Splits CEL into tokens. Source: the lexer grammar of the API server's CEL (google/cel-go, parser/gen/CEL.g4). */
import { CelSyntaxError } from "./syntax.js";

export interface Token {
  readonly kind: "ident" | "keyword" | "int" | "uint" | "double" | "string" | "bytes" | "op" | "end";
  /** Identifier or operator as written, digits of a number, or value of a string. */
  readonly text: string;
  readonly at: number;
}

const SPACE = /(?:[ \t\r\n\f]+|\/\/[^\n]*)+/y;
const IDENT = /[A-Za-z_]\w*/y;
/** Keywords that cannot be a name, not even that of a field after a dot. */
const KEYWORDS = new Set(["true", "false", "null", "in"]);
const NUMBER = /(?:0x[0-9a-fA-F]+|(?:\d+\.\d+|\.\d+|\d+)(?:[eE][+-]?\d+)?)[uU]?/y;
const STRING_START = /[bB]?[rR]?(?:"""|'''|"|')/y;
const OPERATOR = /&&|\|\||==|!=|<=|>=|[-+*/%<>!?:.,()[\]{}]/y;

/** Kubernetes 1.37 (cel-go 0.29) introduced names in backticks. Older API servers reject them. */
const BACKTICK = "Kubernetes before 1.37 does not allow names in backticks; use __dash__, __dot__ or __slash__ instead";

/**
 * Returns the tokens of an expression; the last one is `end`. Throws a CelSyntaxError at the first character that does
 * not start a token.
 */
export function lex(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  while (at < source.length) {
    const space = match(SPACE);
    if (space) {
      at += space.length;
      continue;
    }
    const opening = match(STRING_START);
    if (opening) {
      const { token, end } = readString(source, at, opening);
      tokens.push(token);
      at = end;
      continue;
    }
    const token = readNumber(match(NUMBER), at) ?? readWord(match(IDENT), at) ?? readOperator(match(OPERATOR), at);
    if (!token) throw new CelSyntaxError(source[at] === "`" ? BACKTICK : "this character is not part of CEL", at);
    tokens.push(token.token);
    at += token.length;
  }
  return [...tokens, { kind: "end", text: "", at }];
}

interface Lexeme {
  readonly token: Token;
  readonly length: number;
}

function readNumber(text: string | undefined, at: number): Lexeme | undefined {
  if (text === undefined) return undefined;
  const isUnsigned = /[uU]$/.test(text);
  const digits = isUnsigned ? text.slice(0, -1) : text;
  const isDouble = /[.eE]/.test(digits) && !digits.startsWith("0x");
  if (isUnsigned && isDouble) throw new CelSyntaxError(`"${text}" is not a number`, at);
  return { token: { kind: isDouble ? "double" : isUnsigned ? "uint" : "int", text: digits, at }, length: text.length };
}

function readWord(text: string | undefined, at: number): Lexeme | undefined {
  if (text === undefined) return undefined;
  return { token: { kind: KEYWORDS.has(text) ? "keyword" : "ident", text, at }, length: text.length };
}

function readOperator(text: string | undefined, at: number): Lexeme | undefined {
  return text === undefined ? undefined : { token: { kind: "op", text, at }, length: text.length };
}

function readString(source: string, at: number, opening: string): { token: Token; end: number } {
  const prefix = /^[rRbB]*/.exec(opening)?.[0].toLowerCase() ?? "";
  const quote = opening.slice(prefix.length);
  const isRaw = prefix.includes("r");
  const isBytes = prefix.includes("b");
  let value = "";
  let index = at + opening.length;
  while (!source.startsWith(quote, index)) {
    const char = source[index];
    if (char === undefined || (quote.length === 1 && /[\r\n]/.test(char)))
      throw new CelSyntaxError("the string is not closed", at);
    if (char === "\\" && !isRaw) {
      const escaped = readEscape(source, index, isBytes);
      value += escaped.value;
      index = escaped.end;
    } else {
      value += char;
      index++;
    }
  }
  return { token: { kind: isBytes ? "bytes" : "string", text: value, at }, end: index + quote.length };
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "`": "`",
  "?": "?",
};
const CODE_ESCAPE = /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2}))/y;

function readEscape(source: string, at: number, isBytes: boolean): { value: string; end: number } {
  const simple = SIMPLE_ESCAPES[source[at + 1] ?? ""];
  if (simple !== undefined) return { value: simple, end: at + 2 };
  CODE_ESCAPE.lastIndex = at;
  const [text, byte, short, long, octal] = CODE_ESCAPE.exec(source) ?? [];
  const point = short ?? long;
  const code = octal === undefined ? Number.parseInt(byte ?? point ?? "", 16) : Number.parseInt(octal, 8);
  const isValid = isBytes ? point === undefined : code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  if (text === undefined || !isValid) {
    throw new CelSyntaxError('invalid escape sequence; write a backslash as \\\\, or use a raw string, r"…"', at);
  }
  return { value: String.fromCodePoint(code), end: at + text.length };
}
