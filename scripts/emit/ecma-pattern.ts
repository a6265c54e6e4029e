/**
 * Translates a pattern from RE2, which the API server uses, to ECMA-262 with the flag `u`, which JSON Schema uses. The
 * result has the same meaning in RE2, because some validators are written in Go.
 *
 * Sources: Go's regexp/syntax (parse.go) and ECMA-262, "Patterns". Even a pattern that is valid in both can differ in
 * meaning, such as `.` and `\s`. The pattern `[]a]` is a class of two characters in RE2, but starts with an empty class
 * in ECMA-262.
 */

/** Cache, because many fields have the same pattern. */
const translations = new Map<string, string | undefined>();

/**
 * Returns the translated pattern, or undefined if there is no short translation. RE2 must be able to compile `pattern`.
 */
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

/** First term of the rest of a pattern: its translation, and its length in the original. */
interface Term {
  readonly text: string;
  readonly length: number;
}

/** Terms outside of a class, by their form. The first form that matches applies. */
const TERMS: readonly (readonly [form: RegExp, become: (text: string) => string])[] = [
  [/^\\[dDwWbBtnrfv]/, same],
  [/^\\x[0-9A-Fa-f]{2}/, same],
  [/^\\s/, () => `[${SPACES}]`],
  [/^\\S/, () => `[^${SPACES}]`],
  [/^\\[!-/:-@[-`{-~]/, (text) => unescaped(text, SYNTAX)],
  [/^\(\?:/, same],
  [/^\((?!\?)/, same], // other groups with a question mark set flags or names
  [/^\{(?:0|[1-9]\d*)(?:,(?:0|[1-9]\d*)?)?\}/, same],
  [/^[{}\]]/, (text) => `\\${text}`], // RE2 reads these as ordinary characters if they close nothing
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

/** Reads a class. A `]` at its beginning is an ordinary character, and so is a hyphen that is not part of a range. */
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

/** Reads one character of a class. `[:` opens a POSIX class, which has no translation. */
function readCharacter(rest: string, isFirst: boolean): Term | undefined {
  if (rest.startsWith("[:")) return undefined;
  const found = /^(?:\\(?:[tnrfv]|x[0-9A-Fa-f]{2}|[!-/:-@[-`{-~])|[^\\])/u.exec(rest)?.[0];
  if (found === undefined) return undefined;
  const isPlainHyphen = found === "-" && (isFirst || rest[1] === "]");
  if ((found === "-" && !isPlainHyphen) || found === "]") return { text: `\\${found}`, length: 1 };
  return { text: /^\\[^a-z]/.test(found) ? unescaped(found, SYNTAX_IN_CLASS) : found, length: found.length };
}

const SYNTAX_IN_CLASS = /[-^$\\.*+?()[\]{}|/]/;

/**
 * Removes the backslash if ECMA-262 does not allow it: RE2 accepts any escaped punctuation, ECMA-262 only syntax
 * characters.
 */
function unescaped(text: string, syntax: RegExp): string {
  return syntax.test(text.slice(1)) ? text : text.slice(1);
}

function same(text: string): string {
  return text;
}

/** Reports whether ECMA-262 accepts a pattern. RE2 allows repetitions that ECMA-262 does not, such as `^*`. */
function isEcmaPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
