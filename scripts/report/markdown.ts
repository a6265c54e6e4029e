/** Escapes text for Markdown, so it stays in its line, code span or cell. Only this module uses the Markdown writer. */
import { type Options, toMarkdown } from "mdast-util-to-markdown";

/** Characters with a meaning in extensions of CommonMark: GitHub's tables and strikethrough. */
const unsafe = [..."<>]|~"].map((character) => ({ character, inConstruct: "phrasing" as const }));

/** Returns a code span. Its fence has as many backticks as the text requires. */
export function codeSpanInLine(text: string): string {
  return printed({ type: "inlineCode", value: oneLine(text) || " " }, {}); // two backticks would not be a code span
}

/**
 * Escapes text so Markdown renders it without code, links, images, emphasis or HTML. GitHub notifies the people and
 * teams that a comment mentions, so text of a CRD must mention none: a comment of HTML separates the name from its `@`.
 */
export function plainWords(text: string): string {
  return printed({ type: "text", value: oneLine(text) }, { unsafe }).replace(/@(?=[\p{L}\p{N}])/gu, "@<!-- -->");
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

function printed(node: { readonly type: "text" | "inlineCode"; readonly value: string }, options: Options): string {
  return toMarkdown({ type: "paragraph", children: [node] }, options).replace(/\n$/, "");
}

/** Escapes bars, which end a table cell even inside a code span. Source: GitHub Flavored Markdown, tables. */
export function cell(markdown: string): string {
  return markdown.replace(/(?<!\\)\|/g, "\\|");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
