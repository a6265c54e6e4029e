/** Foreign text in Markdown: it stays in its line, its code span and its cell. */

/** A code span, behind as many backticks as it takes. Source: CommonMark, code spans. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  const runs = (line.match(/`+/g) ?? []).map((run) => run.length);
  const fence = "`".repeat(Math.max(0, ...runs) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Words that make no code, link, picture or HTML. */
export function plainWords(text: string): string {
  return oneLine(text).replace(/[\\`<>[\]|]/g, "\\$&");
}

/** What fits into a cell: a bar would end even a code span there. Source: GitHub Flavored Markdown, tables. */
export function cell(markdown: string): string {
  return markdown.replace(/(?<!\\)\|/g, "\\|");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
