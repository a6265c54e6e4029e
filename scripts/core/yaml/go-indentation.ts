/** Indents lines as js-yaml requires it. Go's reader accepts less indentation inside quoted strings and flow collections. */
import { parseEvents, YAMLException } from "js-yaml";
import { MAX_DEPTH } from "../model/depth.js";

/** Maximum number of corrections, because the text is parsed again after each of them. */
const LIMIT = 1000;

/**
 * Returns a text in which more spaces start the lines that js-yaml rejects for this reason only. White space has no
 * meaning there, so the values do not change, and neither do the numbers of the lines.
 */
export function withGoIndentation(text: string): string {
  let indented = text;
  for (let left = LIMIT; left > 0; left--) {
    const at = deficientIndentation(indented);
    if (at === undefined) return indented;
    const start = indented.lastIndexOf("\n", at - 1) + 1;
    const spaces = Math.max(1, indentationBefore(indented, start) - (at - start));
    indented = `${indented.slice(0, start)}${" ".repeat(spaces)}${indented.slice(start)}`;
  }
  return indented;
}

/** Returns the offset of the first text that is not indented enough. */
function deficientIndentation(text: string): number | undefined {
  try {
    parseEvents(text, { maxDepth: MAX_DEPTH });
    return undefined;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return error.reason === "deficient indentation" ? error.mark?.position : undefined;
  }
}

/** Returns the indentation of the last line before an offset that is not blank. */
function indentationBefore(text: string, start: number): number {
  const before = text.slice(0, start).trimEnd();
  return /^ */.exec(before.slice(before.lastIndexOf("\n") + 1))?.[0].length ?? 0;
}
