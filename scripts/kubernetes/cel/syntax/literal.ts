import type { Token } from "./lex.js";
import { SyntaxFailure } from "./problem.js";
import type { Literal, Span } from "./tree.js";

/**
 * Returns the value of a token, or undefined if it has none. Only int and double can have a sign. Throws a
 * SyntaxFailure if a number is out of range.
 */
export function literalOf({ kind, text }: Token, sign: "" | "-", span: Span): Literal | undefined {
  if (kind === "int") return { type: kind, value: whole(text, sign, span, -(2n ** 63n), 2n ** 63n - 1n) };
  if (kind === "double") return { type: kind, value: double(text, sign, span) };
  if (sign === "-") return undefined;
  if (kind === "uint") return { type: kind, value: whole(text, sign, span, 0n, 2n ** 64n - 1n) };
  if (kind === "string" || kind === "bytes") return { type: kind, value: text };
  if (kind !== "keyword" || text === "in") return undefined;
  return text === "null" ? { type: "null" } : { type: "bool", value: text === "true" };
}

/** More digits than this are out of range. BigInt takes long for very many digits. */
const MOST_DIGITS = 400;

function whole(text: string, sign: "" | "-", span: Span, least: bigint, most: bigint): bigint {
  const digits = text.replace(/^(0x)?0+(?=[0-9a-fA-F])/, "$1");
  const value = digits.length > MOST_DIGITS ? most + 1n : BigInt(digits);
  const signed = sign === "-" ? -value : value;
  if (signed < least || signed > most) throw new SyntaxFailure(`the number ${sign}${text} is too large`, span);
  return signed;
}

function double(text: string, sign: "" | "-", span: Span): number {
  const value = Number(sign + text);
  if (!Number.isFinite(value)) throw new SyntaxFailure(`the number ${sign}${text} is too large`, span);
  return value;
}
