/** Tests of functions of lists, sets and maps. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LISTS } from "../../../../scripts/kubernetes/cel/evaluate/libraries/lists.js";
import { Cancelled } from "../../../../scripts/kubernetes/cel/evaluate/limits.js";
import { Failure, type ListValue, type MapValue, type Value } from "../../../../scripts/kubernetes/cel/values/value.js";
import { LIST_FUNCTIONS, LIST_METHODS } from "./list-rows.js";
import { FAILS, list, map, NONE, type Row, testRows, uint } from "./rows.js";

const lists = suite("CEL functions of lists");

testRows(lists, LISTS.methods, LIST_METHODS);
testRows(lists, LISTS.functions, LIST_FUNCTIONS);

const INSERTIONS: readonly Row[] = [
  ["cel.@mapInsert", [map(["a", 1n]), "b", 2n], map(["a", 1n], ["b", 2n])],
  ["cel.@mapInsert", [map(["a", 1n]), "a", 2n], FAILS],
  ["cel.@mapInsert", [map(), map(["a", 1n], ["b", 2n])], map(["a", 1n], ["b", 2n])],
  ["cel.@mapInsert", [map(["b", 1n]), map(["a", 1n], ["b", 2n])], FAILS],
  ["cel.@mapInsert", [map(), list()], NONE],
  // The result of sortBy(): the keys are those of the items.
  ["@sortByAssociatedKeys", [list("a", "b", "c"), list(3n, 1n, 2n)], list("b", "c", "a")],
  ["@sortByAssociatedKeys", [list("a", "b", "c"), list(1n, 0n, 0n)], list("b", "c", "a")],
  ["@sortByAssociatedKeys", [list("a", "b"), list("x", 1n)], FAILS],
  ["@sortByAssociatedKeys", [list("a", "b"), list(1n)], FAILS],
];

testRows(lists, { ...LISTS.functions, ...LISTS.methods }, INSERTIONS);

lists("an inserted key is found by the equal number of another type", () => {
  const insert = (target: Value, key: Value) => LISTS.functions["cel.@mapInsert"]?.(target, key, true) as MapValue;
  const ints = insert(map(), 1n);
  assert.is(ints.get(1n), true);
  assert.is(ints.get(uint(1n)), true);
  assert.is(ints.get(1), true);
  assert.is(ints.get(1.5), undefined);
  assert.instance(insert(ints, uint(1n)), Failure);
  assert.instance(insert(ints, 1), Failure);
  assert.equal(insert(insert(map(), 1), 1n).keys, [1, 1n]);
});

lists("an insertion does not change the map", () => {
  const insert = (target: Value, key: Value) => LISTS.functions["cel.@mapInsert"]?.(target, key, key) as MapValue;
  const one = insert(map(), "a");
  const two = insert(one, "b");
  const other = insert(one, "c");
  assert.equal([one.keys, two.keys, other.keys], [["a"], ["a", "b"], ["a", "c"]]);
  assert.equal([one.get("b"), two.get("c"), other.get("b")], [undefined, undefined, undefined]);
  assert.equal([one.size, two.size, other.size], [1, 2, 2]);
  let large = one;
  for (let key = 0n; key < 100_000n; key++) large = insert(large, key);
  assert.is(large.keys.length, 100_001);
});

lists("sort() keeps the order of equal items", () => {
  const keys = list(...Array.from({ length: 100 }, (_, index) => BigInt(index % 2)));
  const items = list(...keys.items.keys());
  const sorted = LISTS.methods["@sortByAssociatedKeys"]?.(items, keys) as ListValue;
  const even = [...keys.items.keys()].filter((index) => index % 2 === 0);
  assert.equal(sorted.items.slice(0, 50), even);
});

lists("calls that cost too much are cancelled", () => {
  const large = LISTS.functions["lists.range"]?.(708n) as ListValue;
  const fits = LISTS.functions["lists.range"]?.(700n) as ListValue;
  for (const name of ["distinct", "sort"]) {
    assert.instance(LISTS.methods[name]?.(large), Cancelled, name);
    assert.equal(LISTS.methods[name]?.(fits), fits, name);
  }
  const thousands = list(...Array(2_000).fill("a"));
  for (const name of ["contains", "equivalent", "intersects"]) {
    assert.instance(LISTS.functions[`sets.${name}`]?.(thousands, thousands), Cancelled, name);
  }
});

lists("flatten() of lists that share their items is bounded", () => {
  let deep = list();
  for (let depth = 0; depth < 100; depth++) deep = list(deep, deep);
  assert.instance(LISTS.methods.flatten?.(deep, 100n), Cancelled);
});

lists.run();
