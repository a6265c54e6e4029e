/**
 * Reads scalars like kubectl and the API server. sigs.k8s.io/yaml reads YAML 1.1 with its own exceptions, then converts
 * it to JSON. Sources: resolve.go of go.yaml.in/yaml/v2 2.4, and convertToJSONableObject of sigs.k8s.io/yaml 1.6.
 */
import { fitsInt64, printGoFloat } from "../go-numbers.js";

/**
 * Value of a scalar. Integers are bigints and floating-point numbers are numbers, because the two are formatted
 * differently as keys.
 */
export type GoScalar = null | boolean | bigint | number | string;

const WORDS = new Map<string, GoScalar>([
  ...words("y Y yes Yes YES true True TRUE on On ON", true),
  ...words("n N no No NO false False FALSE off Off OFF", false),
  ...words("~ null Null NULL", null),
  ["", null],
  ...words(".nan .NaN .NAN", Number.NaN),
  ...words(".inf .Inf .INF +.inf +.Inf +.INF", Number.POSITIVE_INFINITY),
  ...words("-.inf -.Inf -.INF", Number.NEGATIVE_INFINITY),
]);

const LONGEST_WORD = Math.max(...[...WORDS.keys()].map(({ length }) => length));

function words(list: string, value: GoScalar): (readonly [string, GoScalar])[] {
  return list.split(" ").map((word) => [word, value] as const);
}

/** Returns the value of a plain scalar: `on` is true, `010` is 8, and a date is a string. */
export function resolveGoScalar(source: string): GoScalar {
  const word = source.length <= LONGEST_WORD ? WORDS.get(source) : undefined;
  if (word !== undefined) return word;
  // resolve.go passes these to ParseFloat unchanged, which allows an underscore between digits.
  if (source.startsWith(".")) return floatIn(source.replace(/(?<=\d)_(?=\d)/g, "")) ?? source;
  if (!/^[-+0-9]/.test(source)) return source;
  const plain = source.replaceAll("_", "");
  return integerIn(plain) ?? floatIn(plain) ?? source;
}

/** Maximum number of digits of a 64-bit number in any base. */
const MAX_DIGITS = 64;
const BASES: readonly (readonly [prefix: string, form: RegExp])[] = [
  ["", /^(0|[1-9]\d*)$/],
  ["0b", /^0[bB]([01]+)$/],
  ["0o", /^0[oO]?([0-7]+)$/],
  ["0x", /^0[xX]([\da-fA-F]+)$/],
];

/** Parses an integer like `strconv.ParseInt` and `ParseUint` with base 0. */
function integerIn(text: string): bigint | undefined {
  // resolve.go removes `0b` and passes the rest to ParseInt, including a sign.
  const signed = text.replace(/^0b([-+])(?=[01]+$)/, "$10b");
  const sign = /^[-+]/.exec(signed)?.[0] ?? "";
  for (const [prefix, form] of BASES) {
    const digits = form.exec(signed.slice(sign.length))?.[1]?.replace(/^0+(?=.)/, "");
    if (digits === undefined) continue;
    if (digits.length > MAX_DIGITS) return undefined;
    const size = BigInt(`${prefix}${digits}`);
    const isHeld = sign === "-" ? size <= 2n ** 63n : sign === "+" ? size < 2n ** 63n : size < 2n ** 64n;
    return isHeld ? (sign === "-" ? -size : size) : undefined;
  }
  return undefined;
}

/** Parses a number like `strconv.ParseFloat`. A number that is too large remains a string. */
function floatIn(text: string): number | undefined {
  if (!/^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Returns the JSON key for a YAML key. Returns undefined if sigs.k8s.io/yaml rejects the key, or possibly changes its
 * number.
 */
export function goKey(key: GoScalar): string | undefined {
  if (key === null || (typeof key === "bigint" && !fitsInt64(key))) return undefined;
  return typeof key === "number" ? floatKey(key) : String(key);
}

/** A float32 represents every number with this many digits, except near the limits of its exponent. */
const FLOAT32_DIGITS = 6;
const FLOAT32_POWER = 37;

/** Formats a number like `strconv.FormatFloat(value, 'g', -1, 32)`. */
function floatKey(value: number): string | undefined {
  const [mantissa = "", exponent = ""] = value.toExponential().split("e");
  const digits = mantissa.replace(/[-.]/g, "").length;
  const isExact = digits <= FLOAT32_DIGITS && Math.abs(Number(exponent)) <= FLOAT32_POWER;
  return Number.isFinite(value) && isExact ? printGoFloat(value) : undefined;
}
