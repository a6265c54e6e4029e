/**
 * Parses an email address, with or without a display name. The expressions are RE2, so they take linear time for any
 * input. With backtracking they would not, because spaces, comments and names can follow each other in more than one
 * way.
 *
 * Source: Go's net/mail.ParseAddress, without its rarest forms (nested comments, groups, and names in an encoding that
 * Go does not know).
 */
import { compiledPattern } from "../re2/pattern.js";
import { isIp } from "./network.js";

const SIGN = '[^\\x00-\\x20\\x7f()<>[\\]:;@\\\\,".]';
const ATOM = `${SIGN}+(?:\\.${SIGN}+)*`;
const QUOTED_SIGN = '(?:[^\\x00-\\x08\\x0a-\\x1f\\x7f"\\\\]|\\\\[^\\x00-\\x08\\x0a-\\x1f\\x7f])';
const SPACE = "[ \\t]*";
const COMMENTS = `(?:\\((?:[^()\\\\]|\\\\(?s:.))*\\)${SPACE})*`;
const LOCAL = `(?:${ATOM}|"${QUOTED_SIGN}+")`;
const ADDRESS = `${SPACE}${LOCAL}@${SPACE}(?:${ATOM}|\\[(?P<literal>[^\\x00-\\x20\\x7f[\\]\\\\]*)\\])`;
const WORD = `(?:(?:${SIGN}|\\.)+|"${QUOTED_SIGN}*")`;
const PHRASE = `${WORD}(?:${SPACE}${COMMENTS}${WORD})*${SPACE}${COMMENTS}`;

const BARE_ADDRESS = `^${SPACE}${ADDRESS}${SPACE}${COMMENTS}$`;
const NAMED = `^${SPACE}(?:${PHRASE})?${SPACE}<${ADDRESS}>${SPACE}${COMMENTS}$`;

export function isEmail(text: string): boolean {
  const match = [BARE_ADDRESS, NAMED]
    .map((pattern) => compiledPattern(pattern)?.matcher(text))
    .find((matcher) => matcher?.find());
  const literal = match?.group("literal") ?? undefined;
  return match !== undefined && (literal === undefined || isIp(literal));
}
