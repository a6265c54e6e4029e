/** Text that others wrote, as Markdown that shows it and does nothing else. */
import { codeSpan, lineEscaper } from "../../../core/markdown.js";

const escapeLine = lineEscaper("<>]|~&#");

/** Words of one line in which no character means anything to Markdown or HTML. */
export function words(text: string): string {
  return escapeLine(oneLine(text));
}

/** A code span, behind as many backticks as it takes. What is longer than `longest` is cut. */
export function code(text: string, longest = Number.POSITIVE_INFINITY): string {
  const line = oneLine(text);
  return codeSpan(line.length > longest ? `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…` : line);
}

/** Line breaks, control characters and what turns the direction of a line become spaces. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

const WIDTH = 120;

/** An item of a list, in lines of at most 120 columns; `depth` counts from 0. Code spans are not broken. */
export function item(text: string, depth = 0): string {
  const indent = "  ".repeat(depth);
  return wrapped(`- ${text}`, indent, `${indent}  `);
}

export function paragraph(text: string): string {
  return wrapped(text, "", "");
}

function wrapped(text: string, first: string, rest: string): string {
  const lines: string[] = [];
  let line = first;
  for (const word of splitWords(text)) {
    if (line.trim() !== "" && `${line} ${word}`.length > WIDTH) {
      lines.push(line);
      line = rest + word;
    } else line += line.trim() === "" ? word : ` ${word}`;
  }
  return `${[...lines, line].join("\n")}\n`;
}

/** Where a line may be broken: not in a code span, and not in front of what would begin a block there. */
function splitWords(text: string): string[] {
  const parts = text.match(/(?:(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)|\S)+/g) ?? [];
  return parts.reduce<string[]>((all, part) => {
    const beginsBlock = /^([-+=]+|\d+[.)])$/.test(part);
    if (beginsBlock && all.length > 1) all.push(`${all.pop()} ${part}`);
    else all.push(part);
    return all;
  }, []);
}
