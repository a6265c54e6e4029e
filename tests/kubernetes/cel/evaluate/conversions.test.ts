/** Tests of conversions between types. All results come from cel-go v0.29.2. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CONVERSIONS, typeName } from "../../../../scripts/kubernetes/cel/evaluate/libraries/conversions.js";
import { isKind, optionalValue, stringMap, type Value } from "../../../../scripts/kubernetes/cel/values/value.js";
import { evaluateCalls } from "../../../support/evaluate-calls.js";
import { object } from "./rows.js";

const conversions = suite("conversions");

function evaluate(source: string): Value {
  const value = evaluateCalls(source, [CONVERSIONS]);
  return isKind(value, "uint") ? `${value.value}u` : value;
}

const VALUES: readonly (readonly [source: string, value: Value])[] = [
  ["int('-9223372036854775808')", -(2n ** 63n)],
  ["int('+0005')", 5n],
  ["int(1.9)", 1n],
  ["int(-1.9)", -1n],
  ["int(9223372036854774784.0)", 9223372036854774784n],
  ["int(9223372036854775807u)", 2n ** 63n - 1n],
  ["int(duration('1.5s'))", 1_500_000_000n],
  ["int(timestamp('1970-01-01T01:00:01.9+01:00'))", 1n],
  ["int(timestamp('1969-12-31T23:59:59.5Z'))", -1n],
  ["uint('18446744073709551615')", "18446744073709551615u"],
  ["uint(18446744073709549568.0)", "18446744073709549568u"],
  ["uint(-0.0)", "0u"],
  ["uint(5)", "5u"],
  ["double(9007199254740993)", 2 ** 53],
  ["double(18446744073709551615u)", 2 ** 64],
  ["double('0x1.8p1')", 3],
  ["double('1_000')", 1000],
  ["double('-inf')", Number.NEGATIVE_INFINITY],
  ["bool('t')", true],
  ["bool('0')", false],
  ["bool('False')", false],
  ["string(true)", "true"],
  ["string(-5)", "-5"],
  ["string(5u)", "5"],
  ["string(1e6)", "1e+06"],
  ["string(123456.0)", "123456"],
  ["string(double('NaN'))", "NaN"],
  ["string(double('inf'))", "+Inf"],
  ["string(b'\\xc3\\xa9')", "é"],
  ["string(b'\\xef\\xbb\\xbfa')", "\ufeffa"],
  ["bytes('é')", { kind: "bytes", value: "\xc3\xa9" }],
  ["bytes(b'a')", { kind: "bytes", value: "a" }],
  ["dyn('a')", "a"],
  ["string(duration('1h30m'))", "5400s"],
  ["string(duration('-1.000000001s'))", "-1.000000001s"],
  ["string(duration('1ns'))", "0.000000001s"],
  ["string(duration('2562047h47m16.854775807s'))", "9223372036.854776s"],
  ["int(duration('-2562047h47m16.854775808s'))", -(2n ** 63n)],
  ["int(duration('.5m1.s'))", 31_000_000_000n],
  ["int(duration('1\u03bcs'))", 1000n],
  ["int(duration('+0'))", 0n],
  // Go computes fractions with floating-point numbers.
  ["int(duration('0.1ns'))", 0n],
  ["int(duration('0.9999999999999999999h'))", 3_600_000_000_000n],
  ["int(duration('0.2222222222222222222h'))", 800_000_000_000n],
  ["string(timestamp(253402300799))", "9999-12-31T23:59:59Z"],
  ["string(timestamp(-62135596800))", "0001-01-01T00:00:00Z"],
  ["string(timestamp('2024-02-29T1:02:03.450Z'))", "2024-02-29T01:02:03.45Z"],
  ["string(timestamp('2024-01-01T00:00:00,1234567891-00:00'))", "2024-01-01T00:00:00.123456789Z"],
  ["string(timestamp('2024-01-01T00:00:00.5-08:30'))", "2024-01-01T00:00:00.5-08:30"],
  ["string(timestamp('2024-01-01T00:00:00+24:60'))", "2024-01-01T00:00:00+25:00"],
  ["string(timestamp('0000-12-31T23:59:59-01:00'))", "0000-12-31T23:59:59-01:00"],
  ["string(timestamp(timestamp('0001-01-01T01:00:00+01:00')))", "0001-01-01T01:00:00+01:00"],
];

conversions("values", () => {
  for (const [source, value] of VALUES) assert.equal(evaluate(source), value, source);
});

const INVALID: Readonly<Record<string, readonly string[]>> = {
  int: ["", " 1", "1.0", "1_0", "0x10", "9223372036854775808"],
  uint: ["", "+5", "-0", "18446744073709551616"],
  double: ["", "1e400", "0x1", "1__0", "+nan"],
  bool: ["", "yes", "tRUE", "01"],
  duration: ["", "1", ".s", "1d", "1H", "1 s", "1h-5m", "2562047h47m16.854775808s", "1d1h"],
  timestamp: [
    "",
    "2024-01-01",
    "2024-01-01T00:00:00",
    "2024-01-01t00:00:00Z",
    "2024-01-01T00:00:00z",
    "2024-01-01 00:00:00Z",
    "2024-01-01T00:00:60Z",
    "2024-01-01T24:00:00Z",
    "2024-01-01T00:60:00Z",
    "2023-02-29T00:00:00Z",
    "2024-00-01T00:00:00Z",
    "2024-1-01T00:00:00Z",
    "2024-01-01T00:00Z",
    "2024-01-01T00:00:00.Z",
    "2024-01-01T00:00:00+0100",
    "2024-01-01T00:00:00+25:00",
    "2024-01-01T00:00:00+00:61",
    "10000-01-01T00:00:00Z",
  ],
};

conversions("strings that are not values of a type", () => {
  for (const [type, texts] of Object.entries(INVALID)) {
    for (const text of texts)
      assert.is(evaluate(`${type}('${text}')`), `error: the string is not a valid ${type}`, text);
  }
  for (const bytes of ["\\xff", "\\xed\\xa0\\x80", "\\xc0\\x80", "a\\xe2\\x82"]) {
    assert.is(evaluate(`string(b'${bytes}')`), "error: the bytes are not valid UTF-8");
  }
});

const OUT_OF_RANGE: readonly (readonly [source: string, type: string])[] = [
  ["int(9223372036854775807.0)", "int"],
  ["int(-9223372036854775808.0)", "int"],
  ["int(double('nan'))", "int"],
  ["int(9223372036854775808u)", "int"],
  ["uint(-1)", "uint"],
  ["uint(-0.5)", "uint"],
  ["uint(18446744073709551615.0)", "uint"],
  ["uint(double('nan'))", "uint"],
  ["timestamp(253402300800)", "timestamp"],
  ["timestamp(-62135596801)", "timestamp"],
  ["timestamp('9999-12-31T23:59:59-00:01')", "timestamp"],
  ["timestamp('0001-01-01T00:30:00+01:00')", "timestamp"],
];

conversions("values out of the range of a type", () => {
  for (const [source, type] of OUT_OF_RANGE) {
    assert.is(evaluate(source), `error: the value is out of the range of ${type}`, source);
  }
});

conversions("other types have no conversion", () => {
  for (const source of ["int(dyn(true))", "bool(dyn(1))", "string(dyn([1]))", "string(dyn(null))", "bytes(dyn(1))"]) {
    assert.is(evaluate(source), "error: no overload", source);
  }
  for (const source of ["duration(dyn(1))", "timestamp(dyn(1u))", "string(type(1))", "double(dyn(duration('1s')))"]) {
    assert.is(evaluate(source), "error: no overload", source);
  }
});

conversions("type", () => {
  const types: readonly (readonly [source: string, name: string])[] = [
    ["1", "int"],
    ["1u", "uint"],
    ["1.0", "double"],
    ["'a'", "string"],
    ["b'a'", "bytes"],
    ["true", "bool"],
    ["null", "null_type"],
    ["[1]", "list"],
    ["duration('1s')", "google.protobuf.Duration"],
    ["timestamp(0)", "google.protobuf.Timestamp"],
    ["type(1)", "type"],
  ];
  for (const [source, name] of types) assert.equal(evaluate(`type(${source})`), { kind: "type", name }, source);
});

conversions("types of values that no literal has", () => {
  assert.is(typeName(stringMap(new Map())), "map");
  assert.is(typeName(object({})), "map");
  assert.is(typeName(optionalValue()), "optional_type");
  assert.is(
    typeName({ kind: "quantity", coefficient: 1n, exponent: 0, isInt64: true, isComputed: false }),
    "kubernetes.Quantity",
  );
  assert.is(typeName({ kind: "ip", version: 4, bits: 1n }), "net.IP");
  assert.is(typeName({ kind: "format", name: "uuid" }), "kubernetes.NamedFormat");
});

conversions("a long string is converted in linear time", () => {
  const digits = "9".repeat(1_000_000);
  for (const name of ["int", "uint", "double", "bool", "duration", "timestamp"]) {
    for (const text of [digits, `${digits}x`, `0.${digits}s`, `0x1.${digits}p1`]) {
      assert.not.type(CONVERSIONS.functions[name]?.(text), "undefined");
    }
  }
});

conversions.run();
