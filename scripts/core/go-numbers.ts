/** Reads and prints numbers like Go. Source: the package strconv. */

/** Parses an integer of 64 bits like `strconv.ParseInt` with base 10. */
export function readGoInteger(text: string): bigint | undefined {
  const value = /^[+-]?\d+$/.test(text) ? readDigits(text.replace(/^[+-]/, "")) : undefined;
  if (value === undefined) return undefined;
  const signed = text.startsWith("-") ? -value : value;
  return fitsInt64(signed) ? signed : undefined;
}

/** Reports whether an integer fits in 64 bits. The API server converts larger ones in JSON to floating-point numbers. */
export function fitsInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** Parses an unsigned integer of 64 bits like `strconv.ParseUint` with base 10, which allows no sign. */
export function readGoUnsigned(text: string): bigint | undefined {
  return /^\d+$/.test(text) ? readDigits(text) : undefined;
}

const UINT64_DIGITS = 20;

/** Returns undefined for more than 64 bits, without reading many digits, which takes a long time. */
function readDigits(digits: string): bigint | undefined {
  const significant = digits.replace(/^0+/, "");
  const value = significant.length > UINT64_DIGITS ? undefined : BigInt(significant);
  return value !== undefined && BigInt.asUintN(64, value) === value ? value : undefined;
}

/** Parses a number like `strconv.ParseFloat`. Returns undefined for a number that is too large. */
export function readGoFloat(text: string): number | undefined {
  if (/^nan$/i.test(text)) return Number.NaN;
  const unsigned = text.replace(/^[+-]/, "");
  const size = /^inf(?:inity)?$/i.test(unsigned) ? Number.POSITIVE_INFINITY : readSize(unsigned);
  return text.startsWith("-") && size !== undefined ? -size : size;
}

const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function readSize(text: string): number | undefined {
  const isHex = /^0x/i.test(text);
  const misplaced = isHex ? /(?<![\da-fx])_|_(?![\da-f])/i : /(?<!\d)_|_(?!\d)/;
  if (misplaced.test(text)) return undefined;
  const plain = text.replaceAll("_", "");
  const size = isHex ? readHex(plain) : DECIMAL.test(plain) ? Number(plain) : undefined;
  return size === Number.POSITIVE_INFINITY ? undefined : size;
}

const HEX = /^0x(?=\.?[\da-f])([\da-f]*)(?:\.([\da-f]*))?p([+-]?\d+)$/i;
/** Number of digits that decide a result, except that another digit after them can be above zero. */
const HEX_DIGITS = 16;
/** Go also limits exponents, to five digits. */
const MAX_EXPONENT = 99_999;

function readHex(text: string): number | undefined {
  const [, whole = "", fraction = "", exponent] = HEX.exec(text) ?? [];
  if (exponent === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, "");
  const rest = digits.slice(HEX_DIGITS);
  const coefficient = BigInt(`0x0${digits.slice(0, HEX_DIGITS)}`) * 2n + (/[1-9a-f]/i.test(rest) ? 1n : 0n);
  const power = Math.max(-MAX_EXPONENT, Math.min(Number(exponent), MAX_EXPONENT));
  return coefficient === 0n ? 0 : scale(coefficient, power + 4 * (rest.length - fraction.length) - 1);
}

const MANTISSA_BITS = 53;
const LOWEST_POWER = -1074;

/** Returns the double that is nearest to `coefficient × 2^power`: of two, the even one. */
function scale(coefficient: bigint, power: number): number {
  const highest = coefficient.toString(2).length + power;
  const last = Math.max(highest - MANTISSA_BITS, LOWEST_POWER);
  if (highest < LOWEST_POWER) return 0;
  if (power >= last) return Number(coefficient) * 2 ** power;
  const dropped = BigInt(last - power);
  const kept = coefficient >> dropped;
  const twiceRest = (coefficient - (kept << dropped)) * 2n;
  const unit = 1n << dropped;
  const isUp = twiceRest > unit || (twiceRest === unit && kept % 2n === 1n);
  return Number(isUp ? kept + 1n : kept) * 2 ** last;
}

/** Formats a number like `strconv.FormatFloat(value, 'g', -1, 64)`. */
export function printGoFloat(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  const { sign, digits, power } = partsOf(value);
  if (power >= -4 && power < 6) return printGoDecimal(value);
  const [first = "", rest = ""] = [digits.slice(0, 1), digits.slice(1)];
  const exponent = String(Math.abs(power)).padStart(2, "0");
  return `${sign}${first}${rest && `.${rest}`}e${power < 0 ? "-" : "+"}${exponent}`;
}

/** Formats a finite number like `strconv.FormatFloat(value, 'f', -1, 64)`, without an exponent. */
export function printGoDecimal(value: number): string {
  const { sign, digits, power } = partsOf(value);
  const padded = power < 0 ? digits.padStart(digits.length - power, "0") : digits.padEnd(power + 1, "0");
  const point = Math.max(power, 0) + 1;
  const fraction = padded.slice(point);
  return `${sign}${padded.slice(0, point)}${fraction && `.${fraction}`}`;
}

/** Returns the fewest digits that identify a number, as in `0.00123 = 1.23 × 10^-3`. */
function partsOf(value: number): { readonly sign: string; readonly digits: string; readonly power: number } {
  const [mantissa = "", exponent = ""] = Math.abs(value).toExponential().split("e");
  const isNegative = value < 0 || Object.is(value, -0);
  return { sign: isNegative ? "-" : "", digits: mantissa.replace(".", ""), power: Number(exponent) };
}
