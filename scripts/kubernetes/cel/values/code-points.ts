/** Indexes of the code points of a string. CEL counts code points, and JavaScript counts UTF-16 code units. */

const SURROGATE = /[\ud800-\udfff]/;

/** Returns the number of code points. */
export function codePointCount(text: string): number {
  return codePointIndex(text, text.length);
}

/** Returns the index of the code point that begins at a code unit. */
export function codePointIndex(text: string, unit: number): number {
  const units = unitsOf(text);
  if (!units) return unit;
  let [low, high] = [0, units.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle] as number) < unit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the code unit at which a code point begins, or the length of the string if the index is its end or beyond. */
export function unitIndex(text: string, codePoint: number): number {
  const units = unitsOf(text);
  return units ? (units[codePoint] ?? text.length) : Math.min(codePoint, text.length);
}

/** The string that was indexed last: loops read the same one again and again. */
let last: { readonly text: string; readonly units: Uint32Array | undefined } = { text: "", units: undefined };

/** Returns the code unit at which each code point begins, or undefined if every code point is one code unit. */
function unitsOf(text: string): Uint32Array | undefined {
  if (text !== last.text) last = { text, units: SURROGATE.test(text) ? indexed(text) : undefined };
  return last.units;
}

function indexed(text: string): Uint32Array {
  const units = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; count++) {
    units[count] = at;
    at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  }
  return units.subarray(0, count);
}
