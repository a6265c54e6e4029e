/** Characters that editors do not show, so reviewers could not see them. */
import { once } from "../once.js";
import { isJsonObject, type Json } from "./json.js";

/**
 * Control characters except tabs and line breaks, bidirectional controls, Unicode line separators, and unpaired
 * surrogates. Node needs milliseconds for an expression with Unicode properties, so it is made when it is needed.
 */
const control = once(() => /(?![\t\n]|\r\n)[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu);

/** Returns each control character of a string in Unicode notation, such as U+001B, with its first offset. */
export function controlCharacters(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  if (!DOUBTFUL.test(text)) return places;
  for (const { 0: character, index } of text.matchAll(control())) {
    const name = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    if (!places.has(name)) places.set(name, index);
  }
  return places;
}

/** Returns the first control character in any string of a value, including keys. */
export function controlCharacterIn(value: Json): string | undefined {
  if (typeof value === "string") return [...controlCharacters(value).keys()][0];
  const parts = Array.isArray(value) ? value : isJsonObject(value) ? Object.entries(value).flat() : [];
  for (const part of parts) {
    const found = controlCharacterIn(part as Json);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Control characters and line breaks. */
const controlOrBreak = once(() => /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu);

/**
 * Every string with a character of the sets above, except line breaks, and some more. It is several times as fast,
 * because it has no Unicode properties.
 */
const DOUBTFUL = /[^\t\n -~\xa0-\u1fff\u2070-\ud7ff]/;

/** Escapes control characters and line breaks as in JSON, so a string is one line and cannot control a terminal. */
export function escapeControls(text: string): string {
  return text.replace(controlOrBreak(), escaped);
}

/** Escapes control characters as in JSON, but not tabs and line breaks. */
export function escapeInvisible(text: string): string {
  return DOUBTFUL.test(text) ? text.replace(control(), escaped) : text;
}

/** Returns characters with the escapes of JSON. */
export function escaped(characters: string): string {
  const units = Array.from({ length: characters.length }, (_, index) => characters.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
