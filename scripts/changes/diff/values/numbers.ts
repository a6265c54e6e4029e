/**
 * Numbers, exactly. What schemas say about a number changes at their bounds, and with what it is a multiple of: so it is
 * enough to try one number for each stretch between bounds, and in it one for each set of factors.
 */

import type { Json } from "../../../core/model/json.js";
import { isIntOrString, type StructuralSchema } from "../../../core/model/schema.js";
import { isInt64, toInt64 } from "../../../kubernetes/validation/numbers.js";
import type { Search } from "./answer.js";
import type { Effort } from "./effort.js";
import { fits, mapSchemas, type Node, withBranches } from "./node.js";

/** A number that fits one node and not the other; without another, one that fits the node. */
export function findNumber(node: Node, other: Node | undefined, effort: Effort): Search {
  const nodes = other === undefined ? [node] : [node, other];
  const limits = nodes.flatMap((each) => sayings(each, limitsOf));
  const factors = [...new Set(nodes.flatMap((each) => sayings(each, factorsOf)))];
  const whole = wholeNumbers(limits, factors);
  const borders = fractionBorders(limits);
  const tried = plainestFirst([...(whole ?? []), ...borders, ...stretchesOf(borders).map(({ inside }) => inside)]);
  effort.spend(tried.length);
  const found = tried.find((number) => fits(node, number) && (other === undefined || !fits(other, number)));
  if (found !== undefined) return { found };
  return whole !== undefined && areFractionsKept(node, other, factors, borders) ? "none" : "open";
}

/** Numbers worth trying: those around every bound of a node, and in between, and multiples near the bounds. */
export function interestingNumbers(node: Node): number[] {
  const limits = [...FORMAT_LIMITS, ...sayings(node, limitsOf)];
  const multiples = sayings(node, factorsOf).flatMap((factor) =>
    limits.flatMap((limit) => [-1, 0, 1].map((more) => (Math.round(limit / factor) + more) * factor)),
  );
  const borders = fractionBorders(limits);
  const between = stretchesOf(borders).map(({ inside }) => inside);
  return plainestFirst(sorted([...borders, ...between, ...multiples].filter(Number.isFinite)));
}

function plainestFirst(numbers: readonly number[]): number[] {
  return numbers.toSorted((a, b) => Math.abs(a) - Math.abs(b) || b - a);
}

function sayings(node: Node, read: (schema: StructuralSchema) => number[]): number[] {
  return node.parts.flatMap(({ schema }) => withBranches(schema).flatMap(read));
}

/** Every number at which what a schema says may change. */
function limitsOf({ minimum, maximum, enum: values = [] }: StructuralSchema): number[] {
  return [...[minimum, maximum].filter((limit) => limit !== undefined), ...values.flatMap(numbersOf)];
}

/** Among the values of an enum, a text of one character is found by the number that is its code. */
function numbersOf(value: Json): number[] {
  if (typeof value === "number") return [value];
  const isCharacter = typeof value === "string" && [...value].length === 1;
  return isCharacter ? [value.codePointAt(0) ?? 0] : [];
}

function factorsOf({ multipleOf }: StructuralSchema): number[] {
  return multipleOf === undefined ? [] : [multipleOf];
}

/** Where formats end. */
const FORMAT_LIMITS = [0, 2 ** 31, 2 ** 63].flatMap((limit) => [-limit, limit]);
/** Where the distance from one number to the next doubles, which matters for what they are multiples of. */
const SCALE_LIMITS = Array.from({ length: 10 }, (_, index) => 2 ** (53 + index)).flatMap((limit) => [-limit, limit]);

/**
 * So many multiples in a row hold one that none of so many other numbers divides, unless one of them divides all
 * (Jacobsthal's function). With more factors, nothing is decided.
 */
const ENOUGH_MULTIPLES = [1, 2, 4, 6, 10, 14, 22];

/** Whole numbers that stand for all; undefined where there are too many factors for that, or too large ones. */
function wholeNumbers(limits: readonly number[], factors: readonly number[]): number[] | undefined {
  const steps = [...new Set(factors.map(toInt64))].filter((factor) => factor > 1);
  const around = [...FORMAT_LIMITS, ...limits].flatMap((limit) => neighbours(toInt64(limit)));
  const borders = sorted([...around, ...(steps.length === 0 ? [] : SCALE_LIMITS)].filter(isInt64));
  const enough = ENOUGH_MULTIPLES[steps.length];
  const multiples = commonMultiples(steps);
  if (enough === undefined || multiples.some((multiple) => multiple > 2 ** 40)) return undefined;
  const between = pairsOf(borders).flatMap(([low, high]) =>
    multiples.flatMap((multiple) => multiplesBetween(multiple, low, high, enough)),
  );
  return [...borders, ...between];
}

/** Of every set of factors. The empty one has 1, whose multiples are all numbers. */
function commonMultiples(factors: readonly number[]): number[] {
  const multiples = [1];
  for (const factor of factors.slice(0, ENOUGH_MULTIPLES.length)) {
    multiples.push(...multiples.map((multiple) => leastCommonMultiple(multiple, factor)));
  }
  return [...new Set(multiples)];
}

function leastCommonMultiple(a: number, b: number): number {
  return (a / greatestCommonDivisor(a, b)) * b;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The first multiples after a number and before another, among the numbers that can be told apart there. */
function multiplesBetween(factor: number, low: number, high: number, count: number): number[] {
  const step = leastCommonMultiple(factor, distance(Math.min(Math.abs(low), Math.abs(high))));
  const first = Math.floor(low / step) - 1;
  return Array.from({ length: count + 4 }, (_, index) => (first + index) * step)
    .filter((number) => number > low && number < high)
    .slice(0, count);
}

/** Where what is said about numbers that are not held as whole ones of 64 bits may change. */
function fractionBorders(limits: readonly number[]): number[] {
  const ends = [3.4028235677973366e38, Number.MAX_VALUE].flatMap((limit) => [-limit, limit]);
  return sorted([...FORMAT_LIMITS, ...limits, ...ends].flatMap(neighbours).filter(Number.isFinite));
}

interface Stretch {
  readonly low: number;
  readonly high: number;
  /** A number that is not held as a whole one. */
  readonly inside: number;
}

/** What lies between borders, where it holds such numbers. */
function stretchesOf(borders: readonly number[]): Stretch[] {
  return pairsOf(borders).flatMap(([low, high]) => {
    const inside = insidesOf(low, high).find((number) => number > low && number < high && !isInt64(number));
    return inside === undefined ? [] : [{ low, high, inside }];
  });
}

/** One of them is no whole number, if there are others in between: an eighth and a quarter are whole from whole alone. */
function insidesOf(low: number, high: number): number[] {
  return [low + 0.5, high - 0.5, ...[8, 4, 2].map((part) => low + (high / part - low / part))];
}

function neighbours(limit: number): number[] {
  const step = distance(Math.abs(limit));
  return [limit - step, limit, limit + step];
}

/** From a whole number to the next that can be told from it. */
function distance(magnitude: number): number {
  return Math.max(1, 2 ** (Math.floor(Math.log2(Math.max(magnitude, 1))) - 52));
}

/** Each number with the next one. */
function pairsOf(numbers: readonly number[]): [low: number, high: number][] {
  return numbers.flatMap((low, index): [number, number][] => {
    const high = numbers[index + 1];
    return high === undefined ? [] : [[low, high]];
  });
}

/** In order, each once, and without a negative zero. */
function sorted(numbers: readonly number[]): number[] {
  return [...new Set(numbers.map((number) => number + 0))].sort((a, b) => a - b);
}

/** With more factors, there are too many ways for them to divide or not. */
const ASSUMED_FACTORS = 4;

/**
 * Whether no number is lost between borders, whichever factors divide it there. Those that were tried may all have failed
 * to be multiples, so that is assumed both ways.
 */
function areFractionsKept(
  node: Node,
  other: Node | undefined,
  factors: readonly number[],
  borders: readonly number[],
): boolean {
  if (factors.length === 0 || hasNoFractions(node)) return true;
  if (factors.length > ASSUMED_FACTORS) return false;
  return assumptionsOf(factors).every((divides) => {
    const assuming = (each: Node) => mapSchemas(each, (schema) => assume(schema, divides));
    const [assumed, otherAssumed] = [assuming(node), other && assuming(other)];
    const isLost = (number: number) =>
      fits(assumed, number) && (otherAssumed === undefined || !fits(otherAssumed, number));
    const stretches = stretchesOf(borders).filter((stretch) => divides.every((factor) => mayDivide(factor, stretch)));
    return !stretches.some(({ inside }) => isLost(inside));
  });
}

function hasNoFractions({ parts }: Node): boolean {
  return parts.some(({ schema }) => schema.type === "integer" || isIntOrString(schema));
}

/** Every set of factors that may divide a fraction while the others do not. */
function assumptionsOf(factors: readonly number[]): number[][] {
  const sets = Array.from({ length: 2 ** factors.length }, (_, chosen) =>
    factors.filter((_, index) => (chosen & (1 << index)) !== 0),
  );
  return sets.filter((set) =>
    factors.every((factor) => set.includes(factor) || !set.some((known) => implies(known, factor))),
  );
}

/** A fraction need be a multiple only nearly; rounding makes no difference to whole factors a power of two apart. */
function implies(known: number, factor: number): boolean {
  const ratio = known / factor;
  return known === factor || (isInt64(factor) && factor > 0 && ratio >= 1 && Number.isInteger(Math.log2(ratio)));
}

/** Whether a multiple other than zero lies in a stretch, or nearly so. */
function mayDivide(factor: number, { low, high }: Stretch): boolean {
  const [from, to] = [low - Math.abs(low) * 1e-8, high + Math.abs(high) * 1e-8];
  const [first, last] = [Math.ceil(from / factor), Math.floor(to / factor)];
  return factor > 0 && first <= last && !(first === 0 && last === 0);
}

/** The schema as it is for numbers that some factors divide and no others. */
function assume(schema: StructuralSchema, divides: readonly number[]): StructuralSchema {
  const { multipleOf, allOf, anyOf, oneOf, not, ...rest } = schema;
  const assumeAll = (branches: readonly StructuralSchema[]) => branches.map((branch) => assume(branch, divides));
  const isBroken = multipleOf !== undefined && !divides.includes(multipleOf);
  const all = [...(allOf ? assumeAll(allOf) : []), ...(isBroken ? [{ not: {} }] : [])];
  return {
    ...rest,
    ...((allOf || isBroken) && { allOf: all }),
    ...(anyOf && { anyOf: assumeAll(anyOf) }),
    ...(oneOf && { oneOf: assumeAll(oneOf) }),
    ...(not && { not: assume(not, divides) }),
  };
}
