/**
 * A pattern of RE2, as the API server reads it → the same pattern of ECMA-262 (with the flag `u`), as JSON Schema has
 * it. What comes out means the same to Go too, since some validators are written in it.
 *
 * Sources: Go's regexp/syntax (parse.go) for the one, ECMA-262 "Patterns" for the other. A pattern that is valid in
 * both may still differ: `.` and `\s` do, and `[]a]` is a class of two here and an empty one there.
 */

/** The same patterns stand in many places. */
const translations = new Map<string, string | undefined>();

/** The pattern, or undefined where nothing short says the same. It must be one that RE2 compiles. */
export function toEcmaPattern(pattern: string): string | undefined {
  if (!translations.has(pattern)) translations.set(pattern, translate(pattern));
  return translations.get(pattern);
}

function translate(pattern: string): string | undefined {
  let translated = "";
  for (let rest = pattern; rest !== ""; ) {
    const term = readTerm(rest);
    if (!term) return undefined;
    translated += term.text;
    rest = rest.slice(term.length);
  }
  return isEcmaPattern(translated) ? translated : undefined;
}

/** What stands first in a pattern: what it becomes, and how much of the pattern it is. */
interface Term {
  readonly text: string;
  readonly length: number;
}

/** What stands first outside of a class, by its form. The first form that matches counts. */
const TERMS: readonly (readonly [form: RegExp, become: (text: string) => string])[] = [
  [/^\\[dDwWbBtnrfv]/, same],
  [/^\\x[0-9A-Fa-f]{2}/, same],
  [/^\\s/, () => `[${SPACES}]`],
  [/^\\S/, () => `[^${SPACES}]`],
  [/^\\[!-/:-@[-`{-~]/, (text) => unescaped(text, SYNTAX)],
  [/^\(\?:/, same],
  [/^\((?!\?)/, same], // other groups with a question mark set flags, or names
  [/^\{(?:0|[1-9]\d*)(?:,(?:0|[1-9]\d*)?)?\}/, same],
  [/^[{}\]]/, (text) => `\\${text}`], // characters like any other to RE2, where they close nothing
  [/^\./, () => "[^\\n]"],
  [/^[^\\([]/u, same],
];

const SPACES = "\\t\\n\\f\\r ";
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;

function readTerm(rest: string): Term | undefined {
  if (rest.startsWith("[")) return readClass(rest);
  for (const [form, become] of TERMS) {
    const found = form.exec(rest)?.[0];
    if (found !== undefined) return { text: become(found), length: found.length };
  }
  return undefined;
}

/** A class. A bracket that closes is a character where it stands first, and so is a hyphen that makes no range. */
function readClass(rest: string): Term | undefined {
  const open = /^\[\^?/.exec(rest)?.[0] ?? "";
  let text = open;
  let at = open.length;
  while (at === open.length || rest[at] !== "]") {
    const item = readItem(rest.slice(at), at === open.length);
    if (!item) return undefined;
    text += item.text;
    at += item.length;
  }
  return { text: `${text}]`, length: at + 1 };
}

function readItem(rest: string, isFirst: boolean): Term | undefined {
  const set = /^\\[dDwW]/.exec(rest)?.[0];
  if (set !== undefined) return { text: set, length: set.length };
  if (rest.startsWith("\\s")) return { text: SPACES, length: 2 };
  const low = readCharacter(rest, isFirst);
  if (!low || !/^-[^\]]/u.test(rest.slice(low.length))) return low;
  const high = readCharacter(rest.slice(low.length + 1), false);
  return high && { text: `${low.text}-${high.text}`, length: low.length + 1 + high.length };
}

/** One character of a class. `[:` begins a class of POSIX, which there is none of here. */
function readCharacter(rest: string, isFirst: boolean): Term | undefined {
  if (rest.startsWith("[:")) return undefined;
  const found = /^(?:\\(?:[tnrfv]|x[0-9A-Fa-f]{2}|[!-/:-@[-`{-~])|[^\\])/u.exec(rest)?.[0];
  if (found === undefined) return undefined;
  const isPlainHyphen = found === "-" && (isFirst || rest[1] === "]");
  if ((found === "-" && !isPlainHyphen) || found === "]") return { text: `\\${found}`, length: 1 };
  return { text: /^\\[^a-z]/.test(found) ? unescaped(found, SYNTAX_IN_CLASS) : found, length: found.length };
}

const SYNTAX_IN_CLASS = /[-^$\\.*+?()[\]{}|/]/;

/** RE2 lets any punctuation be escaped, ECMA-262 only what has a meaning of its own. */
function unescaped(text: string, syntax: RegExp): string {
  return syntax.test(text.slice(1)) ? text : text.slice(1);
}

function same(text: string): string {
  return text;
}

/** RE2 repeats what ECMA-262 does not, such as `^*`. */
function isEcmaPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
