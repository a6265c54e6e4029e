/** Dates, times and durations. Source: k8s.io/kube-openapi/pkg/validation/strfmt (date.go, time.go, duration.go). */
import { fitsInt64, readGoInteger, readGoUnsigned } from "../../core/go-numbers.js";

/** Reports whether a string is a date that exists, such as `2006-01-02`. */
export function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/**
 * Reports whether a string is a date with a time of day. A leap second is not valid. Anything after a second T is
 * ignored.
 */
export function isDateTime(text: string): boolean {
  const [date, time] = text.toLowerCase().split("t");
  if (date === undefined || time === undefined || !isDate(date)) return false;
  const parts = /^(\d{2}):(\d{2}):(\d{2})([^\n]\d+)?(z|[+-]\d{2}:\d{2})$/u.exec(time);
  return parts !== null && `${parts[1]}` <= "23" && `${parts[2]}` <= "59" && `${parts[3]}` <= "59";
}

const NANOSECONDS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  "\u00b5s": 1e3,
  "\u03bcs": 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
};

/** Reports whether a string is a duration as Go writes it (`1h30m`), or contains a number before a unit (`2 days`). */
export function isDuration(text: string): boolean {
  return readDuration(text) !== undefined;
}

/** Returns the nanoseconds of a duration. A sum of numbers with units that exceeds 64 bits wraps around. */
export function readDuration(text: string): bigint | undefined {
  return readGoDuration(text) ?? readLooseDuration(text);
}

/** Returns the nanoseconds of a duration, like `time.ParseDuration` of Go. */
export function readGoDuration(text: string): bigint | undefined {
  const terms = text.replace(/^[-+]/, "");
  if (terms === "0") return 0n;
  const term = /(\d*)(?:\.(\d*))?(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/y;
  let total = 0n;
  while (term.lastIndex < terms.length) {
    const [, before = "", after = "", unit = ""] = term.exec(terms) ?? [];
    const whole = before === "" && after !== "" ? 0n : readGoUnsigned(before);
    if (whole === undefined) return undefined;
    const nanoseconds = NANOSECONDS[unit] ?? 0;
    total += whole * BigInt(nanoseconds) + fractionOf(after, nanoseconds);
  }
  const signed = text.startsWith("-") ? -total : total;
  return terms !== "" && fitsInt64(signed) ? signed : undefined;
}

const MAX_INT64 = 2n ** 63n - 1n;

/** Returns a fraction of a unit in nanoseconds. Go computes it from the first digits, with a floating-point number. */
function fractionOf(digits: string, unit: number): bigint {
  let value = 0n;
  let scale = 1;
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit);
    if (value > MAX_INT64 / 10n || next > MAX_INT64 + 1n) break;
    value = next;
    scale *= 10;
  }
  return BigInt(Math.trunc(Number(value) * (unit / scale)));
}

const UNITS: readonly (readonly [exact: RegExp, prefix: string, nanoseconds: bigint])[] = [
  [/^ns$/, "nano", 1n],
  [/^[u\u00b5]s$/, "micro", 1000n],
  [/^ms$/, "milli", 1_000_000n],
  [/^s$/, "sec", 1_000_000_000n],
  [/^m$/, "min", 60_000_000_000n],
  [/^(h|hr)$/, "hour", 3_600_000_000_000n],
  [/^d$/, "day", 86_400_000_000_000n],
  [/^(w|wk)$/, "week", 604_800_000_000_000n],
];

function readLooseDuration(text: string): bigint | undefined {
  let total: bigint | undefined;
  // Each run of digits is tried once.
  for (const [, digits = "", word = ""] of text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-z\u00b5]+)/g)) {
    const count = readGoInteger(digits);
    if (count === undefined) return undefined;
    const unit = word.toLowerCase();
    const nanoseconds = UNITS.find(([exact, prefix]) => exact.test(unit) || unit.startsWith(prefix))?.[2];
    if (nanoseconds !== undefined) total = BigInt.asIntN(64, (total ?? 0n) + count * nanoseconds);
  }
  return total;
}
