/** A pattern as the steps to which RE2 compiles it, so it has the same meaning here as in validation. */
import { compiledPattern } from "../../../../kubernetes/re2/pattern.js";

/** Conditions between two characters under which a step is taken. Source: RE2, as in Go's regexp/syntax. */
export const CONDITIONS = {
  beginLine: 1,
  endLine: 2,
  beginText: 4,
  endText: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const;

export type ProgramStep =
  | { readonly kind: "fork"; readonly next: readonly number[] }
  | { readonly kind: "condition"; readonly next: readonly number[]; readonly holds: number }
  | { readonly kind: "character"; readonly next: readonly number[]; readonly set: CharacterSet }
  | { readonly kind: "match" | "fail"; readonly next: readonly number[] };

/** Pairs of the first and the last code point of a range, in order. */
export type CharacterSet = readonly number[];

export interface Program {
  readonly steps: readonly ProgramStep[];
  readonly start: number;
}

/** Instruction of re2js, which declares it as `any`. */
interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: ArrayLike<number>;
}

/** A longer program would take too long. */
const STEP_LIMIT = 3000;

/** Returns the steps of a pattern, or undefined if there are too many or one of them is not supported. */
export function programOf(pattern: string): Program | undefined {
  const compiled = compiledPattern(pattern);
  if (compiled === undefined) return undefined;
  const { inst, start }: { inst: readonly Instruction[]; start: number } = compiled.re2().prog;
  if (inst.length > STEP_LIMIT) return undefined;
  const steps = inst.map(stepOf);
  return steps.every((step) => step !== undefined) ? { steps, start } : undefined;
}

/** Names of the operations, by number. Source: re2js, Inst.js. */
const OPERATIONS = [
  "",
  "alt",
  "altMatch",
  "capture",
  "empty",
  "fail",
  "match",
  "nop",
  "rune",
  "rune1",
  "any",
  "anyNotNl",
];

function stepOf({ op, out, arg, runes }: Instruction): ProgramStep | undefined {
  switch (OPERATIONS[op]) {
    case "alt":
    case "altMatch":
      return { kind: "fork", next: [out, arg] };
    case "capture":
    case "nop":
      return { kind: "fork", next: [out] };
    case "empty":
      return { kind: "condition", next: [out], holds: arg };
    case "match":
      return { kind: "match", next: [] };
    case "fail":
      return { kind: "fail", next: [] };
    case "rune":
    case "rune1":
    case "any":
    case "anyNotNl":
      return characterStep(out, arg, [...Array.from(runes)]);
    default:
      return undefined;
  }
}

const FOLDS_CASE = 1;

function characterStep(out: number, flags: number, runes: readonly number[]): ProgramStep | undefined {
  const [only] = runes;
  if (runes.length !== 1 || only === undefined) return { kind: "character", next: [out], set: runes };
  const set = (flags & FOLDS_CASE) === 0 ? [only, only] : foldedSet(only);
  return set && { kind: "character", next: [out], set };
}

/** Returns the cases of one ASCII letter. The long s and the Kelvin sign are additional cases of s and k. */
function foldedSet(code: number): CharacterSet | undefined {
  const letter = String.fromCodePoint(code);
  if (!/[a-z]/i.test(letter)) return undefined;
  const [upper, lower] = [letter.toUpperCase(), letter.toLowerCase()].map((text) => text.codePointAt(0) ?? code);
  const further = { s: [0x17f], k: [0x212a] }[letter.toLowerCase()] ?? [];
  return [upper as number, lower as number, ...further].flatMap((each) => [each, each]);
}
