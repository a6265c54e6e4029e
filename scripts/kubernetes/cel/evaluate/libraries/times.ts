/** Parts of timestamps and durations. Source: google/cel-go, common/stdlib/standard.go. */
import { HOUR, inUnits, localDate, MILLISECOND, MINUTE, SECOND } from "../../values/time.js";
import { Failure, type Implementation, isKind, type Library } from "../../values/value.js";
import { zoneOffset } from "./time-zones.js";

export const TIMES: Library = {
  functions: {},
  methods: {
    getFullYear: part((date) => date.getUTCFullYear()),
    getMonth: part((date) => date.getUTCMonth()),
    getDate: part((date) => date.getUTCDate()),
    getDayOfMonth: part((date) => date.getUTCDate() - 1),
    getDayOfWeek: part((date) => date.getUTCDay()),
    getDayOfYear: part(dayOfYear),
    getHours: part((date) => date.getUTCHours(), HOUR),
    getMinutes: part((date) => date.getUTCMinutes(), MINUTE),
    getSeconds: part((date) => date.getUTCSeconds(), SECOND),
    getMilliseconds: part((date) => date.getUTCMilliseconds(), MILLISECOND),
  },
};

/** Returns a method that gets a part of a timestamp, or a whole duration in a unit. */
function part(get: (date: Date) => number, unit?: bigint): Implementation {
  return (time, zone) => {
    if (isKind(time, "duration")) return unit && zone === undefined ? durationIn(time.nanoseconds, unit) : undefined;
    if (!isKind(time, "timestamp")) return undefined;
    if (zone === undefined) return BigInt(get(localDate(time, 0)));
    if (typeof zone !== "string") return undefined;
    const offset = zoneOffset(zone, time.nanoseconds);
    return offset === undefined ? new Failure("the time zone is not known") : BigInt(get(localDate(time, offset)));
  };
}

/** Go computes milliseconds with integers, and the other units with floating-point numbers. */
function durationIn(nanoseconds: bigint, unit: bigint): bigint {
  return unit === MILLISECOND ? nanoseconds / unit : BigInt(Math.trunc(inUnits(nanoseconds, unit)));
}

const DAY = 86_400_000;

function dayOfYear(date: Date): number {
  const start = new Date(date);
  start.setUTCMonth(0, 1);
  return Math.round((date.getTime() - start.getTime()) / DAY);
}
