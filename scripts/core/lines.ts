import type { Position } from "./model/location.js";

/** Text with the offsets of its lines, to find many places in a large file. */
export class Lines {
  #starts: readonly number[] | undefined;

  constructor(readonly text: string) {}

  /** Returns the line and column of an offset, or those of the end if the offset is larger. */
  positionOf(offset: number): Position {
    const place = Math.min(offset, this.text.length);
    const { index, start } = this.#lineAt(place);
    return { line: index + 1, column: place - start + 1 };
  }

  /** Returns the rest of the line after an offset, without the line break. */
  restOfLine(offset: number): string {
    const { next } = this.#lineAt(offset);
    const rest = this.text.slice(offset, next === undefined ? undefined : next - 1);
    return next !== undefined && rest.endsWith("\r") ? rest.slice(0, -1) : rest;
  }

  /** Returns the line of an offset: its index, its start, and the start of the next line, if there is one. */
  #lineAt(offset: number): { readonly index: number; readonly start: number; readonly next: number | undefined } {
    this.#starts ??= startsOf(this.text);
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (Number(this.#starts[middle]) <= offset) low = middle;
      else high = middle;
    }
    return { index: low, start: Number(this.#starts[low]), next: this.#starts[high] };
  }
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}
