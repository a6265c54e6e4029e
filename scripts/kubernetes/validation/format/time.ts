/** Dates, times and durations. Source: k8s.io/kube-openapi/pkg/validation/strfmt (date.go, time.go, duration.go). */

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
  return isGoDuration(text) || isLooseDuration(text);
}

function isGoDuration(text: string): boolean {
  const digits = text.replace(/^[-+]/, "");
  if (digits === "0") return true;
  const term = /(\d*)(\.\d*)?(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/y;
  let total = 0n; // a number would be rounded near the limit
  while (term.lastIndex < digits.length) {
    const [whole, before = "", after = "", unit = ""] = term.exec(digits) ?? [];
    if (whole === undefined || !/\d/.test(before + after) || significant(before).length > 19) return false;
    const nanoseconds = NANOSECONDS[unit] ?? 0;
    total += BigInt(before) * BigInt(nanoseconds) + BigInt(Math.trunc(Number(`0${after}`) * nanoseconds));
  }
  return digits !== "" && total < (text.startsWith("-") ? 2n ** 63n + 1n : 2n ** 63n);
}

const UNITS: readonly (readonly [exact: RegExp, prefix: string])[] = [
  [/^ns$/, "nano"],
  [/^[u\u00b5]s$/, "micro"],
  [/^ms$/, "milli"],
  [/^s$/, "sec"],
  [/^m$/, "min"],
  [/^(h|hr)$/, "hour"],
  [/^d$/, "day"],
  [/^(w|wk)$/, "week"],
];

function isLooseDuration(text: string): boolean {
  const terms = [...text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-z\u00b5]+)/g)]; // each run of digits is tried once
  if (terms.some(([, count = ""]) => isBeyondInt64(count))) return false;
  return terms.some(([, , unit = ""]) =>
    UNITS.some(([exact, prefix]) => exact.test(unit.toLowerCase()) || unit.toLowerCase().startsWith(prefix)),
  );
}

function isBeyondInt64(digits: string): boolean {
  return significant(digits).length > 19 || BigInt(digits) >= 2n ** 63n;
}

/**
 * Returns the significant digits of an integer. No int64 has more than 19, and parsing many digits takes a long time.
 */
function significant(digits: string): string {
  return digits.replace(/^0+/, "");
}
