/** The standard functions of CEL. Source: google/cel-go, common/stdlib/standard.go. */
import type { CostModel } from "../cost-model.js";
import type { Row } from "../overload.js";

const ARITHMETIC: readonly Row[] = [
  ["!_", "(bool) bool"],
  ["-_", "(double) double"],
  ["-_", "(int) int"],
  ["_&&_", "(bool, bool) bool", "and-or"],
  ["_||_", "(bool, bool) bool", "and-or"],
  ["_?_:_", "(bool, A, A) A", "conditional"],
  ["@not_strictly_false", "(bool) bool"],
  ["_==_", "(A, A) bool", "equal"],
  ["_!=_", "(A, A) bool", "unequal"],
  ["_%_", "(int, int) int"],
  ["_%_", "(uint, uint) uint"],
  ["_*_", "(double, double) double"],
  ["_*_", "(int, int) int"],
  ["_*_", "(uint, uint) uint"],
  ["_/_", "(double, double) double"],
  ["_/_", "(int, int) int"],
  ["_/_", "(uint, uint) uint"],
  ["_+_", "(bytes, bytes) bytes", "add-strings"],
  ["_+_", "(double, double) double"],
  ["_+_", "(duration, duration) duration"],
  ["_+_", "(duration, timestamp) timestamp"],
  ["_+_", "(timestamp, duration) timestamp"],
  ["_+_", "(int, int) int"],
  ["_+_", "(list(A), list(A)) list(A)", "add-list"],
  ["_+_", "(string, string) string", "add-strings"],
  ["_+_", "(uint, uint) uint"],
  ["_-_", "(double, double) double"],
  ["_-_", "(duration, duration) duration"],
  ["_-_", "(int, int) int"],
  ["_-_", "(timestamp, duration) timestamp"],
  ["_-_", "(timestamp, timestamp) duration"],
  ["_-_", "(uint, uint) uint"],
];

const NUMBERS = ["int", "uint", "double"];
/** Minor version that introduced comparisons of numbers of different types. */
const MIXED_SINCE = 28;

const COMPARISONS: readonly Row[] = ["_<_", "_<=_", "_>_", "_>=_"].flatMap((name): Row[] => [
  [name, "(bool, bool) bool"],
  ...NUMBERS.flatMap((left): Row[] => [
    [name, `(${left}, ${left}) bool`],
    ...NUMBERS.toReversed()
      .filter((right) => right !== left)
      .map((right): Row => [name, `(${left}, ${right}) bool`, "one", MIXED_SINCE]),
  ]),
  [name, "(string, string) bool", "unequal"],
  [name, "(bytes, bytes) bool", "unequal"],
  [name, "(timestamp, timestamp) bool"],
  [name, "(duration, duration) bool"],
]);

const COLLECTIONS: readonly Row[] = [
  ["_[_]", "(list(A), int) A", "index-list"],
  ["_[_]", "(map(A, B), A) B", "index-map"],
  ["@in", "(A, list(A)) bool", "in-list"],
  ["@in", "(A, map(A, B)) bool"],
  ...["bytes", "list(A)", "map(A, B)", "string"].flatMap((type): Row[] => [
    ["size", `(${type}) int`],
    ["size", `${type}.() int`],
  ]),
];

const STRINGS: readonly Row[] = [
  ["contains", "string.(string) bool", "contains"],
  ["endsWith", "string.(string) bool", "prefix"],
  ["startsWith", "string.(string) bool", "prefix"],
  ["matches", "(string, string) bool", "matches-since-37"],
  ["matches", "string.(string) bool", "matches"],
];

/** Types that each conversion accepts in addition to its own. */
const CONVERSIONS: Readonly<Record<string, readonly string[]>> = {
  bool: ["string"],
  bytes: ["string"],
  double: ["int", "string", "uint"],
  duration: ["string"],
  int: ["double", "duration", "string", "timestamp", "uint"],
  string: ["bool", "bytes", "double", "duration", "int", "timestamp", "uint"],
  timestamp: ["int", "string"],
  uint: ["double", "int", "string"],
};

function conversion(name: string, from: string): Row {
  const costs: Readonly<Record<string, CostModel>> = { "bytes string": "to-bytes", "string bytes": "from-bytes" };
  return [name, `(${from}) ${name}`, costs[`${name} ${from}`] ?? "one"];
}

const CONVERTED: readonly Row[] = [
  ["type", "(A) type(A)"],
  ["dyn", "(A) dyn"],
  ...Object.entries(CONVERSIONS).flatMap(([name, types]) => [name, ...types].map((from) => conversion(name, from))),
];

const PARTS_OF_DATES = ["getDate", "getDayOfMonth", "getDayOfWeek", "getDayOfYear", "getFullYear", "getMonth"];
const PARTS_OF_TIMES = ["getHours", "getMilliseconds", "getMinutes", "getSeconds"];

const TIMES: readonly Row[] = [
  ...[...PARTS_OF_DATES, ...PARTS_OF_TIMES].flatMap((name): Row[] => [
    [name, "timestamp.() int"],
    [name, "timestamp.(string) int"],
  ]),
  ...PARTS_OF_TIMES.map((name): Row => [name, "duration.() int"]),
];

export const STANDARD: readonly Row[] = [
  ...ARITHMETIC,
  ...COMPARISONS,
  ...COLLECTIONS,
  ...STRINGS,
  ...CONVERTED,
  ...TIMES,
];
