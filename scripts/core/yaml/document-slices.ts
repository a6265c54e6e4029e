/** Splits streams of manifests, to read one document after the other: the events of a parser need much memory. */
import { isJson } from "./go-syntax.js";
import { jsonObjectsIn, type Slice } from "./json-stream.js";

/**
 * Returns the parts of a stream that contain one document each. The parts are the whole text, and each of them can be read
 * by itself. Comments and directives before a document belong to it.
 */
export function documentSlices(text: string): Slice[] {
  const lines = [...text.matchAll(DOCUMENT_START)];
  if (isJson(text) && lines.length === 0) return jsonObjectsIn(text);
  const starts = [0];
  for (const { index } of lines) {
    if (!HEAD.test(text.slice(starts.at(-1), index))) starts.push(index);
  }
  return starts.map((start, number) => ({ start, end: starts[number + 1] ?? text.length }));
}

/** Line that starts a document. No value can contain it, not even a block scalar. Source: YAML 1.2.2, 9.1.2. */
const DOCUMENT_START = /(?<=^|\n)---(?=\s|$)/g;

/** Text of blank lines, comments and directives. */
const HEAD = /^(?:[ \t]*(?:[#%][^\r\n]*)?(?:\r?\n|$))*$/;
