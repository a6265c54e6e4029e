/**
 * Compares numbers exactly. The constraints of schemas on numbers change only at bounds and with divisibility. It is
 * therefore enough to try one number for each interval between bounds and each set of factors.
 */

import type { Json } from "../../../core/model/json.js";
import { isIntOrString, type StructuralSchema } from "../../../core/model/schema.js";
import { isInt64, toInt64 } from "../../../kubernetes/int64.js";
import type { Search } from "./answer.js";
import type { Effort } from "./effort.js";
import { fits, mapSchemas, type Node, withBranches } from "./node.js";

/** Number of branches against which a number is validated in one step. */
const BRANCHES_PER_STEP = 32;

/** Searches for a number that matches one node but not the other. If there is no other node, any match is enough. */
export function findNumber(node: Node, other: Node | undefined, effort: Effort): Search {
  const nodes = other === undefined ? [node] : [node, other];
  const limits = nodes.flatMap((each) => sayings(each, limitsOf));
  const factors = [...new Set(nodes.flatMap((each) => sayings(each, factorsOf)))];
  const whole = wholeNumbers(limits, factors);
  const borders = fractionBorders(limits);
  const tried = plainestFirst([...(whole ?? []), ...borders, ...stretchesOf(borders).map(({ inside }) => inside)]);
  effort.spend(tried.length * stepsPerNumber(nodes));
  const found = tried.find((number) => fits(node, number) && (other === undefined || !fits(other, number)));
  if (found !== undefined) return { found };
  return whole !== undefined && areFractionsKept(node, other, factors, borders) ? "none" : "open";
}

/** Returns the number of steps in which one number is validated. */
function stepsPerNumber(nodes: readonly Node[]): number {
  const schemas = nodes.flatMap(({ parts }) => parts.flatMap(({ schema }) => withBranches(schema)));
  return Math.ceil(schemas.length / BRANCHES_PER_STEP);
}

/**
 * Returns numbers worth trying: those at and around the bounds of a node, those in between, and multiples near the
 * bounds.
 */
export function interestingNumbers(node: Node, effort: Effort): number[] {
  const limits = [...FORMAT_LIMITS, ...sayings(node, limitsOf)];
  const multiples = sayings(node, factorsOf).flatMap((factor) =>
    limits.flatMap((limit) => [-1, 0, 1].map((more) => (Math.round(limit / factor) + more) * factor)),
  );
  const borders = fractionBorders(limits);
  const between = stretchesOf(borders).map(({ inside }) => inside);
  const numbers = sorted([...borders, ...between, ...multiples].filter(Number.isFinite));
  effort.spend(numbers.length * stepsPerNumber([node]));
  return plainestFirst(numbers);
}

function plainestFirst(numbers: readonly number[]): number[] {
  return numbers.toSorted((a, b) => Math.abs(a) - Math.abs(b) || b - a);
}

function sayings(node: Node, read: (schema: StructuralSchema) => number[]): number[] {
  return node.parts.flatMap(({ schema }) => withBranches(schema).flatMap(read));
}

/** Returns the numbers at which the constraints of a schema may change. */
function limitsOf({ minimum, maximum, enum: values = [] }: StructuralSchema): number[] {
  return [...[minimum, maximum].filter((limit) => limit !== undefined), ...values.flatMap(numbersOf)];
}

/**
 * Returns the numbers that match an enum value. A string of one character matches the number that is its code point.
 */
function numbersOf(value: Json): number[] {
  if (typeof value === "number") return [value];
  const isCharacter = typeof value === "string" && [...value].length === 1;
  return isCharacter ? [value.codePointAt(0) ?? 0] : [];
}

function factorsOf({ multipleOf }: StructuralSchema): number[] {
  return multipleOf === undefined ? [] : [multipleOf];
}

/** Limits of number formats. */
const FORMAT_LIMITS = [0, 2 ** 31, 2 ** 63].flatMap((limit) => [-limit, limit]);
/** Magnitudes at which the distance between adjacent floating-point numbers doubles, which affects divisibility. */
const SCALE_LIMITS = Array.from({ length: 10 }, (_, index) => 2 ** (53 + index)).flatMap((limit) => [-limit, limit]);

/**
 * The number of consecutive multiples that always include one that no other factor divides, unless a factor divides all
 * of them (Jacobsthal's function). The index is the number of other factors. With more factors, nothing is decided.
 */
const ENOUGH_MULTIPLES = [1, 2, 4, 6, 10, 14, 22];

/**
 * Returns integers that represent all integers, or undefined if there are too many factors or if they are too large.
 */
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

/**
 * Returns the least common multiple of every set of factors. For the empty set, it is 1, of which all integers are
 * multiples.
 */
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

/** Returns the first multiples between two numbers, among the numbers that floating point can distinguish there. */
function multiplesBetween(factor: number, low: number, high: number, count: number): number[] {
  const step = leastCommonMultiple(factor, distance(Math.min(Math.abs(low), Math.abs(high))));
  const first = Math.floor(low / step) - 1;
  return Array.from({ length: count + 4 }, (_, index) => (first + index) * step)
    .filter((number) => number > low && number < high)
    .slice(0, count);
}

/** Returns the points at which constraints may change for numbers that are not stored as 64-bit integers. */
function fractionBorders(limits: readonly number[]): number[] {
  const ends = [3.4028235677973366e38, Number.MAX_VALUE].flatMap((limit) => [-limit, limit]);
  return sorted([...FORMAT_LIMITS, ...limits, ...ends].flatMap(neighbours).filter(Number.isFinite));
}

interface Stretch {
  readonly low: number;
  readonly high: number;
  /** A number that is not stored as an integer. */
  readonly inside: number;
}

/** Returns the stretches between borders that contain such numbers. */
function stretchesOf(borders: readonly number[]): Stretch[] {
  return pairsOf(borders).flatMap(([low, high]) => {
    const inside = insidesOf(low, high).find((number) => number > low && number < high && !isInt64(number));
    return inside === undefined ? [] : [{ low, high, inside }];
  });
}

/**
 * Returns candidates inside a stretch, one of which is not an integer if the stretch contains such numbers. If the
 * points at one eighth and one quarter are integers, `low` is one too, and `low + 0.5` is not.
 */
function insidesOf(low: number, high: number): number[] {
  return [low + 0.5, high - 0.5, ...[8, 4, 2].map((part) => low + (high / part - low / part))];
}

function neighbours(limit: number): number[] {
  const step = distance(Math.abs(limit));
  return [limit - step, limit, limit + step];
}

/** Returns the distance from an integer to the next one that floating point can distinguish from it. */
function distance(magnitude: number): number {
  return Math.max(1, 2 ** (Math.floor(Math.log2(Math.max(magnitude, 1))) - 52));
}

/** Returns each number with the next one. */
function pairsOf(numbers: readonly number[]): [low: number, high: number][] {
  return numbers.flatMap((low, index): [number, number][] => {
    const high = numbers[index + 1];
    return high === undefined ? [] : [[low, high]];
  });
}

/** Returns the numbers in order, each once, and without a negative zero. */
function sorted(numbers: readonly number[]): number[] {
  return [...new Set(numbers.map((number) => number + 0))].sort((a, b) => a - b);
}

/** With more factors, there are too many combinations of factors that divide a number. */
const ASSUMED_FACTORS = 4;

/**
 * Reports whether no number is lost between borders, for every set of factors that may divide it. The numbers that were
 * tried may not be multiples of any factor, so both cases are assumed in turn.
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

/** Returns every set of factors that may divide a fraction while the other factors do not. */
function assumptionsOf(factors: readonly number[]): number[][] {
  const sets = Array.from({ length: 2 ** factors.length }, (_, chosen) =>
    factors.filter((_, index) => (chosen & (1 << index)) !== 0),
  );
  return sets.filter((set) =>
    factors.every((factor) => set.includes(factor) || !set.some((known) => implies(known, factor))),
  );
}

/**
 * Reports whether every multiple of one factor is a multiple of another. For fractions, the check of multiples
 * tolerates rounding errors. They make no difference between integer factors that are a power of two apart.
 */
function implies(known: number, factor: number): boolean {
  const ratio = known / factor;
  return known === factor || (isInt64(factor) && factor > 0 && ratio >= 1 && Number.isInteger(Math.log2(ratio)));
}

/** Reports whether a stretch contains a multiple other than zero, within rounding. */
function mayDivide(factor: number, { low, high }: Stretch): boolean {
  const [from, to] = [low - Math.abs(low) * 1e-8, high + Math.abs(high) * 1e-8];
  const [first, last] = [Math.ceil(from / factor), Math.floor(to / factor)];
  return factor > 0 && first <= last && !(first === 0 && last === 0);
}

/** Returns the schema as it applies to numbers that the given factors divide and no others do. */
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
