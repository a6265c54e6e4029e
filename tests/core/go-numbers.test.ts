/** Tests of numbers as Go reads and prints them. All results come from the package strconv of Go 1.26. */

import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  printGoDecimal,
  printGoFloat,
  readGoFloat,
  readGoInteger,
  readGoUnsigned,
} from "../../scripts/core/go-numbers.js";
import fc from "../support/drawn.js";

const numbers = suite("numbers of Go");

const INTEGERS: readonly (readonly [text: string, signed: bigint | undefined, unsigned: bigint | undefined])[] = [
  ["0", 0n, 0n],
  ["0005", 5n, 5n],
  [`${"0".repeat(100_000)}7`, 7n, 7n],
  ["+5", 5n, undefined],
  ["-0", 0n, undefined],
  ["9223372036854775807", 2n ** 63n - 1n, 2n ** 63n - 1n],
  ["9223372036854775808", undefined, 2n ** 63n],
  ["-9223372036854775808", -(2n ** 63n), undefined],
  ["-9223372036854775809", undefined, undefined],
  ["18446744073709551615", undefined, 2n ** 64n - 1n],
  ["18446744073709551616", undefined, undefined],
  ["9".repeat(1_000_000), undefined, undefined],
  ...["", "-", "+", "--1", " 1", "1 ", "1\n", "1.0", "1_0", "0x10", "1e3", "\u0661"].map(
    (text) => [text, undefined, undefined] as const,
  ),
];

numbers("integers of 64 bits", () => {
  for (const [text, signed, unsigned] of INTEGERS) {
    assert.is(readGoInteger(text), signed, text.slice(0, 30));
    assert.is(readGoUnsigned(text), unsigned, text.slice(0, 30));
  }
});

const FLOATS: readonly (readonly [text: string, value: number | undefined])[] = [
  ["1", 1],
  ["-1.5", -1.5],
  ["+.5e1", 5],
  ["5.", 5],
  ["0012.50", 12.5],
  ["-0", -0],
  ["9007199254740993", 2 ** 53],
  ["1.7976931348623157e308", Number.MAX_VALUE],
  ["1.7976931348623159e308", undefined],
  ["1e400", undefined],
  ["1e-400", 0],
  ["2.4703282292062327e-324", 0],
  ["2.4703282292062328e-324", Number.MIN_VALUE],
  ["inf", Number.POSITIVE_INFINITY],
  ["+Inf", Number.POSITIVE_INFINITY],
  ["-iNFINITY", Number.NEGATIVE_INFINITY],
  ["nan", Number.NaN],
  ["NaN", Number.NaN],
  ["1_000.5_0e1_0", 10_005_000_000_000],
  ["0x1p4", 16],
  ["-0X1.8P-1", -0.75],
  ["0x.8p0", 0.5],
  ["0x_1p-2", 0.25],
  ["0x1_0p1_0", 16384],
  ["0x0p99999999", 0],
  ["0x1p-99999999", 0],
  ["0x1p1023", 2 ** 1023],
  ["0x1p1024", undefined],
  ["0x1.fffffffffffffp1023", Number.MAX_VALUE],
  ["0x1.fffffffffffff7fp1023", Number.MAX_VALUE],
  ["0x1.fffffffffffff8p1023", undefined],
  ["0x1p-1074", Number.MIN_VALUE],
  ["0x1p-1075", 0],
  ["0x1.0000001p-1075", Number.MIN_VALUE],
  ["0x1.8p-1074", 2 * Number.MIN_VALUE],
  ["0x1.00000000000008p0", 1],
  ["0x1.000000000000080000001p0", 1 + Number.EPSILON],
  ["0x1.00000000000018p0", 1 + 2 * Number.EPSILON],
  ...["", ".", "-", "e5", "1e", "1e+", "+nan", "infin", "infinityy", "1 ", "1f", "0b1", "0x1", "0x.p1", "0xp1"].map(
    (text) => [text, undefined] as const,
  ),
  ...["_1", "1_", "1__0", "1_.5", "1._5", "1_e5", "1e_5", "0_x1p0", "0x1_p1", "0x1p_1"].map(
    (text) => [text, undefined] as const,
  ),
];

numbers("floating-point numbers", () => {
  for (const [text, value] of FLOATS) assert.ok(Object.is(readGoFloat(text), value), `${text}: ${readGoFloat(text)}`);
});

const PRINTED: readonly (readonly [value: number, short: string, decimal: string])[] = [
  [0, "0", "0"],
  [-0, "-0", "-0"],
  [1.5, "1.5", "1.5"],
  [-12300, "-12300", "-12300"],
  [123456.75, "123456.75", "123456.75"],
  [999999, "999999", "999999"],
  [1e6, "1e+06", "1000000"],
  [1234567.5, "1.2345675e+06", "1234567.5"],
  [-1e20, "-1e+20", "-100000000000000000000"],
  [1.25e100, "1.25e+100", `125${"0".repeat(98)}`],
  [0.0001, "0.0001", "0.0001"],
  [0.00012, "0.00012", "0.00012"],
  [0.00001, "1e-05", "0.00001"],
  [-1.5e-9, "-1.5e-09", "-0.0000000015"],
];

numbers("numbers are printed with the fewest digits", () => {
  for (const [value, short, decimal] of PRINTED) {
    assert.is(printGoFloat(value), short);
    assert.is(printGoDecimal(value), decimal);
  }
  assert.is(printGoFloat(Number.MIN_VALUE), "5e-324");
  assert.is(printGoFloat(Number.NaN), "NaN");
  assert.is(printGoFloat(Number.POSITIVE_INFINITY), "+Inf");
  assert.is(printGoFloat(Number.NEGATIVE_INFINITY), "-Inf");
});

numbers("a printed number is read back", () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      assert.ok(Object.is(readGoFloat(printGoFloat(value)), value), String(value));
      if (Number.isFinite(value)) assert.ok(Object.is(readGoFloat(printGoDecimal(value)), value), String(value));
    }),
  );
});

numbers.run();
