/** Tests of the parts of timestamps and durations. All results come from cel-go v0.29.2. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CONVERSIONS } from "../../../../scripts/kubernetes/cel/evaluate/libraries/conversions.js";
import { TIMES } from "../../../../scripts/kubernetes/cel/evaluate/libraries/times.js";
import type { Value } from "../../../../scripts/kubernetes/cel/values/value.js";
import { evaluateCalls } from "../../../support/evaluate-calls.js";

const times = suite("parts of times");

function evaluate(source: string): Value {
  return evaluateCalls(source, [CONVERSIONS, TIMES]);
}

const PARTS = ["FullYear", "Month", "Date", "DayOfMonth", "DayOfWeek", "DayOfYear"];
const CLOCK = ["Hours", "Minutes", "Seconds", "Milliseconds"];

/** All parts of a timestamp, in the order of the names. */
const TIMESTAMPS: readonly (readonly [text: string, parts: string])[] = [
  ["1970-01-01T00:00:00Z", "1970 0 1 0 4 0 0 0 0 0"],
  ["2024-12-31T23:59:58.987654321Z", "2024 11 31 30 2 365 23 59 58 987"],
  ["2023-03-01T00:30:00.001+05:30", "2023 1 28 27 2 58 19 0 0 1"], // parts are in UTC
  ["1969-12-31T23:59:59.9999Z", "1969 11 31 30 3 364 23 59 59 999"],
  ["0001-01-01T00:00:00Z", "1 0 1 0 1 0 0 0 0 0"],
  ["0099-06-15T00:00:00Z", "99 5 15 14 1 165 0 0 0 0"],
  ["9999-12-31T23:59:59.999999999Z", "9999 11 31 30 5 364 23 59 59 999"],
];

times("timestamps", () => {
  for (const [text, parts] of TIMESTAMPS) {
    const found = [...PARTS, ...CLOCK].map((name) => evaluate(`timestamp('${text}').get${name}()`));
    assert.is(found.join(" "), parts, text);
  }
});

/** Day of the month, hour and minute of 2024-07-01T00:30:00Z in a time zone. */
const ZONES: readonly (readonly [zone: string, parts: string])[] = [
  ["", "1 0 30"],
  ["UTC", "1 0 30"],
  ["Local", "1 0 30"],
  ["Europe/Paris", "1 2 30"],
  ["US/Central", "30 19 30"],
  ["America/Argentina/ComodRivadavia", "30 21 30"],
  ["America/Port-au-Prince", "30 20 30"],
  ["America/North_Dakota/New_Salem", "30 19 30"],
  ["Africa/Dar_es_Salaam", "1 3 30"],
  ["Antarctica/McMurdo", "1 12 30"],
  ["Asia/Kathmandu", "1 6 15"],
  ["Etc/GMT-14", "1 14 30"],
  ["GMT+0", "1 0 30"],
  ["EST5EDT", "30 20 30"],
  ["GB-Eire", "1 1 30"],
  ["+02:00", "1 2 30"],
  ["02:00", "1 2 30"],
  ["-08:00", "30 16 30"],
  ["-00:45", "30 23 45"],
  ["1:-5", "1 1 25"],
  ["-1:-5", "30 23 35"],
  ["99:99", "5 5 9"],
  ["9223372036854775807:00", "30 23 30"],
];

const UNKNOWN_ZONES = [
  "utc",
  "europe/paris",
  "US/CENTRAL",
  "PST",
  "IST",
  "SystemV/PST8",
  "Mars/Phobos",
  "GMT+1",
  "+01",
];
const NO_ZONES = ["+0100", " UTC", "/UTC", "../UTC", "Europe", "Europe/", ":30", "1:", "1:2:3", " 1:00", "+:5", "a:b"];

times("time zones", () => {
  for (const [zone, parts] of ZONES) {
    const found = ["Date", "Hours", "Minutes"].map((name) =>
      evaluate(`timestamp('2024-07-01T00:30:00Z').get${name}('${zone}')`),
    );
    assert.is(found.join(" "), parts, zone);
  }
  for (const zone of [...UNKNOWN_ZONES, ...NO_ZONES]) {
    assert.is(evaluate(`timestamp(0).getHours('${zone}')`), "error: the time zone is not known", zone);
  }
});

times("the offset of a time zone depends on the time", () => {
  const hours = ["1850-01-01", "2024-01-15", "2024-07-15", "9999-07-01"].map((date) =>
    evaluate(`timestamp('${date}T12:00:00Z').getHours('America/New_York')`),
  );
  assert.equal(hours, [7n, 7n, 8n, 8n]);
  assert.is(evaluate("timestamp('1850-01-01T12:00:00Z').getSeconds('America/New_York')"), 58n);
  assert.is(evaluate("timestamp('9999-12-31T23:59:59Z').getFullYear('Pacific/Auckland')"), 10000n);
  assert.is(evaluate("timestamp('0001-01-01T00:00:00Z').getFullYear('-00:01')"), 0n);
});

/** Hours, minutes, seconds and milliseconds. */
const DURATIONS: readonly (readonly [text: string, parts: string])[] = [
  ["1h30m5.678s", "1 90 5405 5405678"],
  ["-1h30m5.678s", "-1 -90 -5405 -5405678"],
  ["-999999ns", "0 0 0 0"],
  ["2562047h59.999999999s", "2562047 153722821 9223369260 9223369259999"], // Go rounds up
  ["2000000h59m59.999999999s", "2000001 120000060 7200003600 7200003599999"],
];

times("durations", () => {
  for (const [text, parts] of DURATIONS) {
    assert.is(CLOCK.map((name) => evaluate(`duration('${text}').get${name}()`)).join(" "), parts, text);
  }
});

times("other types and arguments have no overload", () => {
  const sources = [
    "dyn(1).getHours()",
    "dyn('1h').getHours()",
    "dyn(null).getHours()",
    "timestamp(0).getHours(dyn(1))",
    "dyn(duration('1h')).getHours('UTC')",
    ...PARTS.map((name) => `dyn(duration('1h')).get${name}()`),
  ];
  for (const source of sources) assert.is(evaluate(source), "error: no overload", source);
});

times.run();
