/** Foreign text in Markdown: it stays in its line, its code span and its cell. The only user of the Markdown writer. */
import { type Options, toMarkdown } from "mdast-util-to-markdown";

/** Characters to which extensions of CommonMark give a meaning: GitHub's tables and strikethrough. */
const unsafe = [..."<>]|~"].map((character) => ({ character, inConstruct: "phrasing" as const }));

/** A code span. The fence is as long as the backticks in it require. */
export function codeSpanInLine(text: string): string {
  return printed({ type: "inlineCode", value: oneLine(text) || " " }, {}); // two backticks alone would not be a span
}

/** Words that make no code, link, picture, emphasis or HTML. */
export function plainWords(text: string): string {
  return printed({ type: "text", value: oneLine(text) }, { unsafe });
}

function printed(node: { readonly type: "text" | "inlineCode"; readonly value: string }, options: Options): string {
  return toMarkdown({ type: "paragraph", children: [node] }, options).replace(/\n$/, "");
}

/** What fits into a cell: a bar would end even a code span there. Source: GitHub Flavored Markdown, tables. */
export function cell(markdown: string): string {
  return markdown.replace(/(?<!\\)\|/g, "\\|");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
