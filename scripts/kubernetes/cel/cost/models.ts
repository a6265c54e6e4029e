/**
 * Cost of a call apart from its arguments, and size of its result. Source: google/cel-go, checker/cost.go,
 * ext/lists.go and ext/sets.go, and k8s.io/apiserver, pkg/cel/library/cost.go.
 */
import type { CostModel } from "../environment/cost-model.js";
import type { Core } from "../syntax/core.js";
import { isSame, type Type } from "../types/type.js";
import {
  add,
  addSizes,
  exactly,
  MAX,
  multiply,
  multiplySizes,
  type Size,
  scale,
  UNKNOWN,
  union,
  wrap,
} from "./size.js";

/** Argument of a call. */
export interface Operand {
  /** Omitted for the items of a list that the expression does not name. */
  readonly core?: Core;
  readonly type: Type;
  /** Size, if anything is known about it. */
  readonly size: Size | undefined;
}

export interface Call {
  readonly target: Operand | undefined;
  readonly args: readonly Operand[];
  /** Returns an item of a list or a key of a map, or undefined for any other type. */
  readonly itemOf: (list: Operand) => Operand | undefined;
  /** Minor version of the API server. */
  readonly server: number;
}

export interface Estimate {
  readonly cost: bigint;
  readonly size?: Size;
}

/** Cost per character that is read, and per character of a pattern. */
const TRAVERSAL = 0.1;
const PATTERN = 0.25;
const LIST = 10n;
const STRUCT = 40n;
/** Length that is assumed for the pattern of a named format. */
const FORMAT_PATTERN = 128;
const LONGEST_FORMAT = 64n;
/** Sizes of an address in bytes. */
const LONGEST_ADDRESS = 16n;
const CHECK = 350_000n;
/** Shortest requirement of a selector, such as `k,`, in requirements per character. */
const REQUIREMENTS = 0.5;

const ONE: Estimate = { cost: 1n };

/** Returns the estimate of a call by a model. */
export function estimateCall(model: CostModel, call: Call): Estimate {
  return MODELS[model](call);
}

const MODELS: Readonly<Record<CostModel, (call: Call) => Estimate>> = {
  one: () => ONE,
  "and-or": () => ({ cost: 0n }),
  conditional: ({ args: [, yes, no] }) => ({ cost: 0n, size: union(sizeOf(yes), sizeOf(no)) }),
  equal: equality,
  unequal: ({ args: [left, right] }) => compared(left, right),
  "index-list": () => ONE,
  "index-map": () => ONE,
  "in-list": ({ args: [, list] }) => ({ cost: sizeOf(list).max }),
  "add-list": ({ args: [left, right] }) => ({ cost: 1n, size: addSizes(sizeOf(left), sizeOf(right)) }),
  "add-strings": ({ args: [left, right] }) => {
    const size = addSizes(sizeOf(left), sizeOf(right));
    return { cost: scale(size.max, TRAVERSAL), size };
  },
  sets: ({ args: [left, right] }) => ({ cost: add(multiply(sizeOf(left).max, sizeOf(right).max), 1n) }),
  "sets-both": ({ args: [left, right] }) => ({
    cost: add(scale(multiply(sizeOf(left).max, sizeOf(right).max), 2), 1n),
  }),
  slice: ({ target, args: [start, end] }) => {
    const most = sizeOf(target).max;
    return newList(exactly(wrap(naturalNumber(end, most) - naturalNumber(start, 0n))), 1);
  },
  flatten: ({ target, args: [depth] }) => newList(sizeOf(target), Number(depth ? naturalNumber(depth, MAX) : 1n)),
  range: ({ args: [length] }) => newList(exactly(naturalNumber(length, MAX)), 1),
  reverse: ({ target }) => newList(sizeOf(target), 1),
  distinct: ({ target }) => newList(multiplySizes(sizeOf(target), sizeOf(target)), 2),
  sort: ({ target }) => sorted(target, 2),
  "sort-strings": ({ target }) => sorted(target, 2 + TRAVERSAL),
  "sort-by": ({ args: [keys] }) => sorted(keys, 2),
  "sort-by-strings": ({ args: [keys] }) => sorted(keys, 2 + TRAVERSAL),
  traverse: ({ args: [text] }) => traversed(text, TRAVERSAL),
  "traverse-twice": ({ args: [text] }) => traversed(text, 2 * TRAVERSAL),
  url: ({ args: [text], server }) =>
    server >= EQUALITY_SINCE ? { ...traversed(text, TRAVERSAL), size: sizeOf(text) } : traversed(text, TRAVERSAL),
  "traverse-target": ({ target }) => traversed(target, TRAVERSAL),
  "traverse-target-to-same": ({ target }) => ({ ...traversed(target, TRAVERSAL), size: sizeOf(target) }),
  prefix: ({ args: [text] }) => traversed(text, TRAVERSAL),
  contains: ({ target, args: [text] }) => ({
    cost: multiply(scale(sizeOf(target).max, TRAVERSAL), scale(sizeOf(text).max, TRAVERSAL)),
  }),
  matches: ({ target, args: [pattern] }) => matched(target, pattern),
  "matches-since-37": ({ args: [text, pattern], server }) => (server >= 37 ? matched(text, pattern) : ONE),
  find: ({ target, args: [pattern] }) => ({ ...matched(target, pattern), size: { min: 0n, max: sizeOf(target).max } }),
  replace: replacement,
  split: ({ target, args: [, limit] }) => ({
    ...traversed(target, 2 * TRAVERSAL),
    size: { min: 0n, max: limit ? wrap(integer(limit) ?? sizeOf(target).max) : sizeOf(target).max },
  }),
  join: joined,
  search: searched,
  quote: ({ args: [text] }) => {
    const { min, max } = sizeOf(text);
    return { ...traversed(text, TRAVERSAL), size: { min: wrap(min + 2n), max: wrap(max * 2n + 2n) } };
  },
  "to-bytes": ({ args: [text] }) => {
    const { min, max } = sizeOf(text);
    return { ...traversed(text, TRAVERSAL), size: { min, max: wrap(max * 4n) } };
  },
  "from-bytes": ({ args: [bytes] }) => {
    const { min, max } = sizeOf(bytes);
    return { ...traversed(bytes, TRAVERSAL), size: { min: min / 4n, max } };
  },
  "in-cidr": () => ({ cost: ADDRESSES }),
  "in-cidr-parsed": ({ args: [text] }) => ({ cost: add(ADDRESSES, scale(sizeOf(text).max, TRAVERSAL)) }),
  "cidr-in-cidr": () => ({ cost: MASKED }),
  "cidr-in-cidr-parsed": ({ args: [text] }) => ({ cost: add(MASKED, scale(sizeOf(text).max, TRAVERSAL)) }),
  validate: ({ args: [text] }) => ({ cost: scale(scale(sizeOf(text).max, TRAVERSAL), FORMAT_PATTERN * PATTERN) }),
  selector: ({ args: [text] }) => {
    const { max } = sizeOf(text);
    const requirements = scale(scale(max, REQUIREMENTS), Number(LIST + STRUCT));
    return { cost: add(add(LIST, scale(max, TRAVERSAL)), requirements) };
  },
  authorize: () => ({ cost: CHECK }),
};

/** Two addresses are compared, and for ranges, one is masked first. */
const ADDRESSES = scale(2n * LONGEST_ADDRESS, TRAVERSAL);
const MASKED = ADDRESSES + scale(LONGEST_ADDRESS, TRAVERSAL) + 1n;

function sizeOf(operand: Operand | undefined): Size {
  return operand?.size ?? UNKNOWN;
}

function traversed(text: Operand | undefined, factor: number): Estimate {
  return { cost: scale(sizeOf(text).max, factor) };
}

function matched(text: Operand | undefined, pattern: Operand | undefined): Estimate {
  return { cost: multiply(scale(add(sizeOf(text).max, 1n), TRAVERSAL), scale(sizeOf(pattern).max, PATTERN)) };
}

function compared(left: Operand | undefined, right: Operand | undefined): Estimate {
  const [a, b] = [sizeOf(left).max, sizeOf(right).max];
  return { cost: scale(a < b ? a : b, TRAVERSAL) };
}

/** First API server with its own costs for the equality of Kubernetes' own types. */
const EQUALITY_SINCE = 32;

/** Equality of Kubernetes' own types. The size of a URL is that of the string that it was made from. */
function equality({ args: [left, right], server }: Call): Estimate {
  if (server < EQUALITY_SINCE || !left || !right || !isSame(left.type, right.type)) return compared(left, right);
  switch (left.type.name) {
    case "net.IP":
    case "net.CIDR":
    case "kubernetes.Quantity":
    case "kubernetes.Semver":
      return ONE;
    case "kubernetes.NamedFormat":
      return { cost: scale(LONGEST_FORMAT, TRAVERSAL) };
    case "kubernetes.URL":
      return { cost: scale(right.size?.max ?? 1n, TRAVERSAL) };
    default:
      return left.type.name.startsWith("kubernetes.authorization.") ? ONE : compared(left, right);
  }
}

function newList(size: Size, factor: number): Estimate {
  return { cost: add(add(scale(size.max, factor), 1n), LIST), size };
}

function sorted(keys: Operand | undefined, factor: number): Estimate {
  return newList(multiplySizes(sizeOf(keys), sizeOf(keys)), factor);
}

/** Each element costs 1, and the elements that are strings are traversed. */
function searched({ target, itemOf }: Call): Estimate {
  const { max } = sizeOf(target);
  const item = target && itemOf(target);
  if (!item) return { cost: target?.type.kind === "string" ? scale(max, TRAVERSAL) : max };
  const isText = item.type.kind === "string" || item.type.kind === "bytes";
  return { cost: multiply(max, add(1n, isText ? scale(sizeOf(item).max, TRAVERSAL) : 0n)) };
}

function joined({ target, args: [separator], itemOf }: Call): Estimate {
  const list = sizeOf(target);
  const item = target && itemOf(target);
  const texts = item ? multiplySizes(list, sizeOf(item)) : exactly(0);
  const gaps = { min: list.min > 0n ? list.min - 1n : 0n, max: list.max > 0n ? list.max - 1n : 0n };
  const size = separator ? addSizes(texts, multiplySizes(sizeOf(separator), gaps)) : texts;
  return { cost: scale(size.max, TRAVERSAL), size };
}

/** The longest result has the most replacements by the longest string. An empty string is found around each character. */
function replacement({ target, args: [from, to] }: Call): Estimate {
  const [text, old, fresh] = [sizeOf(target), sizeOf(from), sizeOf(to)];
  const least = replaced(text.min, old.max, old.max <= fresh.min);
  const most = replaced(text.max, old.min, fresh.max <= old.min);
  const count = { min: least.count, max: most.count };
  const kept = { min: least.kept, max: most.kept };
  return { ...traversed(target, 2 * TRAVERSAL), size: addSizes(multiplySizes(count, fresh), kept) };
}

function replaced(length: bigint, found: bigint, isUnchanged: boolean): { count: bigint; kept: bigint } {
  if (found === 0n) return { count: length < MAX ? length + 1n : length, kept: length };
  if (isUnchanged) return { count: 0n, kept: length };
  return { count: BigInt(Math.ceil(Number(length) / Number(found))), kept: 0n };
}

/** Returns the value of a literal, with 0 for negative ones, or the other value for any other expression. */
function naturalNumber(operand: Operand | undefined, other: bigint): bigint {
  const value = operand && integer(operand);
  return value === undefined ? other : value < 0n ? 0n : value;
}

function integer({ core }: Operand): bigint | undefined {
  return core?.kind === "literal" && core.value.type === "int" ? core.value.value : undefined;
}
