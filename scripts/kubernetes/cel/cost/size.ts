/** Sizes and costs: unsigned integers of 64 bits that stay at the maximum. Source: google/cel-go, checker/cost.go. */

/** Smallest and largest size of a value: characters of a string, items of a list, entries of a map. */
export interface Size {
  readonly min: bigint;
  readonly max: bigint;
}

export const MAX = 2n ** 64n - 1n;
export const UNKNOWN: Size = { min: 0n, max: MAX };

export function exactly(size: bigint | number): Size {
  return { min: BigInt(size), max: BigInt(size) };
}

export function add(a: bigint, b: bigint): bigint {
  return a + b > MAX ? MAX : a + b;
}

export function multiply(a: bigint, b: bigint): bigint {
  return a * b > MAX ? MAX : a * b;
}

/** Multiplies by a factor and rounds up, with the precision of a double. */
export function scale(value: bigint, factor: number): bigint {
  const product = Math.ceil(Number(value) * factor);
  return product >= 2 ** 64 ? MAX : BigInt(product);
}

/** Keeps the lowest 64 bits, for the places where the API server does not notice an overflow. */
export function wrap(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

export function addSizes(a: Size, b: Size): Size {
  return { min: add(a.min, b.min), max: add(a.max, b.max) };
}

export function multiplySizes(a: Size, b: Size): Size {
  return { min: multiply(a.min, b.min), max: multiply(a.max, b.max) };
}

/** Returns the range that contains both sizes. */
export function union(a: Size, b: Size): Size {
  return { min: a.min < b.min ? a.min : b.min, max: a.max > b.max ? a.max : b.max };
}
