/** Writes text from other sources as Markdown that displays it and does nothing else. */

/*
 * Release notes are compared byte for byte with regenerated ones. The escaping is therefore defined here and does not
 * depend on the version of a library.
 */

/** Returns text in one line in which no character has a meaning in Markdown or HTML, at any position of a line. */
export function words(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|~&#]/g, "\\$&");
}

/** Returns a code span, delimited by as many backticks as necessary. Text longer than `longest` is cut. */
export function code(text: string, longest = Number.POSITIVE_INFINITY): string {
  const line = oneLine(text) || " "; // an empty span would show as backticks
  const shown = line.length > longest ? `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…` : line;
  const runs = (shown.match(/`+/g) ?? []).map((run) => run.length);
  const fence = "`".repeat(Math.max(0, ...runs) + 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** Replaces line breaks, control characters and characters that change the direction of a line with spaces. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

const WIDTH = 120;

/** Returns a list item, in lines of at most 120 columns. `depth` counts from 0. Code spans are not broken. */
export function item(text: string, depth = 0): string {
  const indent = "  ".repeat(depth);
  return wrapped(`- ${withPlainStart(text)}`, indent, `${indent}  `);
}

export function paragraph(text: string): string {
  return wrapped(withPlainStart(text), "", "");
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

/** Escapes the start of a text. Only its first word can start a block, because the others never start a line. */
function withPlainStart(text: string): string {
  return text.replace(/^(\d*)([-+=.)]+(?: |$))/, "$1\\$2");
}

/** Splits text where a line may break: not in a code span, and not in front of something that would start a block. */
function splitWords(text: string): string[] {
  const parts = text.match(/(?:(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)|\S)+/g) ?? [];
  return parts.reduce<string[]>((all, part) => {
    const beginsBlock = /^([-+=]+|\d+[.)])$/.test(part);
    if (beginsBlock && all.length > 1) all.push(`${all.pop()} ${part}`);
    else all.push(part);
    return all;
  }, []);
}
