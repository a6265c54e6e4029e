/**
 * The one place that makes text safe to print. Messages quote sources, CRDs, changelogs, tags and git. None of them may
 * steer a terminal, turn the direction of a line, hide characters, or give a command to the workflow that logs it.
 *
 * Characters are escaped as in JSON, `\u001b`, so JSON output stays JSON with the same value.
 */
import { randomBytes } from "node:crypto";
import type { Style } from "./style.js";

/** Whatever cannot be seen, but tabs, line breaks, and the two characters that put emoji together. */
const INVISIBLE =
  /(?![\t\n]|(?<=\p{ExtPict})\ufe0f|(?<=\p{ExtPict}\ufe0f?)\u200d(?=\p{ExtPict}))[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\ufdd0-\ufdef]/gu;

/** Text without control characters, bidirectional controls, line separators, zero-width characters and lone surrogates. */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(INVISIBLE, escaped);
}

/** Characters as JSON escapes them, so that they can be seen. */
export function escaped(characters: string): string {
  const units = Array.from({ length: characters.length }, (_, index) => characters.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/**
 * Style that only `toTerminal` can read. Its marks hold a number drawn for this process, so no text that comes from
 * elsewhere can imitate them.
 */
export const MARKED: Style = {
  bold: (text) => mark(1) + text + mark(2),
  dim: (text) => mark(3) + text + mark(2),
  red: (text) => mark(4) + text + mark(5),
  yellow: (text) => mark(6) + text + mark(5),
  command: (text) => mark(COMMAND) + text,
};

/** What the marks stand for. Source: ECMA-48, SGR. */
const CODES = ["", "\x1b[1m", "\x1b[22m", "\x1b[2m", "\x1b[31m", "\x1b[39m", "\x1b[33m"];
const COMMAND = 0;
const SECRET = randomBytes(16).toString("hex");
const MARK = new RegExp(`<${SECRET} (\\d)>`);
/** Marks while the text around them is escaped: characters that no escaped text has. */
const FIRST_PLACE = 0xfdd0;

function mark(index: number): string {
  return `<${SECRET} ${index}>`;
}

/** What a stream is given: whole lines, in which only `MARKED` makes colours and workflow commands. */
export function toTerminal(text: string, hasColour: boolean): string {
  const parts = text.split(MARK);
  const joined = parts
    .map((part, index) => (index % 2 === 0 ? printable(part) : String.fromCharCode(FIRST_PLACE + Number(part))))
    .join("");
  return withoutCommands(joined).replace(/[\ufdd0-\ufdef]/g, (place) =>
    hasColour ? (CODES[place.charCodeAt(0) - FIRST_PLACE] ?? "") : "",
  );
}

/** Marks of style between other characters, where a workflow would see nothing. */
const MARKS = "[\\ufdd1-\\ufdef]*";
const LINE_COMMAND = new RegExp(`^((?:[^\\S\\n]|[\\ufdd1-\\ufdef])*):(?=${MARKS}:)`, "gm");
const INLINE_COMMAND = new RegExp(`#(${MARKS})#(?=${MARKS}(?:\\[|vso))`, "gi");

/**
 * To a workflow, a line that begins with `::` behind white space is a command, and so is `##[` or `##vso[` anywhere in
 * it. Sources: ActionCommand.cs of the runner of GitHub Actions, and the logging commands of Azure Pipelines.
 */
function withoutCommands(text: string): string {
  return text.replace(LINE_COMMAND, "$1\\u003a").replace(INLINE_COMMAND, "#$1\\u0023");
}
