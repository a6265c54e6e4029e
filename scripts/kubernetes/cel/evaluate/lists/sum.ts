/** Sums of lists. Source: k8s.io/apiserver, pkg/cel/library/lists.go (sum). */
import { Failure, INT64, isKind, type ListValue, UINT64_MAX, type Value } from "../../values/value.js";

const UINT64 = { min: 0n, max: UINT64_MAX } as const;

/** Returns the sum of numbers or durations, which must have the same type. The sum of an empty list is an int. */
export function sum({ items }: ListValue): Value | Failure | undefined {
  const [first = 0n] = items;
  if (typeof first === "bigint") return addAll(items, INT64, intOf, (value) => value);
  if (typeof first === "number") return addDoubles(items);
  if (isKind(first, "uint")) return addAll(items, UINT64, uintOf, (value) => ({ kind: "uint", value }));
  if (isKind(first, "duration")) {
    return addAll(items, INT64, nanosecondsOf, (nanoseconds) => ({ kind: "duration", nanoseconds }));
  }
  return undefined;
}

/** Adds integers. Every step must be in the range. */
function addAll(
  items: readonly Value[],
  { min, max }: { readonly min: bigint; readonly max: bigint },
  read: (item: Value) => bigint | undefined,
  make: (total: bigint) => Value,
): Value | Failure | undefined {
  let total = 0n;
  for (const item of items) {
    const value = read(item);
    if (value === undefined) return undefined;
    total += value;
    if (total < min || total > max) return new Failure("the sum is out of range");
  }
  return make(total);
}

function addDoubles(items: readonly Value[]): number | undefined {
  let total = 0;
  for (const item of items) {
    if (typeof item !== "number") return undefined;
    total += item;
  }
  return total;
}

function intOf(item: Value): bigint | undefined {
  return typeof item === "bigint" ? item : undefined;
}

function uintOf(item: Value): bigint | undefined {
  return isKind(item, "uint") ? item.value : undefined;
}

function nanosecondsOf(item: Value): bigint | undefined {
  return isKind(item, "duration") ? item.nanoseconds : undefined;
}
