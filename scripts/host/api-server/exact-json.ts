/**
 * Reads and prints JSON with integers that a number of JavaScript does not represent. They pass through the program as
 * marked strings, so an object that is written again keeps them.
 */
import { randomUUID } from "node:crypto";
import { type Json, parseJson } from "../../core/model/json.js";

/** No string of an API server can start with it. */
const MARK = `${randomUUID()} `;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, "g");

/** Returns undefined if the string is not valid JSON. */
export function parseExactJson(text: string): Json | undefined {
  if (!/\d{16}/.test(text)) return parseJson(text);
  const marked = text.replace(TOKEN, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${MARK}${token}"`,
  );
  return parseJson(marked);
}

export function printExactJson(value: Json): string {
  const text = JSON.stringify(value);
  return text.includes(MARK) ? text.replace(MARKED, "$1") : text;
}
