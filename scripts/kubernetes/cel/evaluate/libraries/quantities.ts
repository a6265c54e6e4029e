/** Functions of quantities. Source: k8s.io/apiserver, pkg/cel/library/quantity.go. */
import {
  add,
  compareQuantities,
  integerQuantity,
  isQuantity,
  parseQuantity,
  signOf,
  sub,
  toDouble,
  toInt64,
} from "../../values/quantity.js";
import { Failure, type Implementation, isKind, type Library, type Quantity, type Value } from "../../values/value.js";

export const QUANTITIES: Library = {
  functions: {
    quantity: (text) => (typeof text === "string" ? parseQuantity(text) : undefined),
    isQuantity: (text) => (typeof text === "string" ? isQuantity(text) : undefined),
    sign: of((quantity) => BigInt(signOf(quantity))),
  },
  methods: {
    isGreaterThan: compared((order) => order > 0),
    isLessThan: compared((order) => order < 0),
    compareTo: compared((order) => BigInt(order)),
    asApproximateFloat: of(toDouble),
    asInteger: of((quantity) => toInt64(quantity) ?? new Failure("the quantity is not an integer of 64 bits")),
    isInteger: of((quantity) => toInt64(quantity) !== undefined),
    add: combined(add),
    sub: combined(sub),
  },
};

function of(result: (quantity: Quantity) => Value | Failure): Implementation {
  return (quantity) => (isKind(quantity, "quantity") ? result(quantity) : undefined);
}

/** Compares two quantities. The API server converts the first one to a decimal if the second one is one. */
function compared(result: (order: number) => Value): Implementation {
  return (a, b) => {
    if (!isKind(a, "quantity") || !isKind(b, "quantity")) return undefined;
    if (!b.isInt64) a.isInt64 = false;
    return result(compareQuantities(a, b));
  };
}

function combined(operation: (a: Quantity, b: Quantity) => Quantity | Failure): Implementation {
  return (a, b) => {
    const other = typeof b === "bigint" ? integerQuantity(b) : b;
    return isKind(a, "quantity") && isKind(other, "quantity") ? operation(a, other) : undefined;
  };
}
