/** Splits streams of manifests, to read one document after the other: the events of a parser need much memory. */
import { isJson } from "./go-syntax.js";
import { jsonObjectsIn, type Slice } from "./json-stream.js";
import { nextLine } from "./lines.js";

/**
 * Returns the parts of a stream that contain one document each. The parts are the whole text, and each of them can be read
 * by itself. Comments and directives before a document belong to it.
 */
export function documentSlices(text: string): Slice[] {
  const lines = [...text.matchAll(DOCUMENT_START)];
  if (isJson(text) && lines.length === 0) return jsonObjectsIn(text);
  const starts = [0];
  for (const { index } of lines) {
    if (hasContent(text, Number(starts.at(-1)), index)) starts.push(index);
  }
  return starts.map((start, number) => ({ start, end: starts[number + 1] ?? text.length }));
}

/** Line that starts a document. No value can contain it, not even a block scalar. Source: YAML 1.2.2, 9.1.2. */
const DOCUMENT_START = /(?<=^|\n)---(?=\s|$)/g;

/** Reports whether a part of a text contains more than blank lines, comments and directives. */
function hasContent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at = nextLine(text, at)) {
    LINE_WITH_CONTENT.lastIndex = at;
    if (LINE_WITH_CONTENT.test(text)) return true;
  }
  return false;
}

const LINE_WITH_CONTENT = /[ \t]*[^\s#%]/y;
