/** Size of a value, as far as it affects the time that its validation takes. */
import type { Json } from "../../../core/model/json.js";

/** Number of parts of a value that take about as long to validate as the other work of one step. */
const PARTS_PER_STEP = 32;

/** Number of characters that take about as long to match a pattern as a part of a value. */
const CHARACTERS_PER_PART = 8;

const known = new WeakMap<object, number>();

/** Returns the number of steps that the validation of a value counts as. A small value counts as none. */
export function stepsFor(value: Json): number {
  return Math.floor(partsOf(value) / PARTS_PER_STEP);
}

/** Counts the parts of a value. A value that a list contains many times counts each time, but is traversed only once. */
function partsOf(value: Json): number {
  if (typeof value === "string") return 1 + Math.floor(value.length / CHARACTERS_PER_PART);
  if (typeof value !== "object" || value === null) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  const parts = Object.values(value).reduce<number>((sum, part) => sum + partsOf(part), 1);
  known.set(value, parts);
  return parts;
}
