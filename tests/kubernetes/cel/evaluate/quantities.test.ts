/** Tests of quantities. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { QUANTITIES } from "../../../../scripts/kubernetes/cel/evaluate/libraries/quantities.js";
import { sameQuantity } from "../../../../scripts/kubernetes/cel/values/quantity.js";
import { isKind, type Quantity } from "../../../../scripts/kubernetes/cel/values/value.js";
import { answer, call, method, type Result } from "./calls.js";

const quantities = suite("CEL: quantities");

const INF = Number.POSITIVE_INFINITY;
const LEAST_INT = -(2n ** 63n);

/** Quantities with their integer, if the API server can convert them, and their double. */
const VALID: readonly (readonly [text: string, integer: bigint | "fails", double: number])[] = [
  ["0", 0n, 0],
  ["5", 5n, 5],
  ["-5", -5n, -5],
  ["+5k", 5000n, 5000],
  ["1.5", "fails", 1.5],
  ["5.0", "fails", 5],
  ["5000m", "fails", 5],
  ["1536Mi", 1610612736n, 1610612736],
  ["1.5Gi", "fails", 1610612736],
  ["99Ti", 108851651149824n, 108851651149824],
  ["100Ti", "fails", 109951162777600],
  ["7Ei", "fails", 8.070450532247929e18],
  ["8Ei", "fails", 9.223372036854776e18],
  ["9Ei", "fails", 9.223372036854776e18],
  ["-9Ei", "fails", -9.223372036854776e18],
  ["1e3", 1000n, 1000],
  ["1E3", 1000n, 1000],
  ["1E", 10n ** 18n, 1e18],
  ["1e-3", "fails", 0.001],
  ["1e+5", 100000n, 1e5],
  ["1e18", 10n ** 18n, 1e18],
  ["1e19", "fails", 1e19],
  ["999999999999999999", 999999999999999999n, 1e18],
  ["9223372036854775807", "fails", 9.223372036854776e18],
  ["1e4294967296", 1n, 1],
  ["1e-4294967293", 1000n, 1000],
  ["0.1n", "fails", 1e-9],
  ["-0.1n", "fails", -1e-9],
  ["0.0000000000000000001", "fails", 1e-9],
  ["0.0000000001Ki", "fails", 1.0300000000000001e-7],
  ["1e999999999", "fails", INF],
  ["-1e999999999", "fails", -INF],
  ["0e999", 0n, Number.NaN],
  ["+", 0n, 0],
  ["-", 0n, 0],
  [".", 0n, 0],
  ["m", "fails", 0],
  ["Ki", 0n, 0],
  [".Ti", 0n, 0],
  ["0Ei", "fails", 0],
];

const INVALID = [
  ...["", "Pi", "Ei", "e-10", "e", "1e", "1K", "1mi", "1 ", " 1", "1\n", "1.1.1", "--1", "1e5e", "1+5", "0x1", "1_0"],
  ...["1e9223372036854775808", "1e-9223372036854775809", "\u0661", "1Kie3", "1e3.0", "Infinity", "NaN"],
];

function quantity(text: string): Result {
  return call(QUANTITIES, "quantity", text);
}

function parsed(text: string): Quantity {
  const value = quantity(text);
  if (typeof value !== "object" || value === null || !("kind" in value) || !isKind(value, "quantity")) {
    throw new Error(`${text} is not a quantity`);
  }
  return value;
}

function double(value: Result): Result {
  return method(QUANTITIES, "asApproximateFloat", value);
}

quantities("have the values that the API server computes", () => {
  for (const [text, integer, float] of VALID) {
    assert.is(call(QUANTITIES, "isQuantity", text), true, text);
    assert.is(answer(method(QUANTITIES, "asInteger", quantity(text))), integer, text);
    assert.is(method(QUANTITIES, "isInteger", quantity(text)), integer !== "fails", text);
    assert.ok(Object.is(double(quantity(text)), float), text);
    assert.is(call(QUANTITIES, "sign", quantity(text)), BigInt(Math.sign(float) || 0), text);
  }
});

quantities("have a number and a known suffix", () => {
  for (const text of INVALID) {
    assert.is(call(QUANTITIES, "isQuantity", text), false, text);
    assert.is(answer(quantity(text)), "fails", text);
  }
});

quantities("have an order", () => {
  const cases: readonly (readonly [string, string, bigint])[] = [
    ["1.5Gi", "1536Mi", 0n],
    ["1k", "1000", 0n],
    ["0.1n", "1n", 0n],
    ["1e999", "1e998", 1n],
    ["-1e999", "1", -1n],
    ["-1e999", "-1e998", -1n],
    ["1234567890123456789e300", "1235e315", -1n],
    ["1e999999999", "1e999999998", 1n],
    ["-1e999999999", "-1", -1n],
    ["9Ei", "8Ei", 0n],
    ["0e999", "0", 0n],
    ["1", "1.000000001", -1n],
  ];
  for (const [a, b, order] of cases) {
    const name = `${a} and ${b}`;
    assert.is(method(QUANTITIES, "compareTo", quantity(a), quantity(b)), order, name);
    assert.is(method(QUANTITIES, "compareTo", quantity(b), quantity(a)), -order || 0n, name);
    assert.is(method(QUANTITIES, "isLessThan", quantity(a), quantity(b)), order < 0n, name);
    assert.is(method(QUANTITIES, "isGreaterThan", quantity(a), quantity(b)), order > 0n, name);
    assert.is(sameQuantity(parsed(a), parsed(b)), order === 0n, name);
  }
});

quantities("are added and subtracted", () => {
  const cases: readonly (readonly [string, string | bigint, number, boolean, number, boolean])[] = [
    ["50k", "20", 50020, true, 49980, true],
    ["50k", 20n, 50020, true, 49980, true],
    ["1.5", "0.5", 2, false, 1, false],
    ["1.5Gi", "1Gi", 2684354560, false, 536870912, false],
    ["4611686018427387904", "4611686018427387904", 9.223372036854776e18, false, 0, false],
    ["9e18", "9e18", 1.8e19, false, 0, true],
    ["0", "5m", 0.005, false, -0.005, false],
    ["5m", "0", 0.005, false, 0.005, false],
    ["9223372036854775807k", "0e999", 9.223372036854777e21, false, 9.223372036854777e21, false],
    // the negation of the least int64 overflows in the API server
    ["0", LEAST_INT, -9.223372036854776e18, true, -9.223372036854776e18, true],
    ["1", LEAST_INT, -9.223372036854776e18, true, -9.223372036854776e18, true],
    ["-1", LEAST_INT, -9.223372036854776e18, false, 9.223372036854776e18, false],
  ];
  for (const [a, b, sum, isSumInteger, difference, isDifferenceInteger] of cases) {
    const other = typeof b === "bigint" ? b : quantity(b);
    const [added, subtracted] = ["add", "sub"].map((name) => method(QUANTITIES, name, quantity(a), other));
    assert.is(double(added as Result), sum, `${a} + ${b}`);
    assert.is(double(subtracted as Result), difference, `${a} - ${b}`);
    assert.is(method(QUANTITIES, "isInteger", added as Result), isSumInteger, `${a} + ${b}`);
    assert.is(method(QUANTITIES, "isInteger", subtracted as Result), isDifferenceInteger, `${a} - ${b}`);
  }
});

quantities("stop being integers when they are compared with a decimal", () => {
  const [five, decimal] = [quantity("5"), quantity("1.5Gi")];
  assert.is(sameQuantity(parsed("5"), parsed("1.5Gi")), false);
  method(QUANTITIES, "add", five, decimal);
  method(QUANTITIES, "compareTo", five, quantity("1k"));
  assert.is(method(QUANTITIES, "isInteger", five), true);
  method(QUANTITIES, "isLessThan", five, decimal);
  assert.is(method(QUANTITIES, "isInteger", five), false);
});

quantities("of any length end in time, with a failure if a calculation would be too large", () => {
  const million = 1_000_000;
  assert.is(call(QUANTITIES, "isQuantity", "9".repeat(million)), true);
  assert.is(answer(quantity("9".repeat(million))), "fails");
  assert.is(call(QUANTITIES, "isQuantity", `${"9".repeat(million)}x`), false);
  assert.is(call(QUANTITIES, "isQuantity", `1${"e".repeat(million)}!`), false);
  assert.is(answer(quantity("1234567890123456789e999999999")), "fails");
  assert.is(double(quantity("1e-999999999")), 1e-9);
  for (const name of ["add", "sub"]) {
    assert.is(answer(method(QUANTITIES, name, quantity("1e999999999"), 1n)), "fails");
    assert.is(double(method(QUANTITIES, name, quantity("1e999999999"), 0n)), INF);
  }
});

quantities("do not have the functions of other types", () => {
  assert.is(QUANTITIES.functions.quantity?.(1n), undefined);
  assert.is(QUANTITIES.functions.sign?.("1"), undefined);
  assert.is(QUANTITIES.methods.add?.(parsed("1"), 1.5), undefined);
  assert.is(QUANTITIES.methods.compareTo?.(parsed("1"), 1n), undefined);
});

quantities.run();
