/**
 * Timestamps and durations as strings, and their parts. Source: google/cel-go, common/types (timestamp.go, duration.go),
 * k8s.io/apiserver, pkg/cel/common (UnstructuredToVal), and the package time of Go.
 */
import { printGoDecimal } from "../../../core/go-numbers.js";
import { isDate, readDuration } from "../../formats/time.js";
import type { Duration, Timestamp } from "./value.js";

export const MILLISECOND = 1_000_000n;
export const SECOND = 1_000_000_000n;
export const MINUTE = 60n * SECOND;
export const HOUR = 60n * MINUTE;

/** First and last second of the years 1 to 9999. */
const FIRST_SECOND = -62_135_596_800n;
const LAST_SECOND = 253_402_300_799n;

/** Returns the value of a field with the format `date-time`. */
export function parseTimestamp(text: string): Timestamp | undefined {
  return text === "" ? timestampOf(0n) : readTime(text);
}

/** Returns the value of a field with the format `date`: midnight in UTC. */
export function parseDate(text: string): Timestamp | undefined {
  return isDate(text) ? timestampOf(BigInt(Date.parse(text)) * MILLISECOND) : undefined;
}

/** Returns the value of a field with the format `duration`. */
export function parseDuration(text: string): Duration | undefined {
  const nanoseconds = readDuration(text);
  return nanoseconds === undefined ? undefined : { kind: "duration", nanoseconds };
}

/** Parses a time of RFC 3339, with a time zone, like `time.Parse` of Go. */
export function parseRfc3339(text: string): Timestamp | undefined {
  return /(?:Z|[+-]..:..)$/.test(text) ? readTime(text) : undefined;
}

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))?$/;

/** Parses a time. One without a time zone is in UTC. Go allows an hour with one digit, and offsets of more than a day. */
function readTime(text: string): Timestamp | undefined {
  const [, date, hour = "", minute = "", second = "", fraction = "", sign, ...zone] = TIME.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return undefined;
  const [hours = 0, minutes = 0] = zone.map((part) => Number(part ?? 0));
  if (Number(hour) > 23 || minute > "59" || second > "59" || hours > 24 || minutes > 60) return undefined;
  const offset = (sign === "-" ? -1 : 1) * (hours * 60 + minutes);
  const clock = Number(hour) * 3600 + (Number(minute) - offset) * 60 + Number(second);
  const seconds = BigInt(Date.parse(date) / 1000 + clock);
  return timestampOf(seconds * SECOND + BigInt(fraction.slice(0, 9).padEnd(9, "0")), offset);
}

function timestampOf(nanoseconds: bigint, offset = 0): Timestamp {
  return { kind: "timestamp", nanoseconds, ...(offset !== 0 && { offset }) };
}

/** Reports whether a timestamp is in the years 1 to 9999. */
export function isInRange({ nanoseconds }: Timestamp): boolean {
  const seconds = floorDivide(nanoseconds, SECOND);
  return seconds >= FIRST_SECOND && seconds <= LAST_SECOND;
}

/** Returns the highest integer whose product with a positive divisor does not exceed a number. */
export function floorDivide(value: bigint, divisor: bigint): bigint {
  const rest = value % divisor;
  return (value - (rest < 0n ? rest + divisor : rest)) / divisor;
}

/** Returns a date whose parts in UTC are those of a timestamp in a time zone, given in seconds east of UTC. */
export function localDate({ nanoseconds }: Timestamp, offset: number): Date {
  return new Date(Number(floorDivide(nanoseconds, MILLISECOND)) + offset * 1000);
}

/** Formats a timestamp like Go's layout RFC3339Nano. Its year can be 0 or 10000 in its time zone. */
export function printTimestamp(timestamp: Timestamp): string {
  const { nanoseconds, offset = 0 } = timestamp;
  const [local = ""] = localDate(timestamp, offset * 60)
    .toISOString()
    .replace(/^\+0/, "")
    .split(".");
  const rest = nanoseconds - floorDivide(nanoseconds, SECOND) * SECOND;
  const fraction = rest === 0n ? "" : `.${String(rest).padStart(9, "0").replace(/0+$/, "")}`;
  return `${local}${fraction}${printOffset(offset)}`;
}

function printOffset(offset: number): string {
  if (offset === 0) return "Z";
  const size = Math.abs(offset);
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, "0"));
  return `${offset < 0 ? "-" : "+"}${hours}:${minutes}`;
}

/** Formats a duration in seconds. */
export function printDuration({ nanoseconds }: Duration): string {
  return `${printGoDecimal(inUnits(nanoseconds, SECOND))}s`;
}

/** Returns nanoseconds in a longer unit. Go computes with floating-point numbers, which round the last digits. */
export function inUnits(nanoseconds: bigint, unit: bigint): number {
  return Number(nanoseconds / unit) + Number(nanoseconds % unit) / Number(unit);
}
