/** Writes descriptions in comments in a form that the build reads back exactly. */
import { escapeInvisible } from "../../scripts/core/model/control-characters.js";

/** Returns the value of `@description` that sets exactly a text: a JSON string in backticks. */
export function exactValue(text: string): string {
  const json = JSON.stringify(text).replace(/[`/&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
  return `\`${escapeInvisible(json)}\``;
}

/** Returns the lines of a comment for a description with the layout `as-written`: plain if a comment can hold it. */
export function descriptionLines(text: string): string[] {
  return isPlain(text) ? text.replaceAll("*/", "*&#47;").split("\n") : [`@description ${exactValue(text)}`];
}

/** Reports whether a text is the same as the prose of a comment. Leaves out code, which must be closed, and at-signs. */
function isPlain(text: string): boolean {
  return (
    text !== "" && text === text.trim() && !/[`@\r]|^[ \t]*~~~|&#47;/m.test(text) && escapeInvisible(text) === text
  );
}
