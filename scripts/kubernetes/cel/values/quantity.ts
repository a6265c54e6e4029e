/**
 * Quantities as the API server computes with them. Its two representations matter, because only an int64 can be
 * converted to an integer: `1536Mi` is one, but `1.5Gi` is not. Source: k8s.io/apimachinery, pkg/api/resource, and
 * gopkg.in/inf.v0.
 */
import { Failure, INT64, type Quantity } from "./value.js";

interface Parts {
  readonly isNegative: boolean;
  /** Digits before the point, without leading zeros. */
  readonly whole: string;
  readonly fraction: string;
  /** Set if there is a digit before the suffix. */
  readonly hasDigits: boolean;
  readonly suffix: Suffix;
}

interface Suffix {
  readonly base: 2 | 10;
  readonly exponent: number;
}

const NANO = -9;

/** Digits that a number can have. The API server has no limit, but a loop over longer numbers would take too long. */
const MAX_DIGITS = 10_000;

/** Power of ten that a calculation can multiply by, for the same reason: `1e999999999` is a short string. */
const MAX_SHIFT = 1_000;

const TOO_LARGE = "the quantity has too many digits";

/** Reports whether a string is a quantity, even one with too many digits for calculations. */
export function isQuantity(text: string): boolean {
  return partsOf(text) !== undefined;
}

export function parseQuantity(text: string): Quantity | Failure {
  const parts = partsOf(text);
  if (!parts)
    return new Failure("a quantity must be a number with an optional suffix, such as '1.5Gi', '100m' or '2e3'");
  return asInt64(parts) ?? asDecimal(parts);
}

// The lookaheads keep the expression from trying every split of a long run of characters.
const NUMBER = /^([+-]?)(\d*)(?!\d)(?:\.(\d*)(?!\d))?([eEinumkKMGTP]*(?![eEinumkKMGTP])[+-]?\d*)$/;

function partsOf(text: string): Parts | undefined {
  const [, sign, digits = "", fraction = "", unit = ""] = NUMBER.exec(text) ?? [];
  const suffix = sign === undefined || text === "" ? undefined : suffixOf(unit);
  if (!suffix) return undefined;
  const parts = {
    isNegative: sign === "-",
    whole: digits.replace(/^0+/, "") || "0",
    fraction,
    hasDigits: digits !== "" || fraction !== "",
    suffix,
  };
  return parts.hasDigits || int64ExponentOf(parts) !== undefined ? parts : undefined;
}

const SUFFIXES: ReadonlyMap<string, Suffix> = new Map([
  ...["n", "u", "m", "", "k", "M", "G", "T", "P", "E"].map((suffix, index) => decimal(suffix, 3 * index - 9)),
  ...["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].map((suffix, index) => binary(suffix, 10 * (index + 1))),
]);

function decimal(suffix: string, exponent: number): [string, Suffix] {
  return [suffix, { base: 10, exponent }];
}

function binary(suffix: string, exponent: number): [string, Suffix] {
  return [suffix, { base: 2, exponent }];
}

/** Returns the meaning of a suffix. An exponent is an int64, of which the API server uses the lower 32 bits. */
function suffixOf(text: string): Suffix | undefined {
  const known = SUFFIXES.get(text);
  if (known) return known;
  const [, sign, digits = ""] = /^[eE]([+-]?)0*(\d+)$/.exec(text) ?? [];
  if (sign === undefined || digits.length > 19) return undefined;
  const exponent = BigInt(sign === "-" ? `-${digits}` : digits);
  return isInRange(exponent) ? { base: 10, exponent: Number(BigInt.asIntN(32, exponent)) } : undefined;
}

function isInRange(value: bigint): boolean {
  return value >= INT64.min && value <= INT64.max;
}

/** Returns the exponent of a quantity that the API server parses as an int64: one with few digits. */
function int64ExponentOf({ whole, fraction, suffix }: Omit<Parts, "hasDigits">): number | undefined {
  if (suffix.base === 2) return fraction === "" && whole.length <= 14 - (3 * suffix.exponent) / 10 ? 0 : undefined;
  const exponent = (suffix.exponent - fraction.length) | 0;
  return whole.length + fraction.length <= 18 && exponent >= NANO ? exponent : undefined;
}

function asInt64(parts: Parts): Quantity | undefined {
  const exponent = int64ExponentOf(parts);
  if (exponent === undefined) return undefined;
  const digits = BigInt(parts.whole + parts.fraction);
  return quantity(
    signed(parts.suffix.base === 2 ? digits << BigInt(parts.suffix.exponent) : digits, parts),
    exponent,
    true,
  );
}

function signed(amount: bigint, { isNegative }: Parts): bigint {
  return isNegative ? -amount : amount;
}

function quantity(coefficient: bigint, exponent: number, isInt64: boolean, isComputed = false): Quantity {
  return { kind: "quantity", coefficient, exponent, isInt64, isComputed };
}

/**
 * Returns a quantity as a decimal, rounded away from zero to billionths. Only quantities with a binary suffix have a
 * maximum.
 */
function asDecimal(parts: Parts): Quantity | Failure {
  const { whole, fraction, suffix } = parts;
  const size = whole.length + fraction.length;
  if (size > MAX_DIGITS) return new Failure(TOO_LARGE);
  const isBinary = suffix.base === 2;
  const digits = BigInt(whole + fraction) << BigInt(isBinary ? suffix.exponent : 0);
  const exponent = ((isBinary ? 0 : suffix.exponent) - fraction.length) | 0;
  if (digits === 0n) return quantity(0n, exponent, false);
  const amount = inNanos(digits, exponent, size + 19);
  if (amount instanceof Failure) return amount;
  const isCapped = isBinary && amount > INT64.max * 10n ** 9n;
  return isCapped ? quantity(signed(INT64.max, parts), 0, false) : quantity(signed(amount, parts), NANO, false);
}

/** Returns a positive number of less than `10^bound × 10^exponent` in billionths, rounded up. */
function inNanos(digits: bigint, exponent: number, bound: number): bigint | Failure {
  const shift = exponent - NANO;
  if (shift >= 0) return shift > MAX_SHIFT ? new Failure(TOO_LARGE) : digits * 10n ** BigInt(shift);
  if (-shift > bound) return 1n;
  const divisor = 10n ** BigInt(-shift);
  return (digits + divisor - 1n) / divisor;
}

export function sameQuantity(a: Quantity, b: Quantity): boolean {
  return compareQuantities(a, b) === 0;
}

/** Returns -1, 0 or 1. Huge exponents decide without being computed. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const [left, right] = [signOf(a), signOf(b)];
  if (left !== right) return order(left, right);
  if (left === 0) return 0;
  if (Math.abs(a.exponent - b.exponent) > MAX_SHIFT) {
    const bySize = order(magnitudeOf(a), magnitudeOf(b));
    if (bySize !== 0) return left * bySize;
  }
  const exponent = Math.min(a.exponent, b.exponent);
  return order(coefficientAt(a, exponent), coefficientAt(b, exponent));
}

export function signOf({ coefficient }: Quantity): number {
  return order(coefficient, 0n);
}

function order<T extends number | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the number of digits before the decimal point. */
function magnitudeOf({ coefficient, exponent }: Quantity): number {
  return String(coefficient < 0n ? -coefficient : coefficient).length + exponent;
}

/** Returns the coefficient that a quantity has with a smaller exponent. */
function coefficientAt({ coefficient, exponent }: Quantity, smaller: number): bigint {
  return coefficient === 0n ? 0n : coefficient * 10n ** BigInt(exponent - smaller);
}

/** Returns the int64 that a quantity is, or undefined if the API server cannot convert it. */
export function toInt64({ coefficient, exponent, isInt64 }: Quantity): bigint | undefined {
  return isInt64 && exponent >= 0 ? int64At(coefficient, exponent) : undefined;
}

/** Multiplies an int64 by a power of ten. Returns undefined if the result is not an int64. */
function int64At(value: bigint, shift: number): bigint | undefined {
  if (value === 0n || shift === 0) return value;
  if (shift > 18) return undefined;
  const result = value * 10n ** BigInt(shift);
  return isInRange(result) ? result : undefined;
}

/** Returns a double that is not always the closest one. */
export function toDouble({ coefficient, exponent }: Quantity): number {
  const base = Number(coefficient);
  return exponent === 0 ? base : base * powerOfTen(exponent);
}

/** Returns a power of ten with the rounding errors of Go's math.Pow10. */
function powerOfTen(exponent: number): number {
  const [high, low] = [Math.trunc(Math.abs(exponent) / 32) * 32, Math.abs(exponent) % 32];
  if (exponent > 308 || exponent < -323) return exponent > 0 ? Number.POSITIVE_INFINITY : 0;
  return exponent > 0 ? Number(`1e${high}`) * Number(`1e${low}`) : Number(`1e-${high}`) / Number(`1e${low}`);
}

export function integerQuantity(value: bigint): Quantity {
  return quantity(value, 0, true);
}

export function add(a: Quantity, b: Quantity): Quantity | Failure {
  return (a.isInt64 && b.isInt64 ? addInt64(a, b) : undefined) ?? addDecimals(a, b, b.coefficient);
}

/** Subtracts a quantity. Like the API server, it subtracts the least int64 as if its negation did not overflow. */
export function sub(a: Quantity, b: Quantity): Quantity | Failure {
  const negated = quantity(BigInt.asIntN(64, -b.coefficient), b.exponent, true);
  return (a.isInt64 && b.isInt64 ? addInt64(a, negated) : undefined) ?? addDecimals(a, b, -b.coefficient);
}

function addInt64(a: Quantity, b: Quantity): Quantity | undefined {
  if (b.coefficient === 0n) return quantity(a.coefficient, a.exponent, true, true);
  if (a.coefficient === 0n) return quantity(b.coefficient, b.exponent, true, true);
  const exponent = Math.min(a.exponent, b.exponent);
  const left = int64At(a.coefficient, a.exponent - exponent);
  const right = int64At(b.coefficient, b.exponent - exponent);
  if (left === undefined || right === undefined) return undefined;
  const sum = left + right;
  return isInRange(sum) ? quantity(sum, exponent, true, true) : undefined;
}

function addDecimals(a: Quantity, b: Quantity, added: bigint): Quantity | Failure {
  const exponent = Math.min(a.exponent, b.exponent);
  const isTooLarge = (part: Quantity) => part.coefficient !== 0n && part.exponent - exponent > MAX_SHIFT;
  if (isTooLarge(a) || isTooLarge(b)) return new Failure(TOO_LARGE);
  const sum = coefficientAt(a, exponent) + coefficientAt({ ...b, coefficient: added }, exponent);
  return quantity(sum, exponent, false, true);
}
