/** Escapes text for Markdown, so it stays in its line, code span or cell. Only this module uses the Markdown writer. */
import { type Options, toMarkdown } from "mdast-util-to-markdown";

/** Characters with a meaning in extensions of CommonMark: GitHub's tables and strikethrough. */
const unsafe = [..."<>]|~"].map((character) => ({ character, inConstruct: "phrasing" as const }));

/** Returns a code span. Its fence has as many backticks as the text requires. */
export function codeSpanInLine(text: string): string {
  return printed([codeOf(text)], {});
}

/**
 * Escapes text so Markdown renders it without code, links, images, emphasis or HTML. GitHub notifies the people and
 * teams that a comment mentions, so text of a CRD must mention none: a comment of HTML separates the name from its `@`.
 */
export function plainWords(text: string): string {
  return printed(plainNodes(oneLine(text)), { unsafe });
}

/** Escapes text like `plainWords`, except that parts between two backticks become code spans. */
export function wordsWithCode(text: string): string {
  const parts = oneLine(text).split(/`([^`]+)`/); // every second part was between backticks
  const nodes = parts.flatMap((part, index) => (index % 2 === 1 ? [codeOf(part)] : plainNodes(part)));
  return printed(nodes, { unsafe });
}

/** GitHub accepts comments of 65,536 characters. A workflow may add some text of its own. */
export const MOST_CHARACTERS = 60_000;

/** Returns the first lines of a list, up to a number of characters, and the number of the others. */
export function fittingLines(lines: readonly string[], most: number): string[] {
  let end = 0;
  for (let length = 0; end < lines.length; end++) {
    length += lines[end]?.length ?? 0;
    if (length > most) break;
  }
  const rest = lines.length - end;
  return [...lines.slice(0, end), ...(rest > 0 ? [`- and ${rest} more, which only the other formats list\n`] : [])];
}

interface Inline {
  readonly type: "text" | "inlineCode" | "html";
  readonly value: string;
}

function codeOf(text: string): Inline {
  return { type: "inlineCode", value: oneLine(text) || " " }; // two backticks would not be a code span
}

function plainNodes(text: string): Inline[] {
  const parts = text.split(/(?<=@)(?=[\p{L}\p{N}])/u).filter((part) => part !== "");
  return parts.flatMap((value, index): Inline[] => [
    ...(index > 0 ? [{ type: "html" as const, value: "<!-- -->" }] : []),
    { type: "text", value },
  ]);
}

function printed(children: readonly Inline[], options: Options): string {
  return toMarkdown({ type: "paragraph", children: [...children] }, options).replace(/\n$/, "");
}

/** Escapes bars, which end a table cell even inside a code span. Source: GitHub Flavored Markdown, tables. */
export function cell(markdown: string): string {
  return markdown.replace(/(?<!\\)\|/g, "\\|");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
