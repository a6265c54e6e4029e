/**
 * Makes text safe to print. Messages quote sources, CRDs, changelogs, tags and git, and an attacker may have written
 * these. None of them may control a terminal, change the direction of a line, hide characters, or give commands to the
 * workflow that logs the output.
 *
 * Characters are escaped as in JSON, `\u001b`, so JSON output keeps its meaning.
 */
import { escaped } from "../core/model/control-characters.js";
import { once } from "../core/once.js";
import type { Style } from "./style.js";

/**
 * Invisible characters, except for tabs, line breaks and the two characters that combine emoji. Node needs milliseconds
 * for an expression with Unicode properties, so it is made when it is needed.
 */
const invisible = once(
  () =>
    /(?![\t\n]|(?<=\p{ExtPict})\ufe0f|(?<=\p{ExtPict}\ufe0f?)\u200d(?=\p{ExtPict}))[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\ufdd0-\ufdef]/gu,
);

/** Text without such characters, as most is. */
const PLAIN = /^[\t\n -~]*$/;

/** Escapes control characters, bidirectional controls, line separators, zero-width characters and lone surrogates. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replaceAll("\r\n", "\n").replace(invisible(), escaped);
}

/** Escapes the same characters, and line breaks, so a name cannot imitate a line of output. */
export function printableLine(text: string): string {
  return printable(text).replace(/\n/g, "\\n");
}

/**
 * Style that only `toTerminal` can read. Its marks contain a random number of this process, so quoted text cannot
 * imitate them.
 */
export const MARKED: Style = {
  bold: (text) => mark(1) + text + mark(2),
  dim: (text) => mark(3) + text + mark(2),
  red: (text) => mark(4) + text + mark(5),
  yellow: (text) => mark(6) + text + mark(5),
  command: (text) => mark(COMMAND) + text,
};

/** The control codes of the marks, by index. Source: ECMA-48, SGR. */
const CODES = ["", "\x1b[1m", "\x1b[22m", "\x1b[2m", "\x1b[31m", "\x1b[39m", "\x1b[33m"];
const COMMAND = 0;
/**
 * Digits that are drawn when the process starts, after what is printed was written. This needs no cryptography,
 * which takes ten milliseconds to load.
 */
const SECRET = [Math.random(), Math.random()].map((number) => String(number).replace(/\D/g, "")).join("");
const MARK = new RegExp(`<${SECRET} (\\d)>`);
/** Replaces marks while the text around them is escaped. Escaped text does not contain these characters. */
const FIRST_PLACE = 0xfdd0;

function mark(index: number): string {
  return `<${SECRET} ${index}>`;
}

/** Returns the text for a stream. Only marks of `MARKED` become colors and workflow commands. Expects whole lines. */
export function toTerminal(text: string, hasColor: boolean): string {
  const parts = text.split(MARK);
  const joined = parts
    .map((part, index) => (index % 2 === 0 ? printable(part) : String.fromCharCode(FIRST_PLACE + Number(part))))
    .join("");
  return withoutCommands(joined).replace(/[\ufdd0-\ufdef]/g, (place) =>
    hasColor ? (CODES[place.charCodeAt(0) - FIRST_PLACE] ?? "") : "",
  );
}

/** Marks between other characters. A workflow does not see them, so a command is recognized across them. */
const MARKS = "[\\ufdd1-\\ufdef]*";
const LINE_COMMAND = new RegExp(`^((?:[^\\S\\n]|[\\ufdd1-\\ufdef])*):(?=${MARKS}:)`, "gm");
const INLINE_COMMAND = new RegExp(`#(${MARKS})#(?=${MARKS}(?:\\[|vso))`, "gi");

/**
 * Escapes workflow commands. A workflow reads a line as a command if it starts with `::` after white space, or contains
 * `##[` or `##vso[`. Sources: ActionCommand.cs of the GitHub Actions runner; the logging commands of Azure Pipelines.
 */
function withoutCommands(text: string): string {
  return text.replace(LINE_COMMAND, "$1\\u003a").replace(INLINE_COMMAND, "#$1\\u0023");
}
