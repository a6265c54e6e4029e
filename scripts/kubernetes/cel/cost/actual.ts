/**
 * Cost of a call that was evaluated, apart from its arguments. Source: google/cel-go, interpreter/runtimecost.go,
 * ext/lists.go and ext/sets.go, and k8s.io/apiserver, pkg/cel/library/cost.go.
 */
import type { CostModel } from "../environment/cost-model.js";
import { codePointCount } from "../values/code-points.js";
import { Failure, isKind, kindOf, type Value } from "../values/value.js";

/** Cost per character that is read, and per character of a pattern. */
const TRAVERSAL = 0.1;
const PATTERN = 0.25;
const LIST = 10;
const STRUCT = 40;
/** Cost of a check of the authorization. */
const CHECK = 350_000;
const REQUIREMENTS = 0.5;
/** Length that is assumed for the pattern of a named format. */
const FORMAT_PATTERN = 128;

/**
 * Returns the cost of a call. Without a single overload, as for values of type dyn, the functions of CEL itself cost 1.
 */
export function actualCost(models: readonly CostModel[], args: readonly Value[], result?: Value | Failure): number {
  const [model] = models;
  const isUnknown = model === undefined || (models.length > 1 && STANDARD.has(model));
  return isUnknown ? 1 : COSTS[model](args, result);
}

type Cost = (args: readonly Value[], result: Value | Failure | undefined) => number;

const STANDARD: ReadonlySet<CostModel> = new Set<CostModel>([
  ...(["unequal", "in-list", "add-strings", "prefix", "contains", "matches", "to-bytes", "from-bytes"] as const),
]);

const one: Cost = () => 1;
const traversed: Cost = ([text]) => scale(sizeOf(text), TRAVERSAL);
const traversedTwice: Cost = ([text]) => scale(sizeOf(text), 2 * TRAVERSAL);
const matched: Cost = ([text, pattern]) => scale(sizeOf(text) + 1, TRAVERSAL) * scale(sizeOf(pattern), PATTERN);
const compared: Cost = ([left, right]) => scale(Math.min(sizeOf(left), sizeOf(right)), TRAVERSAL);
const newList = (factor: number, size: number) => Math.floor(size * Math.max(factor, 0)) + 1 + LIST;

const COSTS: Readonly<Record<CostModel, Cost>> = {
  one,
  "and-or": () => 0,
  conditional: () => 0,
  equal: (args, result) => (isOwnType(args[0]) ? 1 : compared(args, result)),
  unequal: compared,
  "index-list": one,
  "index-map": one,
  "in-list": ([, list]) => sizeOf(list),
  "add-list": one,
  "add-strings": ([left, right]) => scale(sizeOf(left) + sizeOf(right), TRAVERSAL),
  sets: ([left, right]) => 1 + sizeOf(left) * sizeOf(right),
  "sets-both": ([left, right]) => 1 + 2 * sizeOf(left) * sizeOf(right),
  slice: (_, result) => newList(1, sizeOf(result)),
  flatten: ([list, depth]) => newList(typeof depth === "bigint" ? Number(depth) : 1, sizeOf(list)),
  range: (_, result) => newList(1, sizeOf(result)),
  reverse: (_, result) => newList(1, sizeOf(result)),
  distinct: ([list]) => selfCompared(list),
  sort: ([list]) => selfCompared(list),
  "sort-strings": ([list]) => selfCompared(list),
  "sort-by": ([, keys]) => selfCompared(keys),
  "sort-by-strings": ([, keys]) => selfCompared(keys),
  traverse: traversed,
  "traverse-twice": traversedTwice,
  url: traversed,
  "traverse-target": traversed,
  "traverse-target-to-same": traversed,
  prefix: ([, part]) => scale(sizeOf(part), TRAVERSAL),
  contains: ([text, part]) => scale(sizeOf(text), TRAVERSAL) * scale(sizeOf(part), TRAVERSAL),
  matches: matched,
  "matches-since-37": matched,
  find: matched,
  replace: traversedTwice,
  split: traversedTwice,
  join: (_, result) => scale(sizeOf(result), 2 * TRAVERSAL),
  search: ([list]) => traversalOf(list),
  quote: traversed,
  "to-bytes": traversed,
  "from-bytes": traversed,
  "in-cidr": ([range]) => scale(2 * sizeOf(range), TRAVERSAL),
  "in-cidr-parsed": ([range, text]) => scale(2 * sizeOf(range), TRAVERSAL) + scale(sizeOf(text), TRAVERSAL),
  "cidr-in-cidr": ([range]) => scale(2 * sizeOf(range), TRAVERSAL) + scale(sizeOf(range), TRAVERSAL) + 1,
  "cidr-in-cidr-parsed": ([range, text]) =>
    scale(2 * sizeOf(range), TRAVERSAL) + scale(sizeOf(range), TRAVERSAL) + 1 + scale(sizeOf(text), TRAVERSAL),
  validate: ([, text]) => scale(sizeOf(text) + 1, TRAVERSAL) * scale(FORMAT_PATTERN, PATTERN),
  selector: ([, text]) => LIST + scale(sizeOf(text), TRAVERSAL) + scale(sizeOf(text), REQUIREMENTS) * (LIST + STRUCT),
  authorize: () => CHECK,
};

function scale(size: number, factor: number): number {
  return Math.ceil(size * factor);
}

/** Returns the size of a string, list or map, and 1 for any other value. Strings of bytes count their bytes. */
function sizeOf(value: Value | Failure | undefined): number {
  if (value instanceof Failure || value === undefined) return 1;
  if (typeof value === "string") return codePointCount(value);
  if (value === null || typeof value !== "object") return 1;
  switch (value.kind) {
    case "bytes":
      return value.value.length;
    case "list":
    case "map":
    case "object":
      return value.size;
    case "optional":
      return sizeOf(value.value);
    case "ip":
      return value.version === 4 ? 4 : 16;
    case "cidr":
      return sizeOf(value.address);
    default:
      return 1;
  }
}

const OWN_TYPES: ReadonlySet<string> = new Set(["quantity", "ip", "cidr", "format", "url", "semver"]);

function isOwnType(value: Value | undefined): boolean {
  return value !== undefined && OWN_TYPES.has(kindOf(value));
}

function selfCompared(list: Value | undefined): number {
  if (!isKind(list, "list")) return 1;
  const [first] = list.items;
  const isText = first !== undefined && (typeof first === "string" || isKind(first, "bytes"));
  return newList(isText ? 2 + TRAVERSAL : 2, list.size * list.size);
}

/** Costs of reading lists and maps. A value can be inside another one in more ways than can be followed. */
const traversals = new WeakMap<object, number>();

/** Returns the cost of reading all strings in a value. Every other scalar costs 1. */
function traversalOf(value: Value | undefined): number {
  if (typeof value === "string") return Math.floor(Buffer.byteLength(value) * TRAVERSAL);
  if (isKind(value, "bytes")) return Math.floor(value.value.length * TRAVERSAL);
  if (!isKind(value, "list") && !isKind(value, "map") && !isKind(value, "object")) return 1;
  const known = traversals.get(value);
  if (known !== undefined) return known;
  const parts = value.kind === "list" ? value.items : value.keys.flatMap((key) => [key, value.get(key)]);
  const cost = parts.reduce<number>((sum, part) => sum + traversalOf(part), 0);
  traversals.set(value, cost);
  return cost;
}
