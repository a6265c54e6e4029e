/** Tests of functions of optional values. The results are those of k8s.io/apiserver v0.37.2. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OPTIONALS } from "../../../../scripts/kubernetes/cel/evaluate/libraries/optionals.js";
import { optionalValue, type Value } from "../../../../scripts/kubernetes/cel/values/value.js";
import { FAILS, list, map, NONE, object, type Row, testRows, uint } from "./rows.js";

const optionals = suite("CEL functions of optional values");

const EMPTY = optionalValue();

const METHODS: readonly Row[] = [
  ["hasValue", [EMPTY], false],
  ["hasValue", [optionalValue(null)], true],
  ["hasValue", [1n], NONE],
  ["value", [optionalValue(1n)], 1n],
  ["value", [optionalValue(null)], null],
  ["value", [optionalValue(EMPTY)], EMPTY],
  ["value", [EMPTY], FAILS],
  ["first", [list(1n, 2n)], optionalValue(1n)],
  ["first", [list()], EMPTY],
  ["first", ["ab"], NONE],
  ["last", [list(1n, 2n)], optionalValue(2n)],
  ["last", [list()], EMPTY],
  ["unwrapOpt", [list(optionalValue(1n), EMPTY, optionalValue(null))], list(1n, null)],
  ["unwrapOpt", [list(1n)], NONE],
  ["unwrapOpt", [list()], list()],
];

const FUNCTIONS: readonly Row[] = [
  ["optional.none", [], EMPTY],
  ["optional.none", [1n], NONE],
  ["optional.of", [null], optionalValue(null)],
  ["optional.of", [EMPTY], optionalValue(EMPTY)],
  ["optional.unwrap", [list(optionalValue(1n), EMPTY)], list(1n)],
];

testRows(optionals, OPTIONALS.methods, METHODS);
testRows(optionals, OPTIONALS.functions, FUNCTIONS);

const FIRST_TIMESTAMP = -62_135_596_800_000_000_000n;

const ZEROS: readonly Value[] = [
  null,
  false,
  0n,
  0,
  -0,
  "",
  uint(0n),
  { kind: "bytes", value: "" },
  { kind: "duration", nanoseconds: 0n },
  { kind: "timestamp", nanoseconds: FIRST_TIMESTAMP },
  list(),
  map(),
];

const OTHERS: readonly Value[] = [
  true,
  -1n,
  Number.NaN,
  "0",
  uint(1n),
  { kind: "bytes", value: "\0" },
  { kind: "duration", nanoseconds: -1n },
  { kind: "timestamp", nanoseconds: 0n },
  { kind: "type", name: "int" },
  { kind: "quantity", coefficient: 0n, exponent: 0, isInt64: true, isComputed: false },
  object({}),
  EMPTY,
  list(null),
  map(["", ""]),
];

optionals("optional.ofNonZeroValue() omits the zero value of each type", () => {
  const make = OPTIONALS.functions["optional.ofNonZeroValue"];
  for (const value of ZEROS) assert.equal(make?.(value), EMPTY);
  for (const value of OTHERS) assert.equal(make?.(value), optionalValue(value));
});

optionals("empty lists and maps of the object are not zero values", () => {
  for (const empty of [{ ...list(), isStored: true } as const, { ...map(), isStored: true } as const]) {
    assert.equal(OPTIONALS.functions["optional.ofNonZeroValue"]?.(empty), optionalValue(empty));
  }
});

optionals.run();
