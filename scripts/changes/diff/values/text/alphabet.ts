/** Classes of characters that a set of automata can distinguish, each with a few sample characters. */
import { type Automaton, MAX_CODE } from "./automaton.js";

/** Characters that no automaton distinguishes, the simplest first. */
export type Letter = readonly string[];

const READABLE = [..."abcxyz0123456789ABCXYZ-._/:@ ,;+*#%&=!?\"'\\()[]{}<>|~^$`é中😀\n\t"];
const KEPT = 6;

export function alphabetOf(automata: readonly Automaton[]): Letter[] {
  const borders = new Set([0, ...automata.flatMap(({ borders }) => borders)]);
  const starts = [...borders].sort((a, b) => a - b);
  const letters = new Map<string, string[]>();
  const place = (code: number) => {
    const sign = String.fromCodePoint(code);
    const key = automata.map((automaton) => automaton.classOf(code)).join();
    const letter = letters.get(key) ?? [];
    if (letter.length < KEPT && !letter.includes(sign)) letter.push(sign);
    letters.set(key, letter);
  };
  for (const sign of READABLE) place(sign.codePointAt(0) ?? 0);
  starts.flatMap((start, index) => codesBetween(start, (starts[index + 1] ?? MAX_CODE + 1) - 1)).forEach(place);
  return [...letters.values()];
}

/** Returns a code point of a range. Surrogate halves are skipped, because they are not characters. */
function codesBetween(first: number, last: number): number[] {
  if (first < 0xd800 || first > 0xdfff) return [first];
  return last > 0xdfff ? [0xe000] : [];
}
