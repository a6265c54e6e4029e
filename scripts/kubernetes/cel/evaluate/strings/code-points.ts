/** Indexes of the code points of a string. CEL counts code points, and JavaScript counts UTF-16 code units. */

const SURROGATE = /[\ud800-\udfff]/;

/** Returns the number of code points. */
export function codePointCount(text: string): number {
  return codePointIndex(text, text.length);
}

/** Returns the index of the code point that begins at a code unit. */
export function codePointIndex(text: string, unit: number): number {
  if (!SURROGATE.test(text)) return unit;
  let count = 0;
  for (let at = 0; at < unit; at += widthAt(text, at)) count++;
  return count;
}

/** Returns the code unit at which a code point begins, or the length of the string if the index is its end or beyond. */
export function unitIndex(text: string, codePoint: number): number {
  if (!SURROGATE.test(text)) return Math.min(codePoint, text.length);
  let at = 0;
  for (let left = codePoint; left > 0 && at < text.length; left--) at += widthAt(text, at);
  return at;
}

function widthAt(text: string, unit: number): number {
  return (text.codePointAt(unit) as number) > 0xffff ? 2 : 1;
}
