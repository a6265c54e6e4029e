/** One source file: its path, relative to the project with forward slashes, and its text. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** A stretch of a source file: offsets in UTF-16 units, the end exclusive. */
export interface Location {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** A place as people name it: line and column count from 1, columns in UTF-16 units as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The line and column of an offset. An offset past the end is the end. */
export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (const char of before) if (char === "\n") line++;
  return { line, column: before.length - lineStart + 1 };
}
