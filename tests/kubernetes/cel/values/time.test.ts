/** Tests of fields with the formats date, date-time and duration. All results come from k8s.io/kube-openapi and Go 1.26. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseDate, parseDuration, parseTimestamp } from "../../../../scripts/kubernetes/cel/values/time.js";

const times = suite("fields with times");

const SECOND = 1_000_000_000n;

/** Seconds since 1970, nanoseconds and offset in minutes of a date-time. */
const TIMESTAMPS: readonly (readonly [text: string, ...parts: (number | undefined)[]])[] = [
  ["", 0, 0],
  ["1970-01-01T00:00:01Z", 1, 0],
  ["2024-02-29T12:34:56.789+05:30", 1709190296, 789_000_000, 330],
  ["2024-02-29T12:34:56", 1709210096, 0],
  ["2024-02-29T12:34:56,5", 1709210096, 500_000_000],
  ["1969-12-31T23:59:59.000000001Z", -1, 1],
  ["0000-01-01T00:00:00Z", -62167219200, 0],
  ["9999-12-31T23:59:59-24:60", 253402390799, 0, -1500],
  ["2024-02-29t12:34:56Z"],
  ["2024-02-29T12:34:56z"],
  ["2024-02-29T12:34:60Z"],
  ["2023-02-29T12:34:56Z"],
  ["2024-02-29"],
];

times("date-time", () => {
  for (const [text, seconds, nanoseconds = 0, offset] of TIMESTAMPS) {
    const parsed = parseTimestamp(text);
    const expected = seconds === undefined ? undefined : BigInt(seconds) * SECOND + BigInt(nanoseconds);
    assert.is(parsed?.nanoseconds, expected, text);
    assert.is(parsed?.offset, offset, text);
  }
});

times("date", () => {
  assert.equal(parseDate("2024-02-29"), { kind: "timestamp", nanoseconds: 1709164800n * SECOND });
  assert.equal(parseDate("0000-01-01"), { kind: "timestamp", nanoseconds: -62167219200n * SECOND });
  for (const text of ["", "2023-02-29", "2024-2-29", "2024-02-29T00:00:00Z"]) assert.is(parseDate(text), undefined);
});

const HOUR = 3600n * SECOND;
const DURATIONS: readonly (readonly [text: string, nanoseconds: bigint | undefined])[] = [
  ["1h30m", (3n * HOUR) / 2n],
  ["-1.5ms", -1_500_000n],
  ["0", 0n],
  ["2 days", 48n * HOUR],
  ["1 week 2d", 216n * HOUR],
  ["3WK", 504n * HOUR],
  ["1 Hour 30 Min", (3n * HOUR) / 2n],
  ["-2 days", 48n * HOUR], // the sign is no part of the number
  ["1.5 days", 120n * HOUR], // only the 5 is before a unit
  ["1hrs 2s", 2n * SECOND],
  ["5µS", 5000n],
  ["300000 weeks", -3027440737095516160n], // wraps around
  ["1d 9223372036854775807 x", 24n * HOUR],
  ["1d 9223372036854775808 x", undefined],
  ["1 month", undefined],
  ["5", undefined],
  ["", undefined],
];

times("duration", () => {
  for (const [text, nanoseconds] of DURATIONS) assert.is(parseDuration(text)?.nanoseconds, nanoseconds, text);
});

times("a long string is parsed in linear time", () => {
  const long = 1_000_000;
  for (const text of ["1".repeat(long), `0.${"0".repeat(long)}1h`, "1s".repeat(long / 2), "1 ".repeat(long / 2)]) {
    parseDuration(text);
    parseTimestamp(`2024-01-01T00:00:00.${text}`);
  }
  assert.is(parseTimestamp(`2024-01-01T00:00:00.${"1".repeat(long)}Z`)?.nanoseconds, 1704067200_111_111_111n);
});

times.run();
