/**
 * Decimal notation of doubles. Source: strconv of Go, and golang.org/x/text/message, which formats doubles in the
 * English locale.
 */
import { printGoDecimal } from "../../../../core/go-numbers.js";

const SUPERSCRIPTS = [..."⁰¹²³⁴⁵⁶⁷⁸⁹"];

/** Number of significant digits in scientific notation. */
const SIGNIFICANT = 7;
const EXPONENT_DIGITS = 2;

/** Largest number of digits after the decimal point of a double. */
const MAX_FRACTION = 1074;

/** Precision from which Go does not read a directive any more: it stops before a digit that follows 1,000,001 or more. */
const UNREADABLE = 10_000_010;
const UNREADABLE_OUTPUT = "%!(NOVERB)";

/** Prints a double for the directive %f. Like in Go, the precision overflows. */
export function fixed(value: number, precision: number): string {
  if (precision >= UNREADABLE) return UNREADABLE_OUTPUT;
  if (!Number.isFinite(value)) return special(value);
  const digits = (precision << 16) >> 16;
  const [whole, fraction] = (digits < 0 ? printGoDecimal(Math.abs(value)) : rounded(Math.abs(value), digits)).split(
    ".",
  );
  const padded = (fraction ?? "").replace(/0+$/, "").padEnd(precision & 0xff, "0");
  return `${sign(value)}${grouped(whole as string)}${padded === "" ? "" : `.${padded}`}`;
}

/** Prints a double for the directive %e. The precision of the directive is the width of the result. */
export function scientific(value: number, width: number): string {
  if (width >= UNREADABLE) return UNREADABLE_OUTPUT;
  const text = Number.isFinite(value) ? `${sign(value)}${mantissaAndExponent(Math.abs(value))}` : special(value);
  return text.padStart(width & 0xffff);
}

/** Returns the fewest digits that identify a double, and the exponent of the first one. */
function shortest(value: number): { readonly digits: string; readonly exponent: number } {
  const [mantissa, exponent] = value.toExponential().split("e") as [string, string];
  return { digits: mantissa.replace(".", ""), exponent: Number(exponent) };
}

function special(value: number): string {
  return Number.isNaN(value) ? "NaN" : `${sign(value)}∞`;
}

/** A negative zero has no sign, but a negative number that is rounded to zero has one. */
function sign(value: number): string {
  return value < 0 ? "-" : "";
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Rounds a double to a number of digits after the decimal point. */
function rounded(value: number, digits: number): string {
  const count = Math.min(digits, MAX_FRACTION);
  const text = String(scaled(value, count)).padStart(count + 1, "0");
  return `${text.slice(0, text.length - count)}.${text.slice(text.length - count)}`;
}

function mantissaAndExponent(value: number): string {
  let { exponent } = shortest(value);
  let digits = String(scaled(value, SIGNIFICANT - 1 - exponent)).padEnd(SIGNIFICANT, "0");
  if (digits.length > SIGNIFICANT) {
    digits = digits.slice(0, SIGNIFICANT);
    exponent++;
  }
  const power = [...String(Math.abs(exponent)).padStart(EXPONENT_DIGITS, "0")];
  const superscript = power.map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return `${digits.charAt(0)}.${digits.slice(1)}×10${exponent < 0 ? "⁻" : ""}${superscript}`;
}

/** Returns `value × 10^shift`, rounded to the nearest integer. A tie is rounded to the even one. */
function scaled(value: number, shift: number): bigint {
  const { significand, exponent } = binary(value);
  const power = 10n ** BigInt(Math.abs(shift));
  const numerator = significand * (shift > 0 ? power : 1n) * (exponent > 0 ? 2n ** BigInt(exponent) : 1n);
  const denominator = (shift < 0 ? power : 1n) * (exponent < 0 ? 2n ** BigInt(-exponent) : 1n);
  const quotient = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  const isUp = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}

/** Returns the parts of a double: `significand × 2^exponent`. */
function binary(value: number): { readonly significand: bigint; readonly exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & (2n ** 52n - 1n);
  return exponent === 0
    ? { significand: fraction, exponent: -MAX_FRACTION }
    : { significand: fraction + 2n ** 52n, exponent: exponent - 1075 };
}
