/** Order of the items of lists. Source: google/cel-go, ext/lists.go, and k8s.io/apiserver, pkg/cel/library/lists.go. */
import { compare } from "../../values/equal.js";
import { Failure, kindOf, type ListValue, listValue, type Value } from "../../values/value.js";
import { costFailure } from "../limits.js";

const COMPARABLE: ReadonlySet<string> = new Set([
  "bool",
  "bytes",
  "double",
  "duration",
  "int",
  "string",
  "timestamp",
  "uint",
]);

/** Items up to which Go sorts by insertion, which keeps the order of equal items. */
const FEW = 12;

/** Reports whether no item is greater than the next one. Items that cannot be compared do not break the order. */
export function isSorted({ items }: ListValue): boolean | undefined {
  for (const [at, item] of items.entries()) {
    if (!COMPARABLE.has(kindOf(item))) return undefined;
    if (at > 0 && order(items[at - 1] as Value, item) > 0) return false;
  }
  return true;
}

/** Returns the least item (`sign` -1) or the greatest one (`sign` 1). */
export function extreme({ items }: ListValue, sign: -1 | 1): Value | Failure | undefined {
  let [result] = items;
  if (result === undefined) return new Failure("an empty list has no minimum and no maximum");
  for (const item of items) {
    if (!COMPARABLE.has(kindOf(item))) return undefined;
    if (order(result, item) * sign < 0) result = item;
  }
  return result;
}

/** Sorts a list by keys: one for each item, all of the same type. */
export function sortBy(list: ListValue, { items: keys }: ListValue): ListValue | Failure {
  if (list.size !== keys.length)
    return new Failure(`the list has ${list.size} items, but there are ${keys.length} keys`);
  const [first] = keys;
  if (first === undefined) return list;
  const kind = kindOf(first);
  if (!COMPARABLE.has(kind)) return new Failure(`values of type ${kind} cannot be sorted`);
  if (keys.some((key) => kindOf(key) !== kind)) return new Failure("values of different types cannot be sorted");
  const failure = costFailure((kind === "string" || kind === "bytes" ? 2.1 : 2) * keys.length ** 2);
  if (failure) return failure;
  const indexes = [...keys.keys()];
  const byKey = (a: number, b: number) => order(keys[a] as Value, keys[b] as Value);
  if (indexes.length > FEW) indexes.sort(byKey);
  else insertionSort(indexes, byKey);
  return listValue(indexes.map((index) => list.items[index] as Value));
}

/** Unlike `sort` of JavaScript, this algorithm has the result of Go also if NaN is among the keys. */
function insertionSort(indexes: number[], by: (a: number, b: number) => number): void {
  for (let end = 1; end < indexes.length; end++) {
    for (let at = end; at > 0; at--) {
      const [left, right] = [indexes[at - 1] as number, indexes[at] as number];
      if (by(right, left) >= 0) break;
      indexes[at - 1] = right;
      indexes[at] = left;
    }
  }
}

/** Values that cannot be compared, such as NaN, have the order of equal values. */
function order(a: Value, b: Value): number {
  const result = compare(a, b);
  return typeof result === "number" ? result : 0;
}
