/**
 * An address of mail, with or without a name before it. Source: Go's net/mail.ParseAddress, less its rarest forms:
 * comments within comments, groups, and names in an encoding that Go does not know.
 */
import { isIp } from "./network.js";

const SIGN = '[^\\x00-\\x20\\x7f()<>[\\]:;@\\\\,".]';
const ATOM = `${SIGN}+(?:\\.${SIGN}+)*`;
const QUOTED = '"(?:[^\\x00-\\x08\\x0a-\\x1f\\x7f"\\\\]|\\\\[^\\x00-\\x08\\x0a-\\x1f\\x7f])*"';
const SPACE = "[ \\t]*";
const COMMENTS = `(?:\\((?:[^()\\\\]|\\\\[^])*\\)${SPACE})*`;
const ADDRESS = `${SPACE}(?:${ATOM}|(?!"")${QUOTED})@${SPACE}(?:${ATOM}|\\[(?<literal>[^\\x00-\\x20\\x7f[\\]\\\\]*)\\])`;
const WORD = `(?:(?:${SIGN}|\\.)+|${QUOTED})`;
const PHRASE = `${WORD}(?:${SPACE}${COMMENTS}${WORD})*${SPACE}${COMMENTS}`;

const PLAIN = new RegExp(`^${SPACE}${ADDRESS}${SPACE}${COMMENTS}$`, "u");
const NAMED = new RegExp(`^${SPACE}(?:${PHRASE})?${SPACE}<${ADDRESS}>${SPACE}${COMMENTS}$`, "u");

export function isEmail(text: string): boolean {
  const match = PLAIN.exec(text) ?? NAMED.exec(text);
  const literal = match?.groups?.literal;
  return match !== null && (literal === undefined || isIp(literal));
}
