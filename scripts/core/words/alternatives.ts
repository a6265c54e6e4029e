let format: Intl.ListFormat | undefined;

/**
 * Returns words as alternatives, such as "a, b, or c". The format is made when it is needed, because loading the rules
 * of a language takes milliseconds.
 */
export function alternatives(words: readonly string[]): string {
  format ??= new Intl.ListFormat("en", { type: "disjunction" });
  return format.format(words);
}
