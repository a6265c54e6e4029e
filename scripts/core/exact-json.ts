/**
 * Reads and prints JSON with integers that a number of JavaScript does not represent. They pass through the program as
 * marked strings, so an object that is written again keeps them.
 */
import { randomUUID } from "node:crypto";
import { type Json, parseJson } from "./model/json.js";

/** No string of an API server can start with it. */
const MARK = `${randomUUID()} `;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, "g");
const DIGITS = 16;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Returns undefined if the string is not valid JSON. */
export function parseExactJson(text: string): Json | undefined {
  return parseJson(/\d{16}/.test(text) ? marked(text) : text);
}

/** Marks the integers outside of strings. A regular expression for whole strings overflows the stack for long ones. */
function marked(text: string): string {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const quote = text.indexOf('"', start);
    const between = quote === -1 ? text.slice(start) : text.slice(start, quote);
    parts.push(between.length < DIGITS ? between : between.replace(NUMBER, markedNumber));
    if (quote === -1) break;
    start = endOfString(text, quote);
    parts.push(text.slice(quote, start));
  }
  return parts.join("");
}

function markedNumber(number: string): string {
  return /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number)) ? `"${MARK}${number}"` : number;
}

/** Returns the index after the string that starts at a quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    let before = at - 1;
    while (text[before] === "\\") before--;
    if ((at - before) % 2 === 1) return at + 1;
  }
}

/** Returns a value in which numbers of JavaScript stand for the integers, as everywhere except in parsed responses. */
export function rounded(value: Json): Json {
  const text = JSON.stringify(value);
  return text.includes(MARK) ? JSON.parse(text.replace(MARKED, "$1")) : value;
}

export function printExactJson(value: Json): string {
  return withExactIntegers(JSON.stringify(value));
}

/** Returns JSON text with the integers in the place of the marked strings. */
export function withExactIntegers(text: string): string {
  return text.includes(MARK) ? text.replace(MARKED, "$1") : text;
}
