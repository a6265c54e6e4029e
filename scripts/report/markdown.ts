/** Foreign text in Markdown: it stays in its line, its code span and its cell. */
import * as markdown from "../core/markdown.js";

const escapeLine = markdown.lineEscaper("<>]|~");

/** A code span, behind as many backticks as it takes. */
export function codeSpanInLine(text: string): string {
  return markdown.codeSpan(oneLine(text));
}

/** Words that make no code, link, picture, emphasis or HTML. */
export function plainWords(text: string): string {
  return escapeLine(oneLine(text));
}

/** What fits into a cell: a bar would end even a code span there. Source: GitHub Flavored Markdown, tables. */
export function cell(markdown: string): string {
  return markdown.replace(/(?<!\\)\|/g, "\\|");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
