/** Negation, equality, order, and the elements of lists and maps. Source: google/cel-go, common/stdlib/standard.go. */

import { codePointCount } from "../../values/code-points.js";
import { compare, equality, isEqual } from "../../values/equal.js";
import { joined } from "../../values/lists.js";
import { Failure, type Implementation, isKind, type Library, type ListValue, type Value } from "../../values/value.js";
import { LARGEST_LIST, tooManyItems } from "../limits.js";
import { includes } from "../lists/sets.js";

export const COLLECTIONS: Library = {
  functions: {
    "!_": (value) => (typeof value === "boolean" ? !value : undefined),
    "_==_": (a, b) => equality(a as Value, b as Value),
    // Values that the API server fails to compare are not equal.
    "_!=_": (a, b) => !isEqual(a as Value, b as Value),
    "_<_": ordered((order) => order < 0),
    "_<=_": ordered((order) => order <= 0),
    "_>_": ordered((order) => order > 0),
    "_>=_": ordered((order) => order >= 0),
    "_+_": (a, b) => (isKind(a, "list") && isKind(b, "list") ? join(a, b) : undefined),
    "@in": isIn,
    size: (value) => sizeOf(value as Value),
  },
  methods: {
    size: (value) => sizeOf(value as Value),
  },
};

function join(a: ListValue, b: ListValue): ListValue | Failure {
  return a.size + b.size > LARGEST_LIST ? tooManyItems() : joined(a, b);
}

function ordered(holds: (order: number) => boolean): Implementation {
  return (a, b) => {
    const order = compare(a as Value, b as Value);
    return typeof order === "number" ? holds(order) : order;
  };
}

export function missingKey(key: Value): Failure {
  return new Failure(`no such key: ${isKind(key, "uint") ? key.value : typeof key === "object" ? "" : key}`);
}

/** Returns an element of a list, map or object, or undefined if it does not exist. */
export function findElement(holder: Value, key: Value): Value | undefined {
  if (isKind(holder, "map") || isKind(holder, "object")) return holder.get(key);
  const index = isKind(holder, "list") ? indexOf(key) : undefined;
  const isInside = index !== undefined && isKind(holder, "list") && index >= 0n && index < BigInt(holder.size);
  return isInside ? holder.items[Number(index)] : undefined;
}

/** Returns an index of a list. A double or a uint can be one. */
function indexOf(key: Value): bigint | undefined {
  if (typeof key === "bigint") return key;
  if (isKind(key, "uint")) return key.value;
  return typeof key === "number" && Number.isInteger(key) ? BigInt(key) : undefined;
}

function isIn(value: Value | undefined, holder: Value | undefined): boolean | undefined {
  if (value === undefined || holder === undefined) return undefined;
  if (isKind(holder, "list")) return includes(holder, value);
  if (!isKind(holder, "map") && !isKind(holder, "object")) return undefined;
  const found = holder.get(value);
  return isKind(found, "unreadable") ? undefined : found !== undefined;
}

function sizeOf(value: Value): bigint | undefined {
  if (typeof value === "string") return BigInt(codePointCount(value));
  if (isKind(value, "bytes")) return BigInt(value.value.length);
  return isKind(value, "list") || isKind(value, "map") || isKind(value, "object") ? BigInt(value.size) : undefined;
}
