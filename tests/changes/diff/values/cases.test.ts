/** Important cases, each with its expected relation. All are compared in both directions. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compareValues, type Relation, type ValueComparison } from "../../../../scripts/changes/diff/values/compare.js";
import type { Json, JsonObject } from "../../../../scripts/core/model/json.js";
import { formatsOf } from "../../../../scripts/kubernetes/formats/formats.js";
import { matchesGolden, ROOT } from "../../../support/golden.js";
import { compareBothWays } from "./comparison.js";

const cases = suite("values: cases");

const text = (more: JsonObject = {}): JsonObject => ({ type: "string", ...more });
const integer = (more: JsonObject = {}): JsonObject => ({ type: "integer", ...more });
const number = (more: JsonObject = {}): JsonObject => ({ type: "number", ...more });
const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "array", items, ...more });
const map = (values: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  additionalProperties: values,
  ...more,
});
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, ...more });
const intOrString = (more: JsonObject = {}): JsonObject => ({ "x-kubernetes-int-or-string": true, ...more });
const listType = (type: string, ...keys: string[]): JsonObject => ({
  "x-kubernetes-list-type": type,
  ...(keys.length > 0 && { "x-kubernetes-list-map-keys": keys }),
});

const ONE_OF_TWO = { oneOf: [{ required: ["a"] }, { required: ["b"] }] };
const ONE_OF_THREE = { oneOf: [...ONE_OF_TWO.oneOf, { required: ["c"] }] };
const TEXTS = { a: text(), b: text() };
const MORE_TEXTS = { ...TEXTS, c: text() };
const KEYED = object({ name: text({ enum: ["x", "y"] }), port: integer() }, { required: ["name"] });
const LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const ADDRESS = {
  oneOf: [
    { properties: { type: { enum: ["IP"] }, value: { anyOf: [{ format: "ipv4" }, { format: "ipv6" }] } } },
    { properties: { type: { not: { enum: ["IP"] } } } },
  ],
};

type Case = readonly [name: string, before: JsonObject, after: JsonObject, relation: Relation, ...examples: Json[]];

/** Each case lists the example of a rejected value, and then that of a newly accepted value, if they are tested. */
const GROUPS: Readonly<Record<string, readonly Case[]>> = {
  enums: [
    ["one value more", text({ enum: ["a"] }), text({ enum: ["a", "b"] }), "wider", "b"],
    ["in another order", text({ enum: ["a", "b"] }), text({ enum: ["b", "a", "a"] }), "same"],
    ["one for another", text({ enum: ["a"] }), text({ enum: ["b"] }), "crossing", "a", "b"],
    ["a pattern that all match", text({ enum: ["A", "BC"] }), text({ pattern: "^[A-Z]+$" }), "wider"],
    ["a pattern that one does not match", text({ enum: ["A", "b"] }), text({ pattern: "^[A-Z]+$" }), "crossing", "b"],
    ["a pattern that says the same", text({ enum: ["a", "b"] }), text({ pattern: "^(a|b)$" }), "same"],
    ["of which one is too long anyway", text({ enum: ["a", "bb"], maxLength: 1 }), text({ enum: ["a"] }), "same"],
    ["numbers", integer({ enum: [1, 2] }), integer({ minimum: 1, maximum: 2 }), "same"],
    ["objects", object(TEXTS, { enum: [{ a: "x" }] }), object(TEXTS, { required: ["a"] }), "wider"],
  ],
  numbers: [
    ["exclusive, whole", integer({ minimum: 0, exclusiveMinimum: true }), integer({ minimum: 1 }), "same"],
    ["exclusive, fractions", number({ minimum: 0, exclusiveMinimum: true }), number({ minimum: 1 }), "narrower", 0.5],
    ["exclusive, upper", integer({ maximum: 9 }), integer({ maximum: 9, exclusiveMaximum: true }), "narrower", 9],
    ["a bound that was there", integer({ minimum: 1, maximum: 5 }), integer({ maximum: 5, minimum: 0 }), "wider", 0],
    ["bounds that overlap", integer({ minimum: 0, maximum: 5 }), integer({ minimum: 1, maximum: 6 }), "crossing", 0, 6],
    ["multiples of 4, then of 2", integer({ multipleOf: 4 }), integer({ multipleOf: 2 }), "wider", 2],
    ["the same of fractions", number({ multipleOf: 4 }), number({ multipleOf: 2 }), "wider", 2],
    ["multiples of 4, then of 6", integer({ multipleOf: 4 }), integer({ multipleOf: 6 }), "crossing"],
    [
      "multiples between bounds",
      integer({ multipleOf: 5, maximum: 9 }),
      integer({ multipleOf: 5, maximum: 7 }),
      "same",
    ],
    [
      "a multiple that is not the first",
      integer({ multipleOf: 4, minimum: 22, maximum: 30 }),
      integer({ multipleOf: 12, minimum: 22, maximum: 30 }),
      "narrower",
      28,
    ],
    [
      "multiples of a fraction",
      number({ multipleOf: 0.7, minimum: 1000, maximum: 9000 }),
      number({ multipleOf: 0.7, minimum: 1000, maximum: 2000 }),
      "narrower",
    ],
    ["fractions alone", number({ minimum: 2.5 }), number({ minimum: 1.5, exclusiveMinimum: true }), "wider"],
    ["whole, then any", integer(), number(), "wider", 0.5],
    ["int32, then int64", integer({ format: "int32" }), integer({ format: "int64" }), "wider", 2 ** 31],
    ["int64 says nothing", integer({ format: "int64" }), integer(), "same"],
    [
      "int32 within its bounds",
      integer({ format: "int32", maximum: 9, minimum: 0 }),
      integer({ maximum: 9, minimum: 0 }),
      "same",
    ],
    ["a float", number({ format: "float" }), number({ format: "double" }), "wider"],
    [
      "the only number that none of three factors divides",
      integer({ minimum: 2, maximum: 9, allOf: [2, 3, 5].map((multipleOf) => ({ not: { multipleOf } })) }),
      integer({ not: {} }),
      "narrower",
      7,
    ],
    [
      "multiples where numbers lie apart, and further apart towards the bound",
      integer({ minimum: -(2 ** 60), maximum: -(2 ** 53) - 2, multipleOf: 7 }),
      integer({ not: {} }),
      "narrower",
    ],
    [
      "the only fraction between two bounds",
      number({ minimum: 1, exclusiveMinimum: true, maximum: 1 + 2 ** -51, exclusiveMaximum: true }),
      number({ not: {} }),
      "narrower",
      1 + 2 ** -52,
    ],
    ["no number between", integer({ minimum: 2, maximum: 1 }), integer({ minimum: 5, maximum: 5 }), "wider", 5],
  ],
  texts: [
    [
      "a length beyond the pattern",
      text({ pattern: "^[a-z]{1,5}$" }),
      text({ pattern: "^[a-z]{1,5}$", maxLength: 5 }),
      "same",
    ],
    [
      "a length within the pattern",
      text({ pattern: "^[a-z]{1,5}$" }),
      text({ pattern: "^[a-z]{1,5}$", maxLength: 4 }),
      "narrower",
    ],
    ["empty as well", text({ pattern: "^[a-z]+$" }), text({ pattern: "^$|^[a-z]+$" }), "wider", ""],
    ["up to six", text({ pattern: "^a{1,5}$" }), text({ pattern: "^a{1,6}$" }), "wider", "aaaaaa"],
    ["one pattern for another", text({ pattern: "^a" }), text({ pattern: "b$" }), "crossing"],
    ["the same in other words", text({ pattern: "^a+$" }), text({ pattern: "^aa*$" }), "same"],
    ["anchors within", text({ pattern: "^(a|^b)c$" }), text({ pattern: "^[ab]c$" }), "same"],
    ["anchors of a branch", text({ pattern: "^a|b$" }), text({ pattern: "^(a|b)$" }), "narrower"],
    ["a gap between two lengths", text(), text({ anyOf: [{ maxLength: 5 }, { minLength: 10 }] }), "narrower"],
    ["lines", text({ pattern: "(?m)^a$" }), text({ pattern: "^a$" }), "narrower", "a\n"],
    ["words", text({ pattern: "\\ba\\b" }), text({ pattern: "(^|\\W)a(\\W|$)" }), "same"],
    ["either case", text({ pattern: "(?i)^k$" }), text({ pattern: "^[kK\\x{212a}]$" }), "same"],
    ["classes of RE2", text({ pattern: "^[[:digit:]]\\z" }), text({ pattern: "\\A\\d$" }), "same"],
    ["letters of any script", text({ pattern: "^\\p{L}$" }), text({ pattern: "^[\\p{L}\\p{N}]$" }), "wider"],
    ["a length that was there", text({ minLength: 1 }), text({ pattern: "(?s)." }), "same"],
    ["a character is no byte", text({ pattern: "^.$" }), text({ pattern: "^.$", maxLength: 1 }), "same"],
    ["long ones", text({ maxLength: 65536 }), text({ maxLength: 32768 }), "narrower"],
    ["too short and too long", text({ minLength: 5, maxLength: 3 }), text({ maxLength: 0 }), "wider", ""],
    ["nothing before and after", text({ minLength: 5, maxLength: 3 }), text({ pattern: "a^" }), "same"],
    [
      "a name with a wildcard",
      text({ pattern: `^${LABEL}(\\.${LABEL})*$` }),
      text({ pattern: `^(\\*\\.)?${LABEL}(\\.${LABEL})*$` }),
      "wider",
    ],
    [
      "at least one, which the pattern says",
      text({ pattern: `^${LABEL}$`, minLength: 1 }),
      text({ pattern: `^${LABEL}$` }),
      "same",
    ],
  ],
  formats: [
    ["none any more", text({ format: "date" }), text(), "wider"],
    ["one that is not checked", text({ format: "phone" }), text(), "same"],
    ["a day has ten characters", text({ format: "date" }), text({ format: "date", maxLength: 10 }), "same"],
    [
      "a pattern that says it",
      text({ format: "k8s-short-name" }),
      text({ pattern: `^${LABEL}$`, maxLength: 63 }),
      "same",
    ],
    ["a kind of it", text({ format: "uuid" }), text({ format: "uuid4" }), "narrower"],
    ["any address", text({ format: "ipv4" }), text({ anyOf: [{ format: "ipv4" }, { format: "ipv6" }] }), "wider"],
    ["the name of the format with dashes", text({ format: "date-time" }), text({ format: "datetime" }), "same"],
    ["a format beside a length", text({ format: "email", maxLength: 9 }), text({ format: "email" }), "wider"],
    [
      "what a format is not",
      text({ not: { format: "email" } }),
      text({ not: { format: "email" }, maxLength: 9 }),
      "narrower",
    ],
  ],
  types: [
    ["null as well", text(), text({ nullable: true }), "wider", null],
    ["null under an enum is none", text({ enum: ["a"] }), text({ enum: ["a"], nullable: true }), "same"],
    ["another type", text(), integer(), "crossing"],
    ["a number or a text", integer(), intOrString(), "wider"],
    ["said twice", intOrString(), intOrString({ anyOf: [{ type: "integer" }, { type: "string" }] }), "same"],
    ["of which texts are patterned", intOrString(), intOrString({ pattern: "^\\d+%$" }), "narrower"],
    ["a whole number is a character in an enum", intOrString({ enum: ["a"] }), text({ enum: ["a"] }), "narrower", 97],
    ["words do not count", text(), text({ description: "b", default: "c", example: "d", title: "e" }), "same"],
    ["nor do rules", text(), text({ "x-kubernetes-validations": [{ rule: "false" }] }), "same"],
    ["nor unknown fields", object(TEXTS), object(TEXTS, { "x-kubernetes-preserve-unknown-fields": true }), "same"],
  ],
  lists: [
    ["empty as well", list(text(), { minItems: 1 }), list(text()), "wider", []],
    ["one more", list(text(), { maxItems: 1 }), list(text(), { maxItems: 2 }), "wider"],
    ["other items", list(integer()), list(integer({ minimum: 0 })), "narrower", [-1]],
    ["other items, of which there are none", list(text(), { maxItems: 0 }), list(integer()), "wider", [0]],
    ["a set no more", list(text(), listType("set")), list(text(), listType("atomic")), "wider"],
    [
      "a set of few, and a bound",
      list(text({ enum: ["a", "b"] }), listType("set")),
      list(text({ enum: ["a", "b"] }), { ...listType("set"), maxItems: 2 }),
      "same",
    ],
    [
      "a map of few, and a bound",
      list(KEYED, listType("map", "name")),
      list(KEYED, { ...listType("map", "name"), maxItems: 2 }),
      "same",
    ],
    [
      "a map of few, whose key may be absent",
      list(object({ name: text({ enum: ["x", "y"] }) }), listType("map", "name")),
      list(object({ name: text({ enum: ["x", "y"] }) }), { ...listType("map", "name"), maxItems: 2 }),
      "narrower",
    ],
    ["a map no more", list(KEYED, listType("map", "name")), list(KEYED), "wider"],
    [
      "a map with one key more",
      list(KEYED, listType("map", "name")),
      list(KEYED, listType("map", "name", "port")),
      "wider",
    ],
    ["a set that becomes a map", list(KEYED, listType("set")), list(KEYED, listType("map", "name")), "narrower"],
    [
      "one item is never twice",
      list(text(), { maxItems: 1 }),
      list(text(), { maxItems: 1, ...listType("set") }),
      "same",
    ],
    ["longer than any example", list(text()), list(text(), { maxItems: 5000 }), "narrower"],
    ["longer lists of objects", list(KEYED, { maxItems: 1_000_000 }), list(KEYED, { maxItems: 999_999 }), "narrower"],
    [
      "longer in one of two branches",
      list(text(), { anyOf: [{ minItems: 1 }, { maxItems: 0 }] }),
      list(text(), { anyOf: [{ minItems: 1 }, { maxItems: 0 }], maxItems: 5000 }),
      "narrower",
    ],
    ["longer sets", list(text(), listType("set")), list(text(), { ...listType("set"), maxItems: 5000 }), "narrower"],
    [
      "longer maps",
      list(object({ name: text() }), listType("map", "name")),
      list(object({ name: text() }), { ...listType("map", "name"), maxItems: 5000 }),
      "narrower",
    ],
    [
      "sets for which there are too few values",
      list(text({ enum: ["a", "b"] }), listType("set")),
      list(text({ enum: ["a", "b"] }), { ...listType("set"), maxItems: 5000 }),
      "same",
    ],
    [
      "items of which there are none",
      list(text({ minLength: 2, maxLength: 1 })),
      list(text({ minLength: 2, maxLength: 1 }), { maxItems: 5000 }),
      "same",
    ],
    ["at least very many", list(text()), list(text(), { minItems: 5000 }), "narrower", []],
    ["lists of lists", list(list(text(), { maxItems: 2 })), list(list(text(), { maxItems: 3 })), "wider"],
  ],
  objects: [
    ["a new field", object({ a: text() }), object(TEXTS), "wider"],
    ["a new field that must be there", object({ a: text() }), object(TEXTS, { required: ["b"] }), "crossing"],
    ["a field gone", object(TEXTS), object({ a: text() }), "narrower"],
    ["a field gone that had to be there", object(TEXTS, { required: ["b"] }), object({ a: text() }), "crossing"],
    [
      "a field that could never be there",
      object({ a: text(), b: text({ minLength: 2, maxLength: 1 }) }),
      object({ a: text() }),
      "same",
    ],
    [
      "required no more",
      object(TEXTS, { required: ["a", "b"] }),
      object(TEXTS, { required: ["b"] }),
      "wider",
      { b: "" },
    ],
    ["required by number", object(TEXTS, { minProperties: 2 }), object(TEXTS, { required: ["b", "a"] }), "same"],
    ["no more than there are", object(TEXTS), object(TEXTS, { maxProperties: 2 }), "same"],
    [
      "no less than there must be",
      object(TEXTS, { required: ["a"], minProperties: 1 }),
      object(TEXTS, { required: ["a"] }),
      "same",
    ],
    [
      "a wider one and a narrower one",
      object({ a: text(), b: integer() }),
      object({ a: integer(), b: text() }),
      "crossing",
    ],
    [
      "far below",
      object({ a: list(object({ b: text({ maxLength: 3 }) })) }),
      object({ a: list(object({ b: text({ maxLength: 4 }) })) }),
      "wider",
      { a: [{ b: "aaaa" }] },
    ],
    [
      "far below, where something must be",
      object({ a: object({ b: integer() }, { required: ["b"] }) }, { required: ["a"] }),
      object({ a: object({ b: integer({ maximum: 9 }) }, { required: ["b"] }) }, { required: ["a"] }),
      "narrower",
      { a: { b: 10 } },
    ],
    ["the values of a map", map(integer()), map(integer({ maximum: 9 })), "narrower", { key: 10 }],
    ["a map, then fields", map(text()), object({ a: text() }), "narrower"],
    ["the size of a map", map(text(), { maxProperties: 3 }), map(text(), { maxProperties: 2 }), "narrower"],
    ["a map that is larger than any example", map(text()), map(text(), { maxProperties: 5000 }), "narrower"],
    ["a map of at least very many", map(text()), map(text(), { minProperties: 1_000_000 }), "narrower", {}],
    ["more than there are fields", object(TEXTS), object(TEXTS, { maxProperties: 5000 }), "same"],
    ["anything, then something", object({}, { "x-kubernetes-preserve-unknown-fields": true }), object({}), "same"],
  ],
  branches: [
    [
      "one added to anyOf",
      text({ anyOf: [{ maxLength: 1 }] }),
      text({ anyOf: [{ maxLength: 1 }, { pattern: "^b+$" }] }),
      "wider",
      "bb",
    ],
    [
      "one dropped from allOf",
      object(TEXTS, { allOf: [{ required: ["a"] }, { required: ["b"] }] }),
      object(TEXTS, { allOf: [{ required: ["b"] }] }),
      "wider",
    ],
    [
      "allOf said outright",
      object(TEXTS, { allOf: [{ required: ["a"] }] }),
      object(TEXTS, { required: ["a"] }),
      "same",
    ],
    ["in another order", object(TEXTS, ONE_OF_TWO), object(TEXTS, { oneOf: ONE_OF_TWO.oneOf.toReversed() }), "same"],
    ["a field less, a branch less", object(MORE_TEXTS, ONE_OF_THREE), object(TEXTS, ONE_OF_TWO), "narrower"],
    [
      "a branch less, but the field stays",
      object(MORE_TEXTS, ONE_OF_THREE),
      object(MORE_TEXTS, ONE_OF_TWO),
      "crossing",
    ],
    ["exactly one, then any", object(TEXTS, ONE_OF_TWO), object(TEXTS, { anyOf: ONE_OF_TWO.oneOf }), "wider"],
    [
      "exactly one of parts that share nothing",
      integer({ oneOf: [{ maximum: 3 }, { minimum: 5 }] }),
      integer({ not: { enum: [4] } }),
      "same",
    ],
    [
      "one of two, the first of which limits two fields",
      object({ a: integer(), b: integer() }),
      object(
        { a: integer(), b: integer() },
        {
          anyOf: [
            { required: ["a"], properties: { a: { maximum: 3 }, b: { maximum: 3 } } },
            { properties: { a: { minimum: 4 } } },
          ],
        },
      ),
      "narrower",
    ],
    ["no more excluded", text({ not: { enum: ["a"] } }), text(), "wider", "a"],
    ["one more excluded", text({ not: { enum: ["a"] } }), text({ not: { enum: ["a", "b"] } }), "narrower", "b"],
    ["excluded by name", object(TEXTS, { not: { required: ["b"] } }), object({ a: text() }), "same"],
    ["excluded together", object(TEXTS, { not: { required: ["a", "b"] } }), object(TEXTS), "wider"],
    [
      "an address, with one more type",
      object({ type: text({ enum: ["IP", "Host"] }), value: text() }, ADDRESS),
      object({ type: text({ enum: ["IP", "Host", "Name"] }), value: text() }, ADDRESS),
      "wider",
    ],
    [
      "an address that need be none",
      object({ type: text(), value: text() }, ADDRESS),
      object({ type: text(), value: text() }),
      "wider",
    ],
    ["of items", list(text(), { anyOf: [{ items: { maxLength: 2 } }] }), list(text({ maxLength: 2 })), "same"],
    [
      "names that only a list of values has",
      map(text(), { anyOf: [{ enum: [{ k: "a" }], minProperties: 2 }, { enum: [{ k: "b" }] }] }),
      object(
        {},
        {
          anyOf: [
            { enum: [{ k: "a" }], minProperties: 2 },
            { enum: [{ k: "b" }], minItems: 1 },
          ],
        },
      ),
      "narrower",
      { k: "b" },
    ],
    [
      "a field that must be there, unless it is not",
      object({ a: text({ minLength: 1 }) }),
      object({ a: text() }, { anyOf: [{ not: { required: ["a"] } }, { properties: { a: { minLength: 1 } } }] }),
      "same",
    ],
    ["nothing fits", text({ allOf: [{ enum: ["a"] }, { enum: ["b"] }] }), text({ not: {} }), "same"],
  ],
};

for (const [group, rows] of Object.entries(GROUPS)) {
  for (const [name, before, after, relation, ...examples] of rows) {
    cases(`${group}: ${name}`, () => {
      const comparison = compareBothWays(before, after);
      assert.is(comparison.relation, relation, JSON.stringify(comparison));
      const found = [comparison.refused, comparison.admitted].filter((example) => example !== undefined);
      assert.equal(found.slice(0, examples.length), examples);
    });
  }
}

cases("numbers with up to four excluded factors are compared; with more, the relation is unknown", () => {
  const relations = [0.2, 0.3, 0.5, 0.7, 1.1, 1.3].map((_, index, factors) => {
    const allOf = factors.slice(0, index + 1).map((multipleOf) => ({ not: { multipleOf } }));
    const halves = [
      { minimum: 0, maximum: 5 },
      { minimum: 5, maximum: 9 },
    ];
    return compareBothWays(number({ minimum: 0, maximum: 9, allOf }), number({ anyOf: halves, allOf })).relation;
  });
  assert.equal(relations, ["same", "same", "same", "same", "unknown", "unknown"]);
});

/** Returns an example in full, unless it is long. */
function shown(example: Json | undefined): string {
  if (example === undefined) return "-";
  const json = JSON.stringify(example);
  return json.length <= 120 ? json : `${json.slice(0, 60)}… (${json.length} characters)`;
}

function lineOf(name: string, { relation, refused, admitted }: ValueComparison): string {
  return `${name}: ${relation}, rejected ${shown(refused)}, accepted ${shown(admitted)}`;
}

cases("the examples, which readers of a diff are shown, are these and no others", () => {
  const told = Object.entries(GROUPS).flatMap(([group, rows]) =>
    rows.map(([name, before, after]) => lineOf(`${group}: ${name}`, compareValues(before, after))),
  );
  const formats = formatsOf("string").flatMap((format) => [
    lineOf(`${format} no more`, compareValues(text({ format }), text())),
    lineOf(`${format} of 12 characters`, compareValues(text({ format }), text({ format, maxLength: 12 }))),
  ]);
  matchesGolden(`${[...told, ...formats].join("\n")}\n`, join(ROOT, "tests/changes/diff/values/examples.txt"));
});

cases("the same answer every time", () => {
  const before = object({ a: list(text({ pattern: "^(x|y)+$" })), b: map(integer()) }, { anyOf: ONE_OF_TWO.oneOf });
  const after = object({ a: list(text({ pattern: "^x+$" })), b: map(number()) }, ONE_OF_TWO);
  assert.equal(compareValues(structuredClone(before), structuredClone(after)), compareValues(before, after));
});

cases.run();
