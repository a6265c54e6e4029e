/** Integers of 64 bits, as the API server represents numbers of JSON. */
const INT64_LIMIT = 2 ** 63;

/**
 * Reports whether the API server represents a number as a 64-bit integer. JSON writes the limits themselves as larger
 * numbers.
 */
export function isInt64(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < INT64_LIMIT;
}

/**
 * Returns a bound as the integer with which the API server compares integers: truncated, or the lowest int64 if the
 * bound is outside of int64.
 */
export function toInt64(limit: number): number {
  return Math.abs(limit) < INT64_LIMIT ? Math.trunc(limit) : -INT64_LIMIT;
}
