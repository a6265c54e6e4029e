/** Tests of the operators on numbers, strings and times. All results come from cel-go v0.29.2. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ARITHMETIC } from "../../../../scripts/kubernetes/cel/evaluate/libraries/arithmetic.js";
import { CONVERSIONS } from "../../../../scripts/kubernetes/cel/evaluate/libraries/conversions.js";
import { Failure, type Uint, type Value } from "../../../../scripts/kubernetes/cel/values/value.js";
import { evaluateCalls } from "../../../support/evaluate-calls.js";

const arithmetic = suite("arithmetic");

function evaluate(source: string): Value {
  return evaluateCalls(source, [ARITHMETIC, CONVERSIONS]);
}

function uint(value: bigint): Uint {
  return { kind: "uint", value };
}

const NUMBERS: readonly (readonly [source: string, value: Value])[] = [
  ["1 + 2", 3n],
  ["1 - 2", -1n],
  ["3 * -4", -12n],
  ["-7 / 2", -3n],
  ["-7 % 2", -1n],
  ["7 % -2", 1n],
  ["-(5)", -5n],
  ["9223372036854775806 + 1", 2n ** 63n - 1n],
  ["-9223372036854775807 - 1", -(2n ** 63n)],
  ["3037000499 * 3037000499", 9223372030926249001n],
  ["1u + 2u", uint(3n)],
  ["7u / 2u", uint(3n)],
  ["7u % 2u", uint(1n)],
  ["4294967295u * 4294967297u", uint(2n ** 64n - 1n)],
  ["0.1 + 0.2", 0.1 + 0.2],
  ["1.0 / 0.0", Number.POSITIVE_INFINITY],
  ["-1.0 / 0.0", Number.NEGATIVE_INFINITY],
  ["0.0 / 0.0", Number.NaN],
  ["1e308 * 10.0", Number.POSITIVE_INFINITY],
  ["string(-(0.0))", "-0"],
  ["'a' + 'é'", "aé"],
  ["b'a' + b'\\xff'", { kind: "bytes", value: "a\xff" }],
];

const OUT_OF_RANGE: readonly (readonly [source: string, type: string])[] = [
  ["9223372036854775807 + 1", "int"],
  ["-9223372036854775808 - 1", "int"],
  ["3037000500 * 3037000500", "int"],
  ["-1 * -9223372036854775808", "int"],
  ["-(-9223372036854775808)", "int"],
  ["-9223372036854775808 / -1", "int"],
  ["-9223372036854775808 % -1", "int"],
  ["18446744073709551615u + 1u", "uint"],
  ["1u - 2u", "uint"],
  ["4294967296u * 4294967296u", "uint"],
];

arithmetic("numbers, strings and bytes", () => {
  for (const [source, value] of NUMBERS) assert.equal(evaluate(source), value, source);
});

arithmetic("a result out of the range of its type is an error", () => {
  for (const [source, type] of OUT_OF_RANGE) {
    assert.is(evaluate(source), `error: the result is out of the range of ${type}`, source);
  }
});

arithmetic("division by zero is an error for integers", () => {
  for (const source of ["1 / 0", "1u / 0u"]) assert.is(evaluate(source), "error: division by zero");
  for (const source of ["1 % 0", "1u % 0u"]) assert.is(evaluate(source), "error: modulus by zero");
});

arithmetic("operands of different types have no overload", () => {
  const sources = [
    "dyn(1) + dyn(1u)",
    "dyn(1) * dyn(1.5)",
    "dyn('a') + dyn(b'a')",
    "dyn(1.0) % dyn(1.0)",
    "dyn(true) + dyn(true)",
    "dyn('a') - dyn('a')",
    "dyn([1]) + dyn([1])", // lists are in their own library
    "-dyn(1u)",
    "-dyn('a')",
    "dyn(timestamp(0)) + dyn(timestamp(0))",
    "dyn(duration('1s')) - dyn(timestamp(0))",
    "dyn(duration('1s')) * dyn(2)",
  ];
  for (const source of sources) assert.is(evaluate(source), "error: no overload", source);
});

/** Results as strings. */
const TIMES: readonly (readonly [source: string, text: string])[] = [
  ["duration('1h') + duration('-30m')", "1800s"],
  ["duration('1s') - duration('1ns')", "0.999999999s"],
  ["-dyn(duration('1s'))", "-1s"],
  ["timestamp(0) + duration('1.5s')", "1970-01-01T00:00:01.5Z"],
  ["duration('-1ns') + timestamp(0)", "1969-12-31T23:59:59.999999999Z"],
  ["timestamp('2024-02-28T23:30:00+05:30') + duration('1h')", "2024-02-29T00:30:00+05:30"],
  ["timestamp('2024-03-01T00:00:00Z') - duration('24h')", "2024-02-29T00:00:00Z"],
  ["timestamp('2024-03-01T00:00:00+01:00') - timestamp('2024-02-29T23:00:00Z')", "0s"],
  ["timestamp(0) - timestamp('1969-12-31T23:59:59.000000001Z')", "0.999999999s"],
  ["timestamp('9999-12-31T23:59:59Z') + duration('999999999ns')", "9999-12-31T23:59:59.999999999Z"],
  ["timestamp('2262-04-11T23:47:16.854775807Z') - timestamp(0)", "9223372036.854776s"],
];

const TIMES_OUT_OF_RANGE: readonly (readonly [source: string, type: string])[] = [
  ["timestamp('9999-12-31T23:59:59Z') + duration('1s')", "timestamp"],
  ["timestamp('0001-01-01T00:00:00Z') - duration('1ns')", "timestamp"],
  ["timestamp(0) - duration('-2562047h47m16.854775808s')", "duration"],
  ["timestamp('2262-04-11T23:47:16.854775808Z') - timestamp(0)", "duration"],
  // The duration of the whole seconds is too long, although the rest would make it shorter.
  ["timestamp('1677-09-21T00:12:43.145224192Z') - timestamp(0)", "duration"],
  ["duration('2562047h47m16.854775807s') + duration('1ns')", "duration"],
  ["duration('-2562047h47m16.854775808s') - duration('1ns')", "duration"],
  ["-dyn(duration('-2562047h47m16.854775808s'))", "duration"],
];

arithmetic("timestamps and durations", () => {
  for (const [source, text] of TIMES) assert.is(evaluate(`string(${source})`), text, source);
  for (const [source, type] of TIMES_OUT_OF_RANGE) {
    assert.is(evaluate(source), `error: the result is out of the range of ${type}`, source);
  }
});

arithmetic("a string that is too long for the cost limit of the API server is an error", () => {
  const long = "a".repeat(10_000_000);
  const add = ARITHMETIC.functions["_+_"];
  assert.is(typeof add?.(long, long), "string");
  assert.equal(add?.(long, `${long}a`), new Failure("the result is too long"));
});

arithmetic.run();
