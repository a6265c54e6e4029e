/** White space as Go knows it. Source: Go's unicode.IsSpace and strings.TrimSpace. */

const SPACES = new Set(
  "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000",
);

/** Reports whether a string is empty or contains only white space. */
export function isBlank(text: string): boolean {
  return trimSpace(text) === "";
}

/** Returns a string without the white space at its ends. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACES.has(text.charAt(start))) start++;
  while (end > start && SPACES.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
