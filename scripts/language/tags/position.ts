/** Finds the part of a doc comment at a position, while it is written or to explain it. */
import type { Channel } from "../../core/model/channel.js";
import { joinWords } from "./forms.js";
import { TAG_NAMES } from "./index.js";
import { type Piece, type ScannedTag, scanComment } from "./scan.js";

/** A doc comment with its delimiters, and its offset in the file. */
export interface CommentText {
  readonly text: string;
  readonly start: number;
}

/** A part of a file, as offsets. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** The name of a tag, without the at-sign, in which the position is. */
export interface NamePart extends Range {
  readonly part: "name";
  /** The name up to the position. */
  readonly typed: string;
}

/** A word in the value of a tag, in which the position is. It is empty after a space. */
export interface WordPart extends Range {
  readonly part: "word";
  /** The name of the tag, as written. */
  readonly tag: string;
  readonly channel?: Channel;
  /** The value before the word. Each run of white space is one space. */
  readonly before: string;
}

/** Stands for what will be written at the position. Without it, an at-sign without a name would not be a tag. */
const MARK = "x";

/** Returns the part of a comment that is written at a position, or undefined in prose and code. */
export function writtenAt({ text, start }: CommentText, position: number): NamePart | WordPart | undefined {
  const at = position - start;
  const { tags } = scan({ text: text.slice(0, at) + MARK + text.slice(at), start });
  for (const tag of tags) {
    const { location } = tag;
    if (location.start < position && position < location.end) {
      const name = { start: location.start + 1, end: location.end - MARK.length };
      return { part: "name", ...name, typed: text.slice(name.start - start, at) };
    }
    const index = tag.pieces.findIndex((piece) => piece.location.start <= position && position < piece.location.end);
    const piece = tag.pieces[index];
    if (piece) return piece.kind === "text" ? wordAt(tag, index, piece, position) : undefined;
  }
  return undefined;
}

function wordAt(tag: ScannedTag, index: number, piece: Piece, position: number): WordPart {
  const at = position - piece.location.start;
  const [written = ""] = /\S*$/.exec(piece.text.slice(0, at)) ?? [];
  const [rest = ""] = /^\S*/.exec(piece.text.slice(at + MARK.length)) ?? [];
  const head = piece.text.slice(0, at - written.length);
  const before = joinWords([...tag.pieces.slice(0, index), { ...piece, text: head, raw: head }]);
  const range = { start: position - written.length, end: position + rest.length };
  return { part: "word", ...range, tag: tag.name, ...(tag.channel && { channel: tag.channel }), before };
}

/** Returns the name of the tag at a position, with the place of the name and its at-sign. */
export function tagNameAt(comment: CommentText, position: number): (Range & { readonly name: string }) | undefined {
  const tag = scan(comment).tags.find(({ location }) => location.start <= position && position < location.end);
  return tag && { name: tag.name, start: tag.location.start, end: tag.location.end };
}

function scan({ text, start }: CommentText) {
  return scanComment(text, start, "", TAG_NAMES, "as-written", []);
}
