/**
 * Functions of lists and sets. Source: k8s.io/apiserver, pkg/cel/library/lists.go, and google/cel-go, ext/lists.go,
 * ext/sets.go and ext/comprehensions.go.
 */
import { isEqual } from "../../values/equal.js";
import { Failure, type Library, type ListValue, listValue } from "../../values/value.js";
import { costFailure, LARGEST_LIST, tooManyItems } from "../limits.js";
import { flatten } from "../lists/flatten.js";
import { insert, insertAll } from "../lists/insert.js";
import { extreme, isSorted, sortBy } from "../lists/order.js";
import { containsAll, distinct, includes, intersects, isEquivalent } from "../lists/sets.js";
import { sum } from "../lists/sum.js";
import { overload, overloads } from "../overloads.js";

export const LISTS: Library = {
  functions: {
    "cel.@mapInsert": overloads(
      overload(["map", "any", "any"], insert),
      overload(["map", "map"], insertAll),
      overload(["map", "object"], insertAll),
    ),
    "lists.range": overload(["int"], range),
    "sets.contains": overload(["list", "list"], containsAll),
    "sets.equivalent": overload(["list", "list"], isEquivalent),
    "sets.intersects": overload(["list", "list"], intersects),
  },
  methods: {
    "@sortByAssociatedKeys": overload(["list", "list"], sortBy),
    distinct: overload(["list"], distinct),
    flatten: overloads(
      overload(["list"], (list) => flatten(list, 1n)),
      overload(["list", "int"], flatten),
    ),
    includes: overloads(
      overload(["list", "any"], includes),
      overload(["any", "any"], (value, other) => isEqual(value, other)),
    ),
    indexOf: overload(["list", "any"], ({ items }, value) => BigInt(items.findIndex((item) => isEqual(item, value)))),
    isSorted: overload(["list"], isSorted),
    lastIndexOf: overload(["list", "any"], ({ items }, value) =>
      BigInt(items.findLastIndex((item) => isEqual(item, value))),
    ),
    max: overload(["list"], (list) => extreme(list, 1)),
    min: overload(["list"], (list) => extreme(list, -1)),
    reverse: overload(["list"], ({ items }) => listValue(items.toReversed())),
    slice: overload(["list", "int", "int"], slice),
    sort: overload(["list"], (list) => sortBy(list, list)),
    sum: overload(["list"], sum),
  },
};

/** Cost of a call that makes a list, without its items. */
const NEW_LIST_COST = 11;

function range(size: bigint): ListValue | Failure {
  if (size < 0n) return new Failure("the size of a list must not be negative");
  if (size > LARGEST_LIST) return tooManyItems();
  const failure = costFailure(Number(size) + NEW_LIST_COST);
  if (failure) return failure;
  return listValue(Array.from({ length: Number(size) }, (_, index) => BigInt(index)));
}

function slice({ items, size }: ListValue, start: bigint, end: bigint): ListValue | Failure {
  if (start < 0n || start > end || end > size) {
    return new Failure(`a list with ${size} items has no slice from ${start} to ${end}`);
  }
  return listValue(items.slice(Number(start), Number(end)));
}
