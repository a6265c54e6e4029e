/** Text that others wrote, as Markdown that shows it and does nothing else. */

/*
 * Notes of releases are compared byte for byte with notes that are made again, so how text is escaped is fixed here, and
 * does not depend on a version of a library.
 */

/** Words of one line in which no character means anything to Markdown or HTML, wherever in a line they are. */
export function words(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|~&#]/g, "\\$&");
}

/** A code span, behind as many backticks as it takes. What is longer than `longest` is cut. */
export function code(text: string, longest = Number.POSITIVE_INFINITY): string {
  const line = oneLine(text) || " "; // an empty span would be backticks
  const shown = line.length > longest ? `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…` : line;
  const runs = (shown.match(/`+/g) ?? []).map((run) => run.length);
  const fence = "`".repeat(Math.max(0, ...runs) + 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
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

/** Only the first word of a text can begin a block: the others stay in their line. */
function withPlainStart(text: string): string {
  return text.replace(/^(\d*)([-+=.)]+(?: |$))/, "$1\\$2");
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
