/** Lists as sets. Source: google/cel-go, ext/sets.go and ext/lists.go (distinctList). */
import { equality, isEqual } from "../../values/equal.js";
import { type Failure, kindOf, type ListValue, listValue, type Value } from "../../values/value.js";
import { costFailure } from "../limits.js";

/**
 * Reports whether a list contains a value. Returns undefined if the API server fails to compare it with an item, which
 * happens only for the lists of the object.
 */
export function includes({ items, isStored }: ListValue, value: Value): boolean | undefined {
  if (!isStored) return items.some((item) => isEqual(value, item));
  const equalities = items.map((item) => equality(item, value));
  if (equalities.includes(true)) return true;
  return equalities.includes(undefined) ? undefined : false;
}

/** Reports whether a list has all items of another one. */
export function containsAll(list: ListValue, other: ListValue): boolean | Failure {
  return costFailure(list.size * other.size) ?? other.items.every((item) => includes(list, item));
}

export function isEquivalent(list: ListValue, other: ListValue): boolean | Failure {
  const failure = costFailure(2 * list.size * other.size);
  return (
    failure ?? (other.items.every((item) => includes(list, item)) && list.items.every((item) => includes(other, item)))
  );
}

export function intersects(list: ListValue, other: ListValue): boolean | Failure {
  return costFailure(list.size * other.size) ?? list.items.some((item) => includes(other, item));
}

/** Removes items that are equal to an item before them. The cost limits the number of comparisons. */
export function distinct(list: ListValue): ListValue | Failure {
  const [first] = list.items;
  if (first === undefined) return list;
  const isText = kindOf(first) === "string" || kindOf(first) === "bytes";
  const failure = costFailure((isText ? 2.1 : 2) * list.size ** 2);
  if (failure) return failure;
  const kept: Value[] = [];
  for (const item of list.items) {
    if (!kept.some((other) => isEqual(item, other))) kept.push(item);
  }
  return listValue(kept);
}
