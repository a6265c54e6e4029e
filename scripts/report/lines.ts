import type { Position } from "../core/model/location.js";

/** Text with the offsets of its lines, to find many places in a large file. */
export class Lines {
  #starts: readonly number[] | undefined;

  constructor(readonly text: string) {}

  /** Returns the line and column of an offset, or those of the end if the offset is larger. */
  positionOf(offset: number): Position {
    const place = Math.min(offset, this.text.length);
    this.#starts ??= startsOf(this.text);
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (Number(this.#starts[middle]) <= place) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: place - Number(this.#starts[low]) + 1 };
  }

  /** Returns the rest of the line after an offset, without the line break. */
  restOfLine(offset: number): string {
    const end = this.text.indexOf("\n", offset);
    const rest = this.text.slice(offset, end < 0 ? undefined : end);
    return end >= 0 && rest.endsWith("\r") ? rest.slice(0, -1) : rest;
  }
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}
