/**
 * Splits the raw text of a doc comment into prose and tags.
 *
 * The tag parser of TypeScript (tried with 6.0) does not work for this language: an at-sign in the middle of a sentence
 * ends the description, `@items.maxLength` is cut at the dot, and a line inside a fence can become a tag. This scanner
 * accepts a tag only at the start of a line and outside code. Code must be in backticks or in a fence.
 */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { DescriptionLayout } from "../../core/model/bundle.js";
import { type Channel, isChannel } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Location } from "../../core/model/location.js";
import type { Prose, ProseSegment } from "../../core/model/prose.js";
import { nearest } from "../../core/nearest.js";

export interface ScannedComment {
  readonly prose: Prose;
  readonly tags: readonly ScannedTag[];
}

export interface ScannedTag {
  /** As written, without the at-sign: `items.maxLength`. */
  readonly name: string;
  /** The location of the name, with its at-sign. */
  readonly location: Location;
  readonly channel?: Channel;
  readonly pieces: readonly Piece[];
  /** The value laid out like a description, with its line breaks. */
  readonly laidOut: string;
}

/** A part of a tag's value: code, without its backticks, or the text of one line. */
export interface Piece {
  readonly kind: "text" | "code";
  readonly text: string;
  /** The source as written, with backticks, for text that quotes code. */
  readonly raw: string;
  readonly location: Location;
}

/** An asterisk followed by a slash would end the comment. This sequence is the only escape for the two. */
const ESCAPED_COMMENT_END = "*&#47;";

/**
 * Characters that mark the start and the end of the text for one channel, until the prose is split. Sources cannot
 * contain them, because control characters in files are errors.
 */
const MARKS: Record<Channel, string> = { standard: "\u0001", experimental: "\u0002" };
const CLOSE = "\u0003";
const ANY_MARK = `${MARKS.standard}${MARKS.experimental}${CLOSE}`;

interface Line {
  /** The text without the white space at its end. */
  readonly text: string;
  /** The white space at the end, without the line break. */
  readonly trailing: string;
  /** The offset of the text in the file. */
  readonly start: number;
}

/** `broken` follows a piece with a diagnostic: the tag that contains it cannot be read. */
type Token =
  | Piece
  | { readonly kind: "newline"; readonly trailing: string }
  | { readonly kind: "broken" }
  | { readonly kind: "tag"; readonly name: string; location: Location };

/**
 * Scans one comment and adds a diagnostic for each problem to `diagnostics`. `comment` is the whole text, including its
 * delimiters; `start` is its offset in `file`. `knownTags` separates tags from other words with an at-sign. `layout`
 * applies to the prose and to values that are descriptions.
 */
export function scanComment(
  comment: string,
  start: number,
  file: string,
  knownTags: ReadonlySet<string>,
  layout: DescriptionLayout,
  diagnostics: Diagnostic[],
): ScannedComment {
  const locate = (from: number, length: number): Location => ({ file, start: from, end: from + length });
  const tokens = withStrayTags(tokenize(linesOf(comment, start), locate, diagnostics), knownTags, diagnostics);
  const firstTag = tokens.findIndex((token) => token.kind === "tag");
  const proseTokens = firstTag < 0 ? tokens : tokens.slice(0, firstTag);
  const tags = firstTag < 0 ? [] : groupTags(tokens.slice(firstTag), layout, diagnostics);
  reportInlineTags(tags, diagnostics);
  return { prose: readProse(proseTokens, layout, diagnostics), tags };
}

/** Returns the lines of a comment without their leading asterisks. */
function linesOf(comment: string, start: number): Line[] {
  const lines: Line[] = [];
  let offset = start + 3;
  for (const [index, line] of comment.slice(3, -2).split("\n").entries()) {
    const length = index === 0 ? Number(line.startsWith(" ")) : leadOf(line);
    const content = line.slice(length, line.endsWith("\r") ? -1 : undefined);
    const text = content.trimEnd();
    lines.push({ text, trailing: content.slice(text.length), start: offset + length });
    offset += line.length + 1;
  }
  return lines;
}

/** Returns the length of the white space and the asterisk at the beginning of a line. */
function leadOf(line: string): number {
  let length = 0;
  while (line[length] === " " || line[length] === "\t") length++;
  if (line[length] !== "*") return length;
  return line[length + 1] === " " ? length + 2 : length + 1;
}

function tokenize(
  lines: readonly Line[],
  locate: (from: number, length: number) => Location,
  diagnostics: Diagnostic[],
): Token[] {
  const tokens: Token[] = [];
  let inProse = true;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as Line;
    const fence = /^[ \t]*(`{3,}|~{3,})/.exec(line.text);
    if (fence?.[1]) {
      const close = lines.findIndex((other, at) => at > index && other.text.trim() === fence[1]);
      if (close < 0) {
        diagnostics.push(diagnose("code-unclosed", { mark: fence[1] }, locate(line.start, line.text.length)));
        tokens.push({ kind: "broken" });
        break;
      }
      const { trailing } = lines[close] as Line;
      tokens.push(fencePiece(lines.slice(index, close + 1), locate), { kind: "newline", trailing });
      index = close;
      continue;
    }
    inProse &&= !TAG.test(line.text);
    tokens.push(...tokenizeLine(line, inProse, locate, diagnostics), { kind: "newline", trailing: line.trailing });
  }
  return tokens;
}

/** Returns the content of a fence without the indentation that all its lines share. */
function fencePiece(lines: readonly Line[], locate: (from: number, length: number) => Location): Piece {
  const body = lines.slice(1, -1);
  const indents = body.filter((line) => line.text !== "").map((line) => /^[ \t]*/.exec(line.text)?.[0].length ?? 0);
  const indent = indents.length > 0 ? Math.min(...indents) : 0;
  const text = unescaped(body.map((line) => line.text.slice(indent)).join("\n"));
  const first = body[0] ?? (lines[0] as Line);
  const last = body.at(-1) ?? first;
  const start = first.start + Math.min(indent, first.text.length);
  const location = locate(start, last.start + last.text.length - start);
  return { kind: "code", text, raw: rawOf(lines), location };
}

/** Returns the source of a fence, from its first to its last mark. */
function rawOf(lines: readonly Line[]): string {
  return unescaped(lines.map(({ text, trailing }) => `${text}${trailing}`).join("\n")).trimEnd();
}

/** A tag at the start of a line. */
const TAG = /^[ \t]*@([A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*)/;

/** Splits a line. In prose, a backtick that nothing closes is text, as in Markdown. In a tag, the value is unclear. */
function tokenizeLine(
  line: Line,
  inProse: boolean,
  locate: (from: number, length: number) => Location,
  diagnostics: Diagnostic[],
): Token[] {
  const tokens: Token[] = [];
  let rest = 0;
  const tag = TAG.exec(line.text);
  if (tag?.[1]) {
    const length = tag[1].length + 1;
    tokens.push({ kind: "tag", name: tag[1], location: locate(line.start + tag[0].length - length, length) });
    rest = tag[0].length;
  }
  while (rest < line.text.length) {
    const open = /`+/.exec(line.text.slice(rest));
    const openAt = open ? rest + open.index : line.text.length;
    if (openAt > rest) tokens.push(textPiece(line, rest, openAt, locate));
    if (!open) break;
    const contentAt = openAt + open[0].length;
    const closeAt = closingBackticks(line.text, contentAt, open[0].length);
    if (closeAt < 0 && inProse) {
      diagnostics.push(diagnose("backtick-unclosed", { mark: open[0] }, locate(line.start + openAt, open[0].length)));
      tokens.push(textPiece(line, openAt, contentAt, locate));
      rest = contentAt;
      continue;
    }
    if (closeAt < 0) {
      diagnostics.push(diagnose("code-unclosed", { mark: open[0] }, locate(line.start + openAt, open[0].length)));
      tokens.push({ ...textPiece(line, openAt, line.text.length, locate), kind: "code" }, { kind: "broken" });
      break;
    }
    const raw = line.text.slice(openAt, closeAt + open[0].length);
    const text = spanText(line.text.slice(contentAt, closeAt), open[0].length);
    tokens.push({ kind: "code", text, raw: unescaped(raw), location: locate(line.start + openAt, raw.length) });
    rest = closeAt + open[0].length;
  }
  return tokens;
}

function textPiece(line: Line, from: number, to: number, locate: (from: number, length: number) => Location): Piece {
  const text = unescaped(line.text.slice(from, to));
  return { kind: "text", text, raw: text, location: locate(line.start + from, to - from) };
}

/** Returns the offset of the run of exactly `length` backticks that closes a span, or -1. */
function closingBackticks(text: string, from: number, length: number): number {
  for (const run of text.slice(from).matchAll(/`+/g)) if (run[0].length === length) return from + run.index;
  return -1;
}

/** Strips spaces as CommonMark does, but not between single backticks, because a pattern can begin with a space. */
function spanText(content: string, backticks: number): string {
  const text = unescaped(content);
  return backticks > 1 && text.startsWith(" ") && text.endsWith(" ") ? text.slice(1, -1) : text;
}

function unescaped(text: string): string {
  return text.replaceAll(ESCAPED_COMMENT_END, "*/");
}

/** Returns the offset in the file of a position in a piece, where an asterisk followed by a slash was escaped. */
function sourceOffset(piece: Piece, at: number): number {
  return piece.location.start + piece.text.slice(0, at).replaceAll("*/", ESCAPED_COMMENT_END).length;
}

/** A tag with the tokens of its value. */
interface TagTokens {
  readonly name: string;
  readonly location: Location;
  readonly tokens: Token[];
}

function groupTags(tokens: readonly Token[], layout: DescriptionLayout, diagnostics: Diagnostic[]): ScannedTag[] {
  const tags: TagTokens[] = [];
  for (const token of tokens) {
    if (token.kind === "tag") tags.push({ name: token.name, location: token.location, tokens: [] });
    else tags.at(-1)?.tokens.push(token);
  }
  return tags
    .filter((tag) => !tag.tokens.some(({ kind }) => kind === "broken"))
    .map((tag) => readScannedTag(tag, layout, diagnostics));
}

/**
 * Reads a tag. `(experimental)` or `(standard)` at the start of its value is not part of the value, but its channel.
 */
function readScannedTag({ name, location, tokens }: TagTokens, layout: DescriptionLayout, diagnostics: Diagnostic[]) {
  const pieces = tokens.filter(isPiece).filter((piece) => piece.kind === "code" || piece.text.trim() !== "");
  const source = tokens.map(sourceOf).join("");
  const [first, ...rest] = pieces;
  const match = first?.kind === "text" ? /^\s*\(([A-Za-z]+)\)\s*/.exec(first.text) : null;
  if (!first || !match?.[1] || first.location.start !== location.end) {
    return { name, location, pieces, laidOut: layOut(source, layout) };
  }
  const { start } = first.location;
  const left = first.text.slice(match[0].length);
  const leftLocation = { ...first.location, start: start + match[0].length };
  const remaining = left === "" ? rest : [{ ...first, text: left, raw: left, location: leftLocation }, ...rest];
  const tag = { name, location, pieces: remaining, laidOut: layOut(source.slice(match[0].length), layout) };
  if (isChannel(match[1])) return { ...tag, channel: match[1] };
  const channelLocation = { ...first.location, end: start + match[0].trimEnd().length };
  diagnostics.push(diagnose("channel-unknown", { channel: match[1] }, channelLocation));
  return tag;
}

function isPiece(token: Token): token is Piece {
  return token.kind === "text" || token.kind === "code";
}

/** Returns the source of a token, with the line break at the end of a line. */
function sourceOf(token: Token): string {
  if (token.kind === "newline") return `${token.trailing}\n`;
  return isPiece(token) ? token.raw : "";
}

/** Reports known tags after other text, which would be ignored although the author meant them as tags. */
function withStrayTags(tokens: readonly Token[], known: ReadonlySet<string>, diagnostics: Diagnostic[]): Token[] {
  return tokens.flatMap((token) => {
    if (token.kind !== "text") return [token];
    const strays = strayTags(token, known);
    diagnostics.push(...strays);
    return strays.length > 0 ? [token, { kind: "broken" }] : [token];
  });
}

function strayTags(piece: Piece, known: ReadonlySet<string>): Diagnostic[] {
  if (!piece.text.includes("@")) return [];
  const { file } = piece.location;
  return [...piece.text.matchAll(/(?<![\w@{])@((?:(?:items|values)\.)*([A-Za-z]\w*))/g)].flatMap((match) => {
    if (!match[1] || !match[2] || !known.has(match[2])) return [];
    const start = sourceOffset(piece, match.index);
    return [diagnose("tag-in-prose", { tag: match[1] }, { file, start, end: start + match[0].length })];
  });
}

/** Reports inline tags in the value of a tag. A value for one channel needs a separate tag for that channel. */
function reportInlineTags(tags: readonly ScannedTag[], diagnostics: Diagnostic[]): void {
  for (const piece of tags.flatMap((tag) => tag.pieces)) {
    if (piece.kind !== "text") continue;
    for (const match of piece.text.matchAll(/\{@([A-Za-z]\w*)/g)) {
      const start = sourceOffset(piece, match.index);
      const location = { file: piece.location.file, start, end: start + match[0].length };
      diagnostics.push(diagnose("inline-tag-in-value", { tag: match[1] ?? "" }, location));
    }
  }
}

function readProse(tokens: readonly Token[], layout: DescriptionLayout, diagnostics: Diagnostic[]): Prose {
  const marked = markChannels(tokens, diagnostics);
  return splitAtMarks(layOut(marked, layout));
}

/** Returns the text of a comment or a description in the layout of a bundle. */
export function layOut(text: string, layout: DescriptionLayout): string {
  return layout === "as-written" ? text.trim() : reflow(text);
}

/** Returns the prose as a string, with marks in place of `{@experimental …}` and `{@standard …}`. */
function markChannels(tokens: readonly Token[], diagnostics: Diagnostic[]): string {
  let text = "";
  /** The open braces: a location for the start of a channel's text, undefined for an ordinary brace. */
  const open: (Location | undefined)[] = [];
  for (const token of tokens) {
    text += token.kind === "text" ? markBraces(token, open, diagnostics) : sourceOf(token);
  }
  for (const location of open) if (location) diagnostics.push(diagnose("inline-tag-unclosed", {}, location));
  return text;
}

function markBraces(piece: Piece, open: (Location | undefined)[], diagnostics: Diagnostic[]): string {
  return piece.text.replace(/\{@([A-Za-z]\w*)[ \t]*|[{}]/g, (match: string, name: string | undefined, at: number) => {
    const start = sourceOffset(piece, at);
    const location = { file: piece.location.file, start, end: start + match.trimEnd().length };
    if (match === "}") return open.pop() ? CLOSE : "}";
    if (name === undefined) {
      open.push(undefined);
      return match;
    }
    if (!isChannel(name)) {
      const args = { tag: name, nearest: nearest(name, Object.keys(MARKS)) };
      diagnostics.push(diagnose("inline-tag-unknown", args, location));
      open.push(undefined);
      return match;
    }
    if (open.some((other) => other !== undefined)) diagnostics.push(diagnose("inline-tag-nested", {}, location));
    open.push(location);
    return MARKS[name];
  });
}

const LIST_ITEM = new RegExp(`^[ \\t${ANY_MARK}]*([-*+]|\\d+[.)]) `);
const OPENED = new RegExp(`[${MARKS.standard}${MARKS.experimental}]$`);

/**
 * Joins the lines of a paragraph with spaces, so rewrapping a comment does not change the API. Keeps lists, fences and
 * blank lines.
 */
function reflow(text: string): string {
  let result = "";
  let fence: string | undefined;
  let blank = true;
  let closed = false;
  for (const line of text.split("\n")) {
    const inFence = fence !== undefined;
    if (!inFence) fence = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
    else if (line.trim() === fence) fence = undefined;
    if (!inFence && line.trim() === "") {
      if (!blank) result += "\n\n";
      blank = true;
      continue;
    }
    const starts = blank || closed || inFence || fence !== undefined || LIST_ITEM.test(line);
    closed = inFence && fence === undefined;
    if (!starts) result += (OPENED.test(result) ? "" : " ") + line.trim();
    else result += (blank ? "" : "\n") + line.trimEnd();
    blank = false;
  }
  return result.trim();
}

function splitAtMarks(text: string): Prose {
  const segments: ProseSegment[] = [];
  let channel: Channel | undefined;
  for (const part of text.split(new RegExp(`([${ANY_MARK}])`))) {
    if (part === MARKS.standard) channel = "standard";
    else if (part === MARKS.experimental) channel = "experimental";
    else if (part === CLOSE) channel = undefined;
    else if (part !== "") segments.push(channel ? { text: part, channel } : { text: part });
  }
  return segments;
}
