/** The operators `+`, `-`, `*`, `/` and `%`. Source: google/cel-go, common/types (overflow.go). */
import { fitsInt64 } from "../../../../core/go-numbers.js";
import { floorDivide, isInRange, SECOND } from "../../values/time.js";
import { Failure, INT64, isKind, type Library, type Timestamp, UINT64_MAX, type Value } from "../../values/value.js";

type Result = Value | Failure | undefined;

export const ARITHMETIC: Library = {
  functions: {
    "_+_": add,
    "_-_": subtract,
    "_*_": (a, b) => compute(PRODUCT, a, b),
    "_/_": (a, b) => compute(QUOTIENT, a, b),
    "_%_": modulo,
    "-_": negate,
  },
  methods: {},
};

/**
 * Maximum number of UTF-16 code units of a string, or of bytes, that is the result of an operator. The API server
 * cancels an evaluation that makes a longer one, because its cost exceeds the limit of a rule.
 */
const MAX_LENGTH = 20_000_000;

function add(a: Value, b: Value): Result {
  if (typeof a === "string" && typeof b === "string") return tooLong(a, b) ?? a + b;
  if (isKind(a, "bytes") && isKind(b, "bytes")) {
    return tooLong(a.value, b.value) ?? { kind: "bytes", value: a.value + b.value };
  }
  if (isKind(a, "timestamp") && isKind(b, "duration")) return later(a, b.nanoseconds);
  if (isKind(a, "duration") && isKind(b, "timestamp")) return later(b, a.nanoseconds);
  if (isKind(a, "duration") && isKind(b, "duration")) return duration(a.nanoseconds + b.nanoseconds);
  return compute(SUM, a, b);
}

function subtract(a: Value, b: Value): Result {
  if (isKind(a, "timestamp") && isKind(b, "duration")) {
    return b.nanoseconds === INT64.min ? overflow("duration") : later(a, -b.nanoseconds);
  }
  if (isKind(a, "timestamp") && isKind(b, "timestamp")) return between(b, a);
  if (isKind(a, "duration") && isKind(b, "duration")) return duration(a.nanoseconds - b.nanoseconds);
  return compute(DIFFERENCE, a, b);
}

/** cel-go also rejects a division whose result would be out of the range, although the modulus is 0. */
function modulo(a: Value, b: Value): Result {
  return a === INT64.min && b === -1n ? overflow("int") : compute(MODULUS, a, b);
}

/** The type checker allows no duration here, except one of the type dyn. */
function negate(value: Value): Result {
  if (typeof value === "bigint") return int(-value);
  if (typeof value === "number") return -value;
  return isKind(value, "duration") ? duration(-value.nanoseconds) : undefined;
}

interface Operation {
  integers(x: bigint, y: bigint): bigint | Failure;
  doubles?(x: number, y: number): number;
}

const SUM: Operation = { integers: (x, y) => x + y, doubles: (x, y) => x + y };
const DIFFERENCE: Operation = { integers: (x, y) => x - y, doubles: (x, y) => x - y };
const PRODUCT: Operation = { integers: (x, y) => x * y, doubles: (x, y) => x * y };
const QUOTIENT: Operation = {
  integers: (x, y) => (y === 0n ? new Failure("division by zero") : x / y),
  doubles: (x, y) => x / y,
};
const MODULUS: Operation = { integers: (x, y) => (y === 0n ? new Failure("modulus by zero") : x % y) };

/** Applies an operation to two numbers of the same type. */
function compute({ integers, doubles }: Operation, a: Value, b: Value): Result {
  if (typeof a === "bigint" && typeof b === "bigint") return int(integers(a, b));
  if (isKind(a, "uint") && isKind(b, "uint")) return uint(integers(a.value, b.value));
  return typeof a === "number" && typeof b === "number" ? doubles?.(a, b) : undefined;
}

function int(value: bigint | Failure): Result {
  return value instanceof Failure || fitsInt64(value) ? value : overflow("int");
}

function uint(value: bigint | Failure): Result {
  if (value instanceof Failure) return value;
  return value >= 0n && value <= UINT64_MAX ? { kind: "uint", value } : overflow("uint");
}

function duration(nanoseconds: bigint): Result {
  return fitsInt64(nanoseconds) ? { kind: "duration", nanoseconds } : overflow("duration");
}

/** Adds nanoseconds to a timestamp, which keeps its time zone. */
function later(timestamp: Timestamp, nanoseconds: bigint): Result {
  const result = { ...timestamp, nanoseconds: timestamp.nanoseconds + nanoseconds };
  return isInRange(result) ? result : overflow("timestamp");
}

/** cel-go first converts the whole seconds to nanoseconds, so some durations near the limit overflow. */
function between(start: Timestamp, end: Timestamp): Result {
  const seconds = floorDivide(end.nanoseconds, SECOND) - floorDivide(start.nanoseconds, SECOND);
  return fitsInt64(seconds * SECOND) ? duration(end.nanoseconds - start.nanoseconds) : overflow("duration");
}

function overflow(type: string): Failure {
  return new Failure(`the result is out of the range of ${type}`);
}

function tooLong(a: string, b: string): Failure | undefined {
  return a.length + b.length > MAX_LENGTH ? new Failure("the result is too long") : undefined;
}
