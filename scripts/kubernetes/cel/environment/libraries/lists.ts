/**
 * Functions of lists and sets. Source: k8s.io/apiserver, pkg/cel/library/lists.go, and google/cel-go, ext/lists.go,
 * ext/sets.go and ext/comprehensions.go.
 */
import type { Row } from "../overload.js";

const TEXTS = ["string", "bytes"];
const COMPARABLE = ["int", "uint", "double", "bool", "duration", "timestamp", ...TEXTS];
const SUMMABLE = ["int", "uint", "double", "duration"];

export const LISTS: readonly Row[] = [
  ...COMPARABLE.map((type): Row => ["isSorted", `list(${type}).() bool`, "search"]),
  ...SUMMABLE.map((type): Row => ["sum", `list(${type}).() ${type}`, "search"]),
  ...COMPARABLE.map((type): Row => ["max", `list(${type}).() ${type}`, "search"]),
  ...COMPARABLE.map((type): Row => ["min", `list(${type}).() ${type}`, "search"]),
  ["indexOf", "list(A).(A) int", "search"],
  ["lastIndexOf", "list(A).(A) int", "search"],
];

export const INCLUDES: readonly Row[] = [["includes", "dyn.(dyn) bool", "search"]];

export const SETS: readonly Row[] = [
  ["sets.contains", "(list(T), list(T)) bool", "sets"],
  ["sets.equivalent", "(list(T), list(T)) bool", "sets-both"],
  ["sets.intersects", "(list(T), list(T)) bool", "sets"],
];

export const MAP_INSERTS: readonly Row[] = [
  ["cel.@mapInsert", "(map(K, V), K, V) map(K, V)"],
  ["cel.@mapInsert", "(map(K, V), map(K, V)) map(K, V)"],
];

export const MORE_LISTS: readonly Row[] = [
  ["slice", "list(T).(int, int) list(T)", "slice"],
  ["flatten", "list(list(T)).() list(T)", "flatten"],
  ["flatten", "list(dyn).(int) list(dyn)", "flatten"],
  ["lists.range", "(int) list(int)", "range"],
  ["reverse", "list(T).() list(T)", "reverse"],
  ["distinct", "list(T).() list(T)", "distinct"],
  ...COMPARABLE.map(
    (type): Row => ["sort", `list(${type}).() list(${type})`, TEXTS.includes(type) ? "sort-strings" : "sort"],
  ),
  ...COMPARABLE.map(
    (type): Row => [
      "@sortByAssociatedKeys",
      `list(T).(list(${type})) list(T)`,
      TEXTS.includes(type) ? "sort-by-strings" : "sort-by",
    ],
  ),
];
