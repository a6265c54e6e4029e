/** Calls of methods of lists, with their results in k8s.io/apiserver v0.37.2. */
import type { Value } from "../../../../scripts/kubernetes/cel/values/value.js";
import { FAILS, list, map, NONE, type Row, uint } from "./rows.js";

const MAX = 2n ** 63n - 1n;
const NAN = Number.NaN;

function duration(nanoseconds: bigint): Value {
  return { kind: "duration", nanoseconds };
}

function timestamp(nanoseconds: bigint): Value {
  return { kind: "timestamp", nanoseconds };
}

const ORDERS: readonly Row[] = [
  ["isSorted", [list(1n, 1n, 2n)], true],
  ["isSorted", [list(2n, 1n)], false],
  ["isSorted", [list()], true],
  ["isSorted", [list("a", "B")], false],
  ["isSorted", [list("\ue000", "😀")], true],
  ["isSorted", [list(false, true)], true],
  ["isSorted", [list(1, NAN, 0)], true],
  ["isSorted", [list(1n, "a", 0n)], true],
  ["isSorted", [list(1n, 2.5, uint(2n))], false],
  ["isSorted", [list(2n, 1n, null)], false],
  ["isSorted", [list(1n, null)], NONE],
  ["isSorted", [list(list())], NONE],
  ["isSorted", ["a"], NONE],
  ["min", [list(3n, 1n, 2n)], 1n],
  ["max", [list(3n, 1n, 2n)], 3n],
  ["max", [list()], FAILS],
  ["min", [list()], FAILS],
  ["max", [list(1n, 2.5, uint(3n))], uint(3n)],
  ["max", [list(1n, 1)], 1n],
  ["max", [list(2, NAN, 3)], 3],
  ["max", [list(NAN, 1)], NAN],
  ["min", [list(NAN, 1)], NAN],
  ["max", [list(duration(1n), duration(2n))], duration(2n)],
  ["min", [list(timestamp(1n), timestamp(-2n))], timestamp(-2n)],
  ["max", [list(1n, "a")], 1n],
  ["max", [list(1n, null)], NONE],
  ["max", [list(null)], NONE],
  ["sort", [list(3n, 1n, 2n)], list(1n, 2n, 3n)],
  ["sort", [list("b", "a", "😀", "\ue000")], list("a", "b", "\ue000", "😀")],
  ["sort", [list()], list()],
  ["sort", [list(2, NAN, 1)], list(2, NAN, 1)],
  ["sort", [list(0, -0)], list(0, -0)],
  ["sort", [list(1n, 2)], FAILS],
  ["sort", [list(null)], FAILS],
  ["sort", [list(true, false)], list(false, true)],
];

const SUMS: readonly Row[] = [
  ["sum", [list(1n, 3n)], 4n],
  ["sum", [list()], 0n],
  ["sum", [list(0.1, 0.2)], 0.1 + 0.2],
  ["sum", [list(-0)], 0],
  ["sum", [list(1, NAN)], NAN],
  ["sum", [list(uint(1n), uint(2n))], uint(3n)],
  ["sum", [list(duration(1n), duration(2n))], duration(3n)],
  ["sum", [list(MAX, 1n, -1n)], FAILS],
  ["sum", [list(uint(2n ** 64n - 1n), uint(1n))], FAILS],
  ["sum", [list(duration(MAX), duration(1n))], FAILS],
  ["sum", [list(1n, uint(2n))], NONE],
  ["sum", [list("a")], NONE],
  ["sum", [list(timestamp(0n))], NONE],
];

const ITEMS: readonly Row[] = [
  ["indexOf", [list(1n, 2n, 2n), 2n], 1n],
  ["indexOf", [list(1n, 2n, 2n), 2], 1n],
  ["indexOf", [list(1n), 3n], -1n],
  ["indexOf", [list(NAN), NAN], -1n],
  ["indexOf", [list(list(1n), null), null], 1n],
  ["lastIndexOf", [list("a", "b", "b", "c"), "b"], 2n],
  ["lastIndexOf", [list(), "b"], -1n],
  ["indexOf", ["abc", "b"], NONE],
  ["includes", [list(1n, 2n), 1], true],
  ["includes", [list(1n, 2n), 3n], false],
  ["includes", [list(1n, 2n), list(1n, 2n)], false],
  ["includes", ["abc", "abc"], true],
  ["includes", ["abc", "a"], false],
  ["includes", [1n, 1], true],
  ["includes", [map(["a", 1n]), "a"], false],
  ["slice", [list(1n, 2n), 1n, 2n], list(2n)],
  ["slice", [list(1n, 2n), 2n, 2n], list()],
  ["slice", [list(1n, 2n), 0n, 3n], FAILS],
  ["slice", [list(1n, 2n), -1n, 2n], FAILS],
  ["slice", [list(1n, 2n), 2n, 1n], FAILS],
  ["slice", [list(1n, 2n), 0n, MAX], FAILS],
  ["reverse", [list(1n, 2n)], list(2n, 1n)],
  ["reverse", ["ab"], NONE],
  ["distinct", [list(1n, 1, uint(1n), "a", null, null)], list(1n, "a", null)],
  ["distinct", [list(NAN, NAN)], list(NAN, NAN)],
  ["distinct", [list(list(1n), list(1), list())], list(list(1n), list())],
  ["distinct", [list()], list()],
  ["flatten", [list(list(1n, 2n), list(), list(list(3n)))], list(1n, 2n, list(3n))],
  ["flatten", [list(list(list(list(1n)))), 2n], list(list(1n))],
  ["flatten", [list(list(1n), 2n), 0n], list(list(1n), 2n)],
  ["flatten", [list(1n)], list(1n)],
  ["flatten", [list(list(1n)), 900_000n], list(1n)],
  ["flatten", [list(list(1n), 2n), 900_000n], FAILS],
  ["flatten", [list(), MAX], list()],
  ["flatten", [list(list(1n)), -1n], FAILS],
  ["flatten", ["a"], NONE],
  ["flatten", [list(), "a"], NONE],
];

export const LIST_METHODS: readonly Row[] = [...ORDERS, ...SUMS, ...ITEMS];

export const LIST_FUNCTIONS: readonly Row[] = [
  ["lists.range", [3n], list(0n, 1n, 2n)],
  ["lists.range", [0n], list()],
  ["lists.range", [-1n], FAILS],
  ["lists.range", [1_000_000n], FAILS],
  ["lists.range", [10n ** 12n], FAILS],
  ["sets.contains", [list(1n, 2n), list(2, uint(1n), 1n)], true],
  ["sets.contains", [list(1n), list()], true],
  ["sets.contains", [list(1n), list(2n)], false],
  ["sets.contains", [list(NAN), list(NAN)], false],
  ["sets.equivalent", [list(1n, 1n, 2n), list(2n, 1n)], true],
  ["sets.equivalent", [list(1n), list(1n, 2n)], false],
  ["sets.equivalent", [list(), list()], true],
  ["sets.intersects", [list(1n, 2n), list(2)], true],
  ["sets.intersects", [list(1n), list()], false],
  ["sets.contains", [list(), "a"], NONE],
];
