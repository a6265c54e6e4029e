/** Characters that no editor shows as they are: nobody could review them. */
import { isJsonObject, type Json } from "./json.js";

/** Control characters but for tabs and line ends, what turns the direction of a line, line ends of no editor, halves of pairs. */
const CONTROL = /(?![\t\n]|\r\n)[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Each control character of a text as Unicode names it, U+001B, with its first place. */
export function controlCharacters(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const { 0: character, index } of text.matchAll(CONTROL)) {
    const name = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    if (!places.has(name)) places.set(name, index);
  }
  return places;
}

/** A control character in any text of a value, keys included. */
export function controlCharacterIn(value: Json): string | undefined {
  if (typeof value === "string") return [...controlCharacters(value).keys()][0];
  const parts = Array.isArray(value) ? value : isJsonObject(value) ? Object.entries(value).flat() : [];
  for (const part of parts) {
    const found = controlCharacterIn(part as Json);
    if (found !== undefined) return found;
  }
  return undefined;
}
