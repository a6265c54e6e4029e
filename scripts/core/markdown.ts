/** Text of others as Markdown that shows it and does nothing else. The only user of the Markdown writer. */
import { type Options, toMarkdown } from "mdast-util-to-markdown";

/**
 * Returns a function that escapes one line. It escapes whatever CommonMark would interpret in that place, and the given
 * characters everywhere: extensions such as GitHub's tables and strikethrough give them a meaning.
 */
export function lineEscaper(characters: string): (line: string) => string {
  const unsafe = [...characters].map((character) => ({ character, inConstruct: "phrasing" as const }));
  return (value) => printed({ type: "text", value }, { unsafe });
}

/** A code span of one line. The fence is as long as the backticks in the line require. */
export function codeSpan(line: string): string {
  return printed({ type: "inlineCode", value: line || " " }, {}); // two backticks alone would not be a span
}

function printed(node: { readonly type: "text" | "inlineCode"; readonly value: string }, options: Options): string {
  return toMarkdown({ type: "paragraph", children: [node] }, options).replace(/\n$/, "");
}
