import { once } from "../once.js";

/** Made when it is needed, because loading the rules of a language takes milliseconds. */
const format = once(() => new Intl.ListFormat("en", { type: "disjunction" }));

/** Returns words as alternatives, such as "a, b, or c". */
export function alternatives(words: readonly string[]): string {
  return format().format(words);
}
