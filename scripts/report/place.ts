import { Lines } from "../core/lines.js";
import type { Diagnostic } from "../core/model/diagnostic.js";

/** The content of the source files to which diagnostics refer, by path. */
export type Texts = ReadonlyMap<string, Lines>;

/** A place in a source file. Lines and columns start at 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The source line, and the length of the marked part. */
  readonly source: string;
  readonly length: number;
}

/** Returns the place of a diagnostic, if it has one. */
export function findPlace({ location }: Diagnostic, texts: Texts): Place | undefined {
  if (!location) return undefined;
  const text = texts.get(location.file) ?? new Lines("");
  const { line, column } = text.positionOf(location.start);
  const end = text.positionOf(location.end);
  const lineStart = location.start - (column - 1);
  const source = text.restOfLine(lineStart);
  const length = Math.max(1, Math.min(location.end, lineStart + source.length) - location.start);
  return { file: location.file, line, column, endLine: end.line, endColumn: end.column, source, length };
}
