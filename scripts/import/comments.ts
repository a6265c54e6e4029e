/** Prints doc comments. Everything is written so that the reader of the type language finds exactly the same. */
import { controlCharacters, escapeInvisible } from "../core/model/control-characters.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { Json } from "../core/model/json.js";
import { TAG_NAMES } from "../language/tags/index.js";
import { scanComment } from "../language/tags/scan.js";
import type { Comment, Tag } from "./declarations.js";

const LINE_WIDTH = 120;

/** Width of the text of a comment on a property. */
export const TEXT_WIDTH = LINE_WIDTH - "   * ".length;

/** Returns the lines of a doc comment, or none if there is nothing to write. */
export function printComment({ description, tags }: Comment, indent: string): string[] {
  const prose = description === undefined ? [] : proseLines(description);
  const described = prose ?? [];
  const all = prose || description === undefined ? tags : [descriptionTag("description", description), ...tags];
  return frameComment(described.map(escaped), all.flatMap(tagLines), indent);
}

/** Returns the lines of a doc comment that consists of a description and tags, whose lines can be in a comment. */
export function frameComment(prose: readonly string[], tags: readonly string[], indent: string): string[] {
  const lines = [...prose, ...(prose.length > 0 && tags.length > 0 ? [""] : []), ...tags];
  const [only = "", ...others] = lines;
  if (lines.length === 0) return [];
  const single = `${indent}/** ${only} */`;
  if (others.length === 0 && single.length <= LINE_WIDTH) return [single];
  const body = [only, ...others].map((line) => (line === "" ? `${indent} *` : `${indent} * ${line}`));
  return [`${indent}/**`, ...body, `${indent} */`];
}

/** Returns the lines of a tag in a comment. */
export function tagLines({ name, channel, value: [first = "", ...rest] }: Tag): string[] {
  const head = channel === undefined ? `@${name}` : `@${name} (${channel})`;
  return [first === "" ? head : `${head} ${first}`, ...rest].map(escaped);
}

/** Returns a line that does not end the comment. */
function escaped(line: string): string {
  return line.replaceAll("*/", "*&#47;");
}

/** Returns the lines of a description, or undefined if they would be read as something else. */
function proseLines(description: string): string[] | undefined {
  const isShown = !/\*&#47;|\r/.test(description) && controlCharacters(description).size === 0;
  const isPlain = description === description.trim() && isShown;
  return isPlain && isProse(description) ? description.split("\n") : undefined;
}

/** Reports whether the scanner finds the same text, without tags, unclosed code, and text for one channel. */
function isProse(text: string): boolean {
  if (!/[@`~{]/.test(text)) return true;
  const comment = `/**\n${text.replaceAll("*/", "*&#47;").replace(/^/gm, " * ")}\n */`;
  const problems: Diagnostic[] = [];
  const { tags, prose } = scanComment(comment, 0, "", TAG_NAMES, "as-written", problems);
  return problems.length === 0 && tags.length === 0 && prose.every(({ channel }) => channel === undefined);
}

/** Reports whether text can be the value of a tag: on one line, and read as it is written. */
export function isTagText(text: string): boolean {
  const isOneLine = !/\p{Cc}| {2}|\*&#47;|^\([A-Za-z]+\)/u.test(text) && text === text.trim() && text !== "";
  return isOneLine && controlCharacters(text).size === 0 && isProse(text) && !/^(`{3}|~{3})|\{@/.test(text);
}

/** Returns `@description` or, for an element, `@items.description`, as JSON if the text cannot be written as it is. */
export function descriptionTag(name: string, description: string): Tag {
  const isRead = !/^(?:\(|none$|`)/.test(description);
  return { name, value: (isRead && proseLines(description)) || codeLines(jsonCode(description)) };
}

/** Returns a tag that has no value. */
export function flagTag(name: string): Tag {
  return { name, value: [""] };
}

/** Returns a tag with text, as JSON if the text cannot be written as it is. */
export function textTag(name: string, text: string): Tag {
  return { name, value: isTagText(text) ? [text] : codeLines(jsonCode(text)) };
}

/** Returns JSON without characters that a source cannot contain. */
export function jsonCode(value: Json): string {
  return escapeInvisible(JSON.stringify(value));
}

export function jsonTag(name: string, value: Json): Tag {
  return { name, value: codeLines(jsonCode(value)) };
}

/** Returns code in backticks. */
export function codeSpan(code: string): string {
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  if (longest === 0) return `\`${code}\``;
  const marks = "`".repeat(longest === 1 ? 2 : longest + 1);
  return `${marks} ${code} ${marks}`;
}

/** Returns code as the value of a tag: in backticks or, if it has several lines, in a fence. */
export function codeLines(code: string): string[] {
  return code.includes("\n") ? codeFence(code) : [codeSpan(code)];
}

/** Returns code in a fence, which starts on the line after the name of the tag. */
export function codeFence(code: string): string[] {
  const longest = Math.max(2, ...[...code.matchAll(/^[ \t]*(`{3,})/gm)].map(([, run = ""]) => run.length));
  const fence = "`".repeat(longest + 1);
  return ["", fence, ...code.split("\n"), fence];
}

/** Breaks the text of a tag into lines. Its reader joins them. Code stays on one line, and no line looks like a tag. */
export function wrapWords(text: string): string[] {
  if (/``/.test(text)) return [text];
  const lines = [""];
  for (const word of text.match(/(?:`+[^`]*`+|[^ `])+/g) ?? []) {
    const line = `${lines.at(-1)}${lines.at(-1) === "" ? "" : " "}${word}`;
    const isNew = line.length > TEXT_WIDTH && lines.at(-1) !== "" && !/^(?:@|`{3}|~{3})/.test(word);
    if (isNew) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines;
}

/** Reports whether code can be written in backticks or in a fence without a change. */
export function isCode(code: string): boolean {
  if (/\*&#47;|\r/.test(code) || code === "" || controlCharacters(code).size > 0) return false;
  if (!code.includes("\n")) return !/\p{Cc}/u.test(code) && code === code.trimEnd();
  const lines = code.split("\n");
  const isIndented = lines.every((line) => line === "" || /^[ \t]/.test(line));
  return !isIndented && lines.every((line) => line === line.trimEnd() && !/[^\P{Cc}\t]/u.test(line));
}
