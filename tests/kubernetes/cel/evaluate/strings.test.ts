/** Tests of functions of strings. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { STRINGS } from "../../../../scripts/kubernetes/cel/evaluate/libraries/strings.js";
import { Cancelled } from "../../../../scripts/kubernetes/cel/evaluate/limits.js";
import type { Value } from "../../../../scripts/kubernetes/cel/values/value.js";
import { schemaOfValue } from "../../../support/evaluate-rule.js";
import { list, object, testRows } from "./rows.js";
import { STRING_FUNCTIONS, STRING_METHODS } from "./string-rows.js";

const strings = suite("CEL functions of strings");

testRows(strings, STRINGS.methods, STRING_METHODS);
testRows(strings, STRINGS.functions, STRING_FUNCTIONS);

strings("search takes linear time", () => {
  const text = "a".repeat(1_000_000);
  const half = "a".repeat(500_000);
  assert.is(STRINGS.methods.indexOf?.(text, `b${half}`), -1n);
  assert.is(STRINGS.methods.indexOf?.(text, half, 3n), 3n);
  assert.is(STRINGS.methods.lastIndexOf?.(text, `${half}b`), -1n);
  assert.is(STRINGS.methods.lastIndexOf?.(text, half), 500_000n);
  assert.is(STRINGS.methods.lastIndexOf?.(text, half, 7n), 7n);
  assert.is(STRINGS.methods.replace?.(text, half, "b"), "bb");
  assert.is(STRINGS.methods.trim?.(`${" ".repeat(1_000_000)}a b`), "a b");
});

strings("large results are cancelled", () => {
  const text = "a".repeat(10_000);
  const many = list(...Array.from({ length: 2_000 }, () => text));
  assert.instance(STRINGS.methods.replace?.(text, "a", text), Cancelled);
  assert.instance(STRINGS.methods.join?.(many), Cancelled);
  assert.instance(STRINGS.methods.format?.("%s", list(many)), Cancelled);
  assert.instance(STRINGS.methods.format?.("%.65535e".repeat(2_000), list(...Array(2_000).fill(1))), Cancelled);
  assert.instance(STRINGS.methods.matches?.("a".repeat(10_000_000), "abcdefgh"), Cancelled);
  assert.instance(STRINGS.methods.findAll?.("a".repeat(100_000), "a"), Cancelled);
});

strings("format() does not print values that are nested too deeply", () => {
  let deep: Value = list();
  for (let depth = 0; depth < 100_000; depth++) deep = list(deep);
  const result = STRINGS.methods.format?.("%s", list(deep));
  assert.is((result as { message: string }).message, "the value is nested too deeply");
});

strings("format() prints objects, but not fields with the value null", () => {
  assert.is(STRINGS.methods.format?.("%s", list(object({ b: 1, "a-b": "x" }))), '{"a__dash__b":"x", "b":1}');
  const result = STRINGS.methods.format?.("%s", list(object({ a: null }, schemaOfValue({ a: "" }))));
  assert.is((result as { message: string }).message, "a field with the value null cannot be formatted");
});

strings("messages quote only the beginning of a directive", () => {
  const result = STRINGS.methods.format?.(`%.${"0".repeat(1_000_000)}`, list(1n));
  assert.is((result as { message: string }).message, `\`%.${"0".repeat(18)}…\` is not a directive of format()`);
});

strings.run();
