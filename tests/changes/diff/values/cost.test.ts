/** Checks that every comparison ends. `npm run bench` measures how long it takes. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffSchemas } from "../../../../scripts/changes/diff/schema.js";
import { compareValues, type Relation } from "../../../../scripts/changes/diff/values/compare.js";
import type { SchemaChange } from "../../../../scripts/core/model/change.js";
import { ROOT_PATH } from "../../../../scripts/core/model/field-path.js";
import type { JsonObject } from "../../../../scripts/core/model/json.js";

const cost = suite("values: cost");

const text = (pattern: string, more: JsonObject = {}): JsonObject => ({ type: "string", pattern, ...more });

const HOSTILE: Readonly<Record<string, readonly [JsonObject, JsonObject, Relation]>> = {
  "states without end": [text("^(a|b)*a(a|b){40}$"), text("^(a|b)*b(a|b){40}$"), "unknown"],
  "nested repetition": [text("^((a+)+)+b$"), text("^((a*)*)*b$"), "wider"],
  "many optional parts": [text(`^${"a?".repeat(100)}$`), text("^a*$"), "wider"],
  "a long repetition": [text("^.{1000}$"), text("^.{999}$"), "crossing"],
  "long repetitions in a row": [text("^(.{0,300}a){3}$"), text("^(.{0,300}b){3}$"), "crossing"],
  "a pattern too large to compile": [text("((a{100}){100}){100}"), text("a"), "unknown"],
  "one that stays, beside an enum that says nothing": [
    text("((a{100}){100}){100}", { enum: [] }),
    text("((a{100}){100}){100}"),
    "same",
  ],
  "letters of every script": [
    text("^(\\pL|\\pN)*a(\\pL|\\pN){30}$"),
    text("^(\\pL|\\pN)*b(\\pL|\\pN){30}$"),
    "unknown",
  ],
  "lengths beyond all bounds": [text("^a+$", { maxLength: 2 ** 31 }), text("^a+$", { maxLength: 2 ** 32 }), "unknown"],
  "many branches": [
    { type: "object", properties: {}, anyOf: Array.from({ length: 40 }, (_, size) => ({ minProperties: size })) },
    { type: "object", properties: {}, oneOf: Array.from({ length: 40 }, (_, size) => ({ minProperties: size })) },
    "same",
  ],
  "choices within choices": [choices(8, "anyOf"), choices(8, "oneOf"), "unknown"],
};

/** Returns a schema with nested branches, which has as many cases as there are combinations of branches. */
function choices(depth: number, keyword: string): JsonObject {
  const branches = (left: number): JsonObject[] =>
    ["a", "b"].map((name) => ({ required: [name + left], ...(left > 0 && { [keyword]: branches(left - 1) }) }));
  const names = Array.from({ length: depth + 1 }, (_, index) => [`a${index}`, `b${index}`]).flat();
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  return { type: "object", properties, [keyword]: branches(depth) };
}

for (const [name, [before, after, relation]] of Object.entries(HOSTILE)) {
  cost(`comes to an end: ${name}`, () => {
    const comparison = compareValues(before, after);
    assert.is(comparison.relation, relation, JSON.stringify(comparison).slice(0, 500));
  });
}

cost("what was asked before makes no difference to what is answered", () => {
  const [before, after] = [text("^(a|b)*a(a|b){9}$"), text("^(a|b)*b(a|b){9}$")];
  const answers = [1, 2, 3].map(() => compareValues(structuredClone(before), structuredClone(after)));
  assert.equal(answers[1], answers[0]);
  assert.equal(answers[2], answers[0]);
});

const HARD = Array.from({ length: 150 }, (_, index) => 20 + index);
const hardFields = (last: string, maxLength: number): JsonObject => ({
  type: "object",
  properties: Object.fromEntries([
    ...HARD.map((size) => [`f${size}`, text(`^(a|b)*${last}(a|b){${size}}$`)]),
    ["plain", { type: "string", maxLength }],
  ]),
});

cost("many hard questions share one budget, and leave simple ones answered", () => {
  const [first, second] = [1, 2].map(() => diffSchemas(hardFields("a", 9), hardFields("b", 8), ROOT_PATH, new Map()));
  assert.equal(second, first, "the same result each time");
  assert.equal(classesOf(first ?? []), [
    ["unknown", HARD.length],
    ["tightening", 1],
  ]);
});

cost("an enum, required fields and bounds are compared in linear time", () => {
  const names = Array.from({ length: 6000 }, (_, index) => `f${index}`);
  const object = (maxLength: number, required: readonly string[]): JsonObject => ({
    type: "object",
    properties: {
      ...Object.fromEntries(names.map((name) => [name, { type: "string", maxLength }])),
      listed: { type: "string", enum: required.length > 0 ? names.slice(1) : names },
    },
    required,
  });
  const changes = diffSchemas(object(9, []), object(8, names), ROOT_PATH, new Map());
  assert.equal(classesOf(changes), [["tightening", 2 * names.length + 1]]);
});

cost("lists of lists, and long strings, are too large to be made", () => {
  const lists = (maxLength: number): JsonObject =>
    [250, 250, 250].reduce<JsonObject>((items, minItems) => ({ type: "array", minItems, items }), {
      type: "string",
      maxLength,
    });
  assert.equal(classesOf(diffSchemas(lists(9), lists(8), ROOT_PATH, new Map())), [["tightening", 1]]);
  const fields = (minLength: number): JsonObject => ({
    type: "object",
    properties: Object.fromEntries(HARD.map((more) => [`f${more}`, text("^[a-z]+$", { minLength: minLength + more })])),
  });
  const found = classesOf(diffSchemas(fields(1_000_000), fields(1_000_001), ROOT_PATH, new Map()));
  assert.not.ok(
    found.some(([name]) => name !== "unknown" && name !== "tightening"),
    JSON.stringify(found),
  );
});

/** Returns the number of changes of each class. */
function classesOf(changes: readonly SchemaChange[]): [string, number][] {
  const classes = new Map<string, number>();
  for (const change of changes) classes.set(change.class, (classes.get(change.class) ?? 0) + 1);
  return [...classes];
}

cost.run();
