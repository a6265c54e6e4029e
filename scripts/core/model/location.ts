/** Source file: its path relative to the project, with forward slashes, and its text. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** Range in a source file, as offsets in UTF-16 code units. The end is exclusive. */
export interface Location {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** Place for users: line and column, counted from 1. Columns are UTF-16 code units, as in editors. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Returns the line and column of an offset, or those of the end if the offset is larger. */
export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (const char of before) if (char === "\n") line++;
  return { line, column: before.length - lineStart + 1 };
}
