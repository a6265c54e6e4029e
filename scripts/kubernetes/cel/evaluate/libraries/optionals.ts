/**
 * Functions of optional values. Source: google/cel-go, cel/library.go (optionalLib). The evaluator implements `or` and
 * `orValue`, because they evaluate their argument only if there is no value.
 */
import {
  Failure,
  isKind,
  type Library,
  type ListValue,
  listValue,
  type Optional,
  optionalValue,
  type Value,
} from "../../values/value.js";
import { overload } from "../overloads.js";

export const OPTIONALS: Library = {
  functions: {
    "optional.none": overload([], () => optionalValue()),
    "optional.of": overload(["any"], (value) => optionalValue(value)),
    "optional.ofNonZeroValue": overload(["any"], (value) => optionalValue(isZero(value) ? undefined : value)),
    "optional.unwrap": overload(["list"], unwrap),
  },
  methods: {
    first: overload(["list"], ({ items }) => optionalValue(items[0])),
    hasValue: overload(["optional"], ({ value }) => value !== undefined),
    last: overload(["list"], ({ items }) => optionalValue(items.at(-1))),
    unwrapOpt: overload(["list"], unwrap),
    value: overload(["optional"], read),
  },
};

/** Midnight of January 1 in the year 1, the zero value of Go. */
const FIRST_TIMESTAMP = -62_135_596_800_000_000_000n;

/** Reports whether a value is the zero value of its type. Objects and library types have none. */
function isZero(value: Value): boolean {
  if (typeof value === "object" && value !== null) return isZeroOfKind(value);
  return value === null || value === false || value === 0 || value === 0n || value === "";
}

function isZeroOfKind(value: Exclude<Value, null | string | number | bigint | boolean>): boolean {
  switch (value.kind) {
    case "uint":
      return value.value === 0n;
    case "bytes":
      return value.value === "";
    case "duration":
      return value.nanoseconds === 0n;
    case "timestamp":
      return value.nanoseconds === FIRST_TIMESTAMP;
    case "list":
    case "map":
      return value.size === 0 && !value.isStored;
    default:
      return false;
  }
}

/** Returns the values that the items of a list have. */
function unwrap({ items }: ListValue): ListValue | undefined {
  const values: Value[] = [];
  for (const item of items) {
    if (!isKind(item, "optional")) return undefined;
    if (item.value !== undefined) values.push(item.value);
  }
  return listValue(values);
}

function read({ value }: Optional): Value | Failure {
  return value === undefined ? new Failure("the optional has no value") : value;
}
