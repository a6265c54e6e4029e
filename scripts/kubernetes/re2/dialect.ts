/** Translates patterns of Go into patterns of re2js, where the two differ. */
import { ASCII, ASSIGNED, unicodeClass } from "./unicode-classes.js";

/** Parts outside of classes in brackets. The first character of a class is literal, and so is text after `\Q`. */
const PART = /\\[pP](?:\{[^}]*(?:\}|$)|.)|\\Q.*?(?:\\E|$)|\\.|\(\?P?<(?<group>\w+)>|\[\^?\]?|./gsu;
/** Parts of a class in brackets. The name of a POSIX class, such as `[:alpha:]`, ends with another bracket. */
const PART_OF_CLASS = /\\[pP](?:\{[^}]*(?:\}|$)|.)|\\.|\[:.*?:\]|./gsu;
/** Parts of a class after which no POSIX class can follow. */
const PART_OF_LAST_CLASS = /\\[pP](?:\{[^}]*(?:\}|$)|.)|\\.|./gsu;

/**
 * Returns the pattern for re2js. Go has other names of Unicode classes, and allows several groups with the same name.
 * Throws if Go has no class with a name. Takes linear time.
 */
export function toRe2js(pattern: string): string {
  const groups = new Set<string>();
  const lastPosix = pattern.lastIndexOf(":]");
  let translated = "";
  let isInClass = false;
  for (let at = 0; at < pattern.length; ) {
    const form = !isInClass ? PART : at < lastPosix ? PART_OF_CLASS : PART_OF_LAST_CLASS;
    form.lastIndex = at;
    const { 0: part = "", groups: { group } = {} } = form.exec(pattern) ?? {};
    at = form.lastIndex;
    if (/^\\[pP]./s.test(part)) translated += unicodeClassIn(part, isInClass);
    else if (group !== undefined && groups.has(group)) translated += "(";
    // re2js looks for the end of a POSIX class after each bracket, which takes quadratic time.
    else translated += isInClass && part === "[" ? "\\[" : part;
    if (group !== undefined) groups.add(group);
    if (isInClass ? part === "]" : part.startsWith("[")) isInClass = !isInClass;
  }
  return translated;
}

/** Returns a Unicode class, such as `\p{^greek}`, with the name that re2js has. */
function unicodeClassIn(part: string, isInClass: boolean): string {
  const [, letter, negation, name = ""] = /^\\(.)(?:\{(?=.*\}$)|(?!\{))(\^?)(.*?)\}?$/su.exec(part) ?? [];
  const known = unicodeClass(name);
  if (known === undefined) throw new Error(`invalid character class range: \`${part}\``);
  const isNegated = (letter === "P") !== (negation !== "");
  if (known === ASCII) {
    const posix = isNegated ? "[:^ascii:]" : "[:ascii:]";
    return isInClass ? posix : `[${posix}]`;
  }
  const [table, isInverted] = known === ASSIGNED ? ["Cn", !isNegated] : [known, isNegated];
  return `\\${isInverted ? "P" : "p"}{${table}}`;
}
