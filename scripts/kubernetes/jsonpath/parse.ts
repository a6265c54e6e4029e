import type { Reading } from "../../core/result.js";

/**
 * The JSONPath of printer columns. It is that of kubectl, which differs from RFC 9535.
 *
 * Source: k8s.io/client-go v0.37.1, util/jsonpath/parser.go, as apiextensions-apiserver's tableconvertor calls it.
 */
export type JsonPath = readonly JsonPathStep[];

export type JsonPathStep =
  | { readonly kind: "field"; readonly name: string }
  /** `.*`, every field, value or item. */
  | { readonly kind: "wildcard" }
  /** `[0]` or `[-1]`. `[]` is the same as `[0]`. */
  | { readonly kind: "element"; readonly index: number }
  /** `[1:3]`, `[-1:]` or `[*]`. */
  | { readonly kind: "slice"; readonly start?: number; readonly end?: number; readonly stride?: number }
  /**
   * `[?(@.type=="Ready")]`. Without an operator, as in `[?(@.type)]`, it selects items that have the field. The operands
   * are paths in an item.
   */
  | { readonly kind: "filter"; readonly operator?: string; readonly operands: readonly JsonPath[] }
  /** `['a','b']` or `[0,2]`. */
  | { readonly kind: "union"; readonly paths: readonly JsonPath[] }
  /** `..`. */
  | { readonly kind: "descent" }
  /** A quoted string, a number or a boolean. A column shows it unchanged, whatever precedes it. */
  | { readonly kind: "constant" }
  /** A word that does not follow a dot. Only `range` and `end` have a meaning, in the templates of kubectl. */
  | { readonly kind: "word"; readonly word: string };

/** A path, and whether more of a template follows its `}`, which a column does not show. */
interface Template {
  readonly path: JsonPath;
  readonly hasMore: boolean;
}

/**
 * Parses the path of a column. The API server accepts a path that it cannot parse, but then shows none of the columns.
 */
export function parseJsonPath(path: string): Reading<Template> {
  const cursor: Cursor = { text: `{${path}}`, at: 0 };
  const first = readAction(cursor);
  if ("problem" in first) return first;
  const hasMore = cursor.at < cursor.text.length;
  for (let open = nextAction(cursor); open !== -1; open = nextAction(cursor)) {
    cursor.at = open;
    const other = readAction(cursor);
    if ("problem" in other) return other;
  }
  return { value: { path: first.value, hasMore } };
}

/** A text, and the position of the next character to read. */
interface Cursor {
  readonly text: string;
  at: number;
}

function nextAction({ text, at }: Cursor): number {
  return text.indexOf("{", at);
}

/** Reads a match of a sticky pattern at the cursor, and moves the cursor behind it. */
function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.text);
  if (!match) return undefined;
  cursor.at = pattern.lastIndex;
  return match;
}

/** Reads `{…}`, from its first brace to its last. */
function readAction(cursor: Cursor): Reading<JsonPath> {
  cursor.at += 1;
  const steps: JsonPathStep[] = [];
  while (!take(cursor, /\}/y)) {
    const part = readPart(cursor, steps.at(-1));
    if ("problem" in part) return part;
    steps.push(...part.value);
  }
  return { value: steps };
}

/** Reads the next part of an action. Most parts are one step, and some are none or several. */
function readPart(cursor: Cursor, previous: JsonPathStep | undefined): Reading<JsonPath> {
  if (take(cursor, /\[\?\(/y)) return readFilter(cursor);
  if (take(cursor, /\.\./y)) return readDescent(cursor, previous);
  if (take(cursor, /[ @$]/y)) return { value: [] };
  if (take(cursor, /\[/y)) return readBrackets(cursor);
  if (/["']/y.test(cursor.text[cursor.at] ?? "")) return readQuoted(cursor);
  if (take(cursor, /\./y)) return { value: [readField(cursor)] };
  const number = take(cursor, /[+-][\p{Nd}.]*|\p{Nd}[\p{Nd}.]*/uy);
  if (number) return readNumber(number[0]);
  const word = take(cursor, /(?=[_\p{L}])[^ \t\r\n.,[\]$@{}]+/uy);
  if (word) return { value: [wordStep(word[0])] };
  return { problem: unreadable(cursor) };
}

/** Returns the problem with the character at the cursor. */
function unreadable({ text, at }: Cursor): string {
  const [character] = text.slice(at);
  if (character === undefined || character === "\n" || character === "\r") return "it is incomplete";
  return `${JSON.stringify(character)} cannot follow ${JSON.stringify(text.slice(1, at))}`;
}

function wordStep(word: string): JsonPathStep {
  return word === "true" || word === "false" ? { kind: "constant" } : { kind: "word", word };
}

function readNumber(digits: string): Reading<JsonPath> {
  const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(digits);
  return isNumber ? { value: [{ kind: "constant" }] } : { problem: `${JSON.stringify(digits)} is not a number` };
}

/** Reads the name after a dot. A backslash escapes the next character, as in `example\.dev/x`. */
function readField(cursor: Cursor): JsonPathStep {
  const name = take(cursor, /(?:\\[\s\S]?|[^\\ \t\r\n.,[\]$@{}])*/uy)?.[0] ?? "";
  return name === "*" ? { kind: "wildcard" } : { kind: "field", name: name.replaceAll("\\", "") };
}

function readDescent(cursor: Cursor, previous: JsonPathStep | undefined): Reading<JsonPath> {
  if (previous?.kind === "descent") return { problem: `".." cannot follow ".."` };
  const hasName = /^[_\p{L}\p{Nd}]/u.test(cursor.text.slice(cursor.at));
  return { value: [{ kind: "descent" }, ...(hasName ? [readField(cursor)] : [])] };
}

/** Reads a string in quotes, with the escapes of Go. */
function readQuoted(cursor: Cursor): Reading<JsonPath> {
  const quoted = take(cursor, /(["'])((?:(?!\1)[^\n]|(?<=\\)\1)*)(?<!\\)\1/y);
  if (!quoted) return { problem: "a quote is not closed" };
  const [text, quote] = quoted;
  const rest = text.slice(1, -1).replaceAll(ESCAPE, (found) => (isOtherQuote(found, quote) ? found : ""));
  return rest.includes("\\") ? { problem: `${text} has an invalid escape` } : { value: [{ kind: "constant" }] };
}

/** Returns whether an escape is of the other kind of quote, which Go rejects. */
function isOtherQuote(found: string, quote: string | undefined): boolean {
  return (found === '\\"' || found === "\\'") && found[1] !== quote;
}

const ESCAPE = /\\(?:[abfnrtv\\"']|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|[0-3][0-7]{2})/g;

/** Reads names, indices and slices in brackets, after the opening bracket. */
function readBrackets(cursor: Cursor): Reading<JsonPath> {
  const content = take(cursor, /([^\]\n]*)\]/y)?.[1];
  if (content === undefined) return { problem: `"[" is not closed` };
  const parts = content.split(",");
  return parts.length === 1 ? readSelector(content) : readUnion(parts);
}

function readUnion(parts: readonly string[]): Reading<JsonPath> {
  const paths: JsonPath[] = [];
  for (const part of parts) {
    const path = parseJsonPath(`[${part.replace(/^ +| +$/g, "")}]`);
    if ("problem" in path) return path;
    paths.push(path.value.path);
  }
  return { value: [{ kind: "union", paths }] };
}

/** Reads `*`, `'name'`, `0` or `1:3`. A name in quotes is read like one after a dot: `['a.b']` is `.a.b`. */
function readSelector(content: string): Reading<JsonPath> {
  const name = /^'([^']*)'$/.exec(content)?.[1];
  if (name !== undefined) {
    const path = parseJsonPath(`.${name}`);
    return "problem" in path ? path : { value: path.value.path };
  }
  const numbers = /^(-?\d*)(?::(-?\d*))?(?::(-?\d*))?$/.exec(content === "*" ? ":" : content);
  if (!numbers) return { problem: `[${content}] is not an index, a slice or a name in single quotes` };
  const [, start, end, stride] = numbers;
  const wrong = [start, end, stride].find((text) => text && !isInteger(text));
  if (wrong !== undefined) return { problem: `${JSON.stringify(wrong)} is not an index` };
  if (end === undefined) return { value: [{ kind: "element", index: Number(start) }] };
  return {
    value: [
      {
        kind: "slice",
        ...(start && { start: Number(start) }),
        ...(end && { end: Number(end) }),
        ...(stride && { stride: Number(stride) }),
      },
    ],
  };
}

/** Returns whether Go can read a number as a 64-bit integer. */
function isInteger(text: string): boolean {
  return /\d/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

/** Reads a filter, after `[?(`. Its right side can be a quoted string that contains `)`. */
function readFilter(cursor: Cursor): Reading<JsonPath> {
  const end = endOfFilter(cursor);
  if (end === undefined) return { problem: `"[?(" is not closed` };
  const condition = cursor.text.slice(cursor.at, end);
  if (cursor.text[end + 1] !== "]") return { problem: `"]" must follow ")"` };
  cursor.at = end + 2;
  const [, left, operator, right] = /^([^!<>=]+)([!<>=]+)(.+)$/.exec(condition) ?? [];
  const operands: JsonPath[] = [];
  for (const side of left === undefined ? [condition] : [left, right ?? ""]) {
    const path = parseJsonPath(side);
    if ("problem" in path) return path;
    operands.push(path.value.path);
  }
  return { value: [{ kind: "filter", ...(operator !== undefined && { operator }), operands }] };
}

/** Returns the index of the `)` that ends a filter: the first one outside of the first quoted string. */
function endOfFilter({ text, at }: Cursor): number | undefined {
  let quote: string | undefined;
  let isQuoteClosed = false;
  for (let index = at; index < text.length && text[index] !== "\n"; index += 1) {
    const character = text[index];
    if (character === '"' || character === "'") {
      if (quote === undefined) quote = character;
      else if (character === quote && text[index - 1] !== "\\") isQuoteClosed = true;
    }
    if (character === ")" && (quote !== undefined) === isQuoteClosed) return index;
  }
  return undefined;
}
