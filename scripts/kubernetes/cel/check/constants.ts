/**
 * Reads constants as Go does, which decides whether a rule compiles. Source: the packages time and strconv of Go, and
 * google/cel-go, common/types (ConvertToType).
 */
import type { Literal } from "../syntax/tree.js";

/**
 * Converts a literal, as in `int("5")`. Returns undefined if the conversion fails, and "unknown" if it succeeds with a
 * value that is not needed here.
 */
export function convert(name: string, literal: Literal): Literal | "unknown" | undefined {
  if (name === literal.type) return literal;
  switch (literal.type) {
    case "string":
      return fromString(name, literal.value);
    case "int":
    case "uint":
      return fromInteger(name, literal.value);
    case "double":
      return fromDouble(name, literal.value);
    case "bool":
      return { type: "string", value: String(literal.value) };
    case "bytes":
      return fromBytes(literal.value);
    default:
      return undefined; // null has no conversions
  }
}

function fromString(name: string, text: string): Literal | "unknown" | undefined {
  switch (name) {
    case "int":
      return isWhole(text, /^[+-]?\d+$/, MIN_INT, MAX_INT)
        ? { type: name, value: BigInt(text.replace("+", "")) }
        : undefined;
    case "uint":
      return isWhole(text, /^\d+$/, 0n, MAX_UINT) ? { type: name, value: BigInt(text) } : undefined;
    case "double":
      return isFloat(text) ? (/^[\d.+-]+$/.test(text) ? { type: name, value: Number(text) } : "unknown") : undefined;
    case "bool":
      if (!/^(?:1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/.test(text)) return undefined;
      return { type: name, value: /^[1tT]/.test(text) };
    case "bytes":
      return { type: name, value: Buffer.from(text, "utf8").toString("latin1") };
    case "duration":
      return isDuration(text) ? "unknown" : undefined;
    default:
      return isTimestamp(text) ? "unknown" : undefined;
  }
}

const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;

function fromInteger(name: string, value: bigint): Literal | "unknown" | undefined {
  switch (name) {
    case "int":
      return value <= MAX_INT ? { type: name, value } : undefined;
    case "uint":
      return value >= 0n ? { type: name, value } : undefined;
    case "string":
      return { type: name, value: String(value) };
    case "double":
      return { type: name, value: Number(value) };
    default:
      return isTimeInRange(Number(value)) ? "unknown" : undefined;
  }
}

function fromDouble(name: string, value: number): Literal | "unknown" | undefined {
  if (name === "string") return "unknown";
  const isInRange = name === "int" ? value > -(2 ** 63) && value < 2 ** 63 : value >= 0 && value < 2 ** 64;
  return isInRange ? { type: name === "int" ? "int" : "uint", value: BigInt(Math.trunc(value)) } : undefined;
}

function fromBytes(bytes: string): Literal | undefined {
  try {
    const value = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, "latin1"));
    return { type: "string", value };
  } catch {
    return undefined;
  }
}

function isWhole(text: string, form: RegExp, least: bigint, most: bigint): boolean {
  const digits = text.replace(/^([+-]?)0+(?=\d)/, "$1").replace(/^\+/, "");
  if (!form.test(text) || digits.length > 25) return false;
  const value = BigInt(digits);
  return value >= least && value <= most;
}

function isFloat(text: string): boolean {
  if (/^[+-]?(?:inf|infinity)$|^nan$/i.test(text)) return true;
  if (/^[+-]?0x(?:[\da-f]+\.?[\da-f]*|\.[\da-f]+)p[+-]?\d+$/i.test(text)) return true;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}

const NANOSECONDS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

function isDuration(text: string): boolean {
  const bare = text.replace(/^[+-]/, "");
  if (bare === "0") return true;
  if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(bare)) return false;
  let sum = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of bare.matchAll(/(\d*)\.?(\d*)(ns|us|µs|μs|ms|s|m|h)/g)) {
    const scale = NANOSECONDS[unit] as bigint;
    if (whole.replace(/^0+/, "").length > 19) return false;
    sum += BigInt(whole || "0") * scale + BigInt(Math.trunc(Number(`0.${fraction || "0"}`) * Number(scale)));
  }
  return sum <= (text.startsWith("-") ? 2n ** 63n : 2n ** 63n - 1n);
}

const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,]\d+)?(?:Z|([+-])(\d\d):(\d\d))$/;

function isTimestamp(text: string): boolean {
  const [, ...parts] = TIMESTAMP.exec(text) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(0, 6).map(Number);
  if (parts.length === 0 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1) return false;
  const [sign, hours = 0, minutes = 0] = [parts[6] === "-" ? -1 : 1, Number(parts[7] ?? 0), Number(parts[8] ?? 0)];
  if (hours > 24 || minutes > 60) return false;
  const offset = sign * (hours * 3600 + minutes * 60);
  return isTimeInRange(date.getTime() / 1000 + hour * 3600 + minute * 60 + second - offset);
}

/** Reports whether seconds since 1970 are in the years 1 to 9999. */
function isTimeInRange(seconds: number): boolean {
  return seconds >= -62_135_596_800 && seconds <= 253_402_300_799;
}
