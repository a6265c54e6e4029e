/**
 * Equality and order of values. Numbers of different types are compared by their values. Source: google/cel-go,
 * common/types, and k8s.io/apiserver, pkg/cel/common.
 */
import { type Json, sameJson } from "../../../core/model/json.js";
import { fieldName } from "../types/names.js";
import { sameAddress, sameNetwork } from "./address.js";
import { identityOf } from "./lists.js";
import { sameQuantity } from "./quantity.js";
import { sameSemver } from "./semver.js";
import {
  Failure,
  isKind,
  kindOf,
  type ListValue,
  type MapValue,
  type ObjectValue,
  type Optional,
  type Tagged,
  type Value,
} from "./value.js";

/** Reports whether two values are equal. Values of different types are not, and neither are those of `equality`. */
export function isEqual(a: Value, b: Value): boolean {
  return equality(a, b) === true;
}

/** Compares two values. Returns undefined for values that the API server fails to compare with `==`. */
export function equality(a: Value, b: Value): boolean | undefined {
  if (isNumber(a)) return isNumber(b) && compareNumbers(a, b) === 0;
  if (a === null || b === null || typeof a !== "object") return a === b;
  switch (a.kind) {
    case "list":
      return isKind(b, "list") ? onceEqual(a, b, sameList) : unequal(isOfObject(a));
    case "map":
    case "object":
      return isKind(b, "map") || isKind(b, "object") ? onceEqual(a, b, sameEntries) : unequal(isOfObject(a));
    case "optional":
      return isKind(b, "optional") && sameOptional(a, b);
    case "unreadable":
      return undefined;
    default:
      return isKind(b, a.kind) ? sameTagged(a as Own, b as Own) : unequal(STRICT.has(a.kind));
  }
}

/** Lists, maps and objects with those that they are equal to. */
const equalPairs = new WeakMap<object, WeakSet<object>>();

/** Compares two values only until they are equal. A value can be inside another one in more ways than can be followed. */
function onceEqual<T extends object>(a: T, b: T, compareAll: (a: T, b: T) => boolean | undefined): boolean | undefined {
  if (equalPairs.get(a)?.has(b)) return true;
  const isSame = compareAll(a, b);
  if (isSame !== true) return isSame;
  const others = equalPairs.get(a) ?? new WeakSet<object>();
  equalPairs.set(a, others.add(b));
  return true;
}

/** Kubernetes' own types that the API server cannot compare with other types. */
const STRICT: ReadonlySet<string> = new Set(["quantity", "ip", "cidr", "url"]);

/** Returns the equality of values of different types. */
function unequal(fails: boolean): false | undefined {
  return fails ? undefined : false;
}

/** Reports whether a list, map or object is a part of the object that the rule validates, or is joined from its lists. */
function isOfObject(value: ListValue | MapValue | ObjectValue): boolean {
  return value.kind === "object" || value.isStored === true || (value.kind === "list" && value.unordered !== undefined);
}

/**
 * Compares two values: negative if the first one is less. Returns undefined for values that have no order, and fails for
 * a double that is not a number.
 */
export function compare(a: Value, b: Value): number | Failure | undefined {
  if (isNumber(a) && isNumber(b)) {
    return compareNumbers(a, b) ?? new Failure("NaN values cannot be ordered");
  }
  if (kindOf(a) !== kindOf(b)) return undefined;
  if (typeof a === "string") return compareText(a, b as string);
  if (typeof a === "boolean") return Number(a) - Number(b);
  if (isKind(a, "bytes") && isKind(b, "bytes")) return compareText(a.value, b.value);
  const isTime = isKind(a, "timestamp") || isKind(a, "duration");
  return isTime && (isKind(b, "timestamp") || isKind(b, "duration")) ? order(a.nanoseconds, b.nanoseconds) : undefined;
}

function isNumber(value: Value): boolean {
  return typeof value === "bigint" || typeof value === "number" || isKind(value, "uint");
}

/** Compares two numbers. Returns undefined if one of them is NaN. JavaScript compares bigints and doubles exactly. */
function compareNumbers(a: Value, b: Value): number | undefined {
  const [left, right] = [a, b].map((value) => (isKind(value, "uint") ? value.value : value)) as [number, number];
  return Number.isNaN(left) || Number.isNaN(right) ? undefined : order(left, right);
}

function order<T extends number | bigint | string>(a: T, b: T): number {
  // == also compares a bigint with a double
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares strings by code points. JavaScript compares surrogates, which are less than some other characters. */
function compareText(a: string, b: string): number {
  if (!/[\ud800-\udfff]/.test(a) && !/[\ud800-\udfff]/.test(b)) return order(a, b);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Compares two lists. If the order does not matter in the first one, it matters in neither. */
function sameList(a: ListValue, b: ListValue): boolean | undefined {
  if (a.size !== b.size) return false;
  if (a.unordered === undefined) {
    const items = b.items;
    return sameEach(isOfObject(a), a.items, (item, index) => equality(item, items[index] as Value));
  }
  const identity = identityOf(a.unordered);
  const own = new Map(a.items.map((item) => [identity(item), item]));
  const found = new Set<string>();
  for (const item of b.items) {
    const key = identity(item);
    const same = own.get(key);
    if (same === undefined) return false;
    const isSame = a.unordered === "set" || equality(same, item);
    if (isSame !== true) return isSame;
    found.add(key);
  }
  return found.size === own.size;
}

/**
 * Compares maps and objects. Fields that CEL does not know are compared as JSON. If the schema does not declare them
 * either, the API server ignores those that only one object has.
 */
function sameEntries(a: MapValue | ObjectValue, b: MapValue | ObjectValue): boolean | undefined {
  if (a.size !== b.size) return false;
  const keys = a.kind === "object" ? a.keys.filter((key) => isFound(fieldName(key))) : a.keys;
  const isSame = sameEach(isOfObject(a), keys, (key) => {
    const [left, right] = [a.get(key), b.get(key)];
    return left === undefined || right === undefined ? left === right : equality(left, right);
  });
  if (isSame !== true || a.kind !== "object" || b.kind !== "object") return isSame;
  const isSameInBoth = (name: string) => sameJson(fieldOf(a, name), fieldOf(b, name));
  return (
    a.inexpressible.filter(isFound).every(isSameInBoth) &&
    a.undeclared.every((name) => !Object.hasOwn(b.json, name) || isSameInBoth(name))
  );
}

/**
 * Reports whether the API server compares a declared field. It takes the name in JSON for a name in CEL, and does not
 * find a field whose name looks like one that is escaped.
 */
function isFound(name: string): boolean {
  return !/__[^_]+__/.test(name);
}

/** Returns a field in JSON. The API server does not distinguish null from a field that is missing. */
function fieldOf({ json }: ObjectValue, name: string): Json {
  return Object.hasOwn(json, name) ? (json[name] as Json) : null;
}

/**
 * Compares elements until two of them are not equal. If the first value is not a part of the object, elements that
 * cannot be compared count as equal.
 */
function sameEach<T>(
  ofObject: boolean,
  elements: readonly T[],
  compareAt: (element: T, index: number) => boolean | undefined,
): boolean | undefined {
  for (const [index, element] of elements.entries()) {
    const isSame = compareAt(element, index);
    if (isSame === false || (isSame === undefined && ofObject)) return isSame;
  }
  return true;
}

function sameOptional(a: Optional, b: Optional): boolean | undefined {
  return a.value === undefined || b.value === undefined ? a.value === b.value : equality(a.value, b.value);
}

function sameTagged(a: Own, b: Own): boolean | undefined {
  return isKind(b, "quantity") && b.isComputed ? undefined : SAME[a.kind](a as never, b as never);
}

const SAME: { readonly [Kind in OwnKind]: (a: Of<Kind>, b: Of<Kind>) => boolean } = {
  bytes: (a, b) => a.value === b.value,
  timestamp: (a, b) => a.nanoseconds === b.nanoseconds,
  duration: (a, b) => a.nanoseconds === b.nanoseconds,
  type: (a, b) => a.name === b.name,
  quantity: sameQuantity,
  ip: sameAddress,
  cidr: sameNetwork,
  url: (a, b) => a.text === b.text,
  semver: sameSemver,
  format: (a, b) => a.name === b.name,
};

type OwnKind = Exclude<Tagged["kind"], "uint" | "list" | "map" | "object" | "optional" | "unreadable">;
type Own = Of<OwnKind>;
type Of<Kind extends OwnKind> = Extract<Tagged, { readonly kind: Kind }>;
