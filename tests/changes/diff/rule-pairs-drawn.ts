/**
 * Draws pairs of rules about small schemas, with every object that the rules can tell apart: numbers around all
 * literals, strings of all lengths that a rule can name, and lists of up to two items.
 */
import type { Json, JsonObject } from "../../../scripts/core/model/json.js";
import { Random } from "../../support/random.js";
import { object, STRING } from "./crd.js";
import type { RulePair } from "./rule-pairs.js";

interface Field {
  readonly schema: JsonObject;
  readonly values: readonly Json[];
  /** Conditions about the field, which is called `x` in them. */
  readonly conditions: readonly ((random: Random) => string)[];
}

const OPERATORS = ["==", "!=", "<", "<=", ">", ">="];
const LETTERS = ["a", "b", "c"];
const ITEM = object(
  { k: { ...STRING, enum: ["a", "b"] }, v: { type: "integer", minimum: 0, maximum: 2 } },
  { required: ["k"] },
);
const NUMBERS = { type: "array", items: { type: "integer" }, maxItems: 2 };
const ITEMS: readonly Json[] = [{ k: "a" }, { k: "b" }, { k: "a", v: 1 }, { k: "b", v: 0 }];

const compared = (random: Random, left: string, most: number) =>
  `${left} ${random.one(OPERATORS)} ${random.below(most)}`;
const listed = (random: Random) =>
  `[${LETTERS.filter(() => random.once(2))
    .concat("a")
    .map((text) => `'${text}'`)}]`;
const element = (random: Random, name: string) =>
  random.one([
    `${name} == '${random.one(LETTERS)}'`,
    `${name} in ${listed(random)}`,
    compared(random, `size(${name})`, 3),
    `${name}.startsWith('${random.one(LETTERS)}')`,
  ]);
const end = (random: Random) => random.one(["x.first()", "x.last()", "x[?0]", "x[?1]"]);

/** Returns an integer that is an error for some objects. */
const other = (random: Random) => random.one(["self.number", "self.number", "1"]);
const quantifier = (random: Random) => random.one(["all", "exists"]);
const macro = (random: Random) => random.one(["all", "exists", "exists_one"]);

const FIELDS: Readonly<Record<string, Field>> = {
  mode: {
    schema: { ...STRING, enum: LETTERS },
    values: LETTERS,
    conditions: [(random) => `x == '${random.one(LETTERS)}'`, (random) => `x in ${listed(random)}`],
  },
  number: {
    schema: { type: "integer" },
    values: [-1, 0, 1, 2, 3, 4, 5, 6],
    conditions: [(random) => compared(random, "x", 6), (random) => compared(random, "x + 1", 6)],
  },
  flag: { schema: { type: "boolean" }, values: [true, false], conditions: [() => "x", () => "!x", () => "x == true"] },
  text: {
    schema: STRING,
    values: ["", "a", "b", "c", "aa", "ab", "ba", "aaa"],
    conditions: [
      (random) => element(random, "x"),
      (random) => `x.matches('${random.one(["^a", "^[ab]*$", "a$"])}')`,
      (random) => `x.contains('${random.one(LETTERS)}')`,
    ],
  },
  list: {
    schema: { type: "array", items: STRING, maxItems: 2 },
    values: [[], ["a"], ["b"], [""], ["aa"], ["a", "b"], ["a", "a"], ["b", "c"], ["aa", "c"]],
    conditions: [
      (random) => compared(random, "x.size()", 3),
      (random) => `x.${macro(random)}(e, ${element(random, "e")})`,
      (random) => compared(random, `x.filter(e, ${element(random, "e")}).size()`, 3),
    ],
  },
  items: {
    schema: { type: "array", items: ITEM, maxItems: 2 },
    values: [[], ...ITEMS.map((item) => [item]), ...ITEMS.flatMap((one) => ITEMS.map((other) => [one, other]))],
    conditions: [
      () => "x.all(e, x.exists_one(f, e.k == f.k))",
      () => "x.all(e, x.filter(f, e.k == f.k && has(e.v) == has(f.v)).size() == 1)",
      (random) => `x.${macro(random)}(e, !has(e.v) || ${compared(random, "e.v", 3)})`,
      (random) => `x.${macro(random)}(e, e.k == '${random.one(["a", "b"])}')`,
    ],
  },
};

/** Fields with optional values, and with elements that can be null. */
const MORE_FIELDS: Readonly<Record<string, Field>> = {
  nulls: {
    schema: { type: "array", items: { ...object({ v: { type: "integer" } }), nullable: true }, maxItems: 2 },
    values: [[], [null], [{}], [{ v: 1 }], [{ v: 2 }], [null, { v: 1 }], [{ v: 1 }, {}], [{ v: 2 }, { v: 1 }]],
    conditions: [
      (random) => `x[0].?v.orValue(${other(random)}) == 1`,
      (random) => `x.first().optMap(e, e.?v.orValue(${other(random)})).orValue(1) == 1`,
      (random) => `x.${quantifier(random)}(e, e == null || ${compared(random, "e.v", 3)})`,
      (random) => `x.${quantifier(random)}(e, e.?v.hasValue())`,
      (random) => `${random.one(["x[0].?v", "x[?0].v", "x.last().v"])}.hasValue()`,
    ],
  },
  numbers: {
    schema: { type: "array", items: { type: "integer" }, maxItems: 2 },
    values: [[], [0], [1], [2], [0, 1], [1, 0], [1, 1]],
    conditions: [
      (random) => `${end(random)}.orValue(${other(random)}) == ${random.below(3)}`,
      (random) => `${end(random)}.or(optional.of(${other(random)})).value() == ${random.below(3)}`,
      (random) => `${end(random)}.hasValue()`,
    ],
  },
  nullLists: {
    schema: { type: "array", items: { ...NUMBERS, nullable: true }, maxItems: 2 },
    values: [[], [null], [[]], [[1]], [[2]], [[1, 2]], [[1], null], [[2], [1]]],
    conditions: [
      (random) => `x.${quantifier(random)}(e, e.${quantifier(random)}(f, ${compared(random, "f", 3)}))`,
      (random) => `x.all(e, e.all(f, f == 1) ${random.one(["||", "&&"])} e.exists(f, f != 1))`,
      (random) => `x.all(e, e.filter(f, f == ${random.below(3)}).size() >= ${random.below(2)})`,
    ],
  },
  nullMap: {
    schema: { type: "object", additionalProperties: { ...NUMBERS, nullable: true } },
    values: [{}, { a: null }, { a: [] }, { a: [1] }, { b: [2] }, { a: [1], b: null }, { a: [1], b: [2] }],
    conditions: [
      (random) => `x.all(k, v, v.${quantifier(random)}(f, ${compared(random, "f", 3)}))`,
      (random) => `x.all(k, v, v.${quantifier(random)}(f, true))`,
      (random) => `x.?a.orValue([${other(random)}]).${quantifier(random)}(f, f == 1)`,
      (random) => `x[?'${random.one(["a", "b"])}'].hasValue()`,
    ],
  },
};

const ALL_FIELDS: Readonly<Record<string, Field>> = { ...FIELDS, ...MORE_FIELDS };

/** Draws pairs, the same ones for the same seed. */
export function drawRulePairs(count: number, seed: number): RulePair[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => drawPair(threeOf(Object.keys(FIELDS), random), random));
}

/** Draws pairs with optional values and nulls, and with a rule that stays or is added. */
export function drawHardRulePairs(count: number, seed: number): RulePair[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => drawHardPair(random));
}

function drawPair(names: readonly string[], random: Random): RulePair {
  const required = names.filter(() => random.once(3));
  const fields = Object.fromEntries(names.map((name) => [name, (ALL_FIELDS[name] as Field).schema]));
  const fresh = random.once(3) ? { fresh: STRING } : {};
  const one = condition(names, random, 2);
  const other = random.once(4) ? condition(names, random, 2) : otherThan(one, () => changed(one, names, random));
  const guard = (rule: string) => (fresh.fresh && random.once(2) ? `!has(self.fresh) || ${rule}` : rule);
  return {
    before: withRules(object(fields, { required }), [one]),
    after: withRules(object({ ...fields, ...fresh }, { required }), [guard(other)]),
    objects: objectsOf(names),
  };
}

function drawHardPair(random: Random): RulePair {
  const names = withNumber(threeOf(Object.keys(ALL_FIELDS), random));
  const { before, after, objects } = drawPair(names, random);
  const kept = random.once(2) ? [about(random.one(names), random)] : [];
  const added = random.once(4) ? [`has(self.${random.one(names)})`] : [];
  return { before: withRules(before, kept), after: withRules(after, [...kept, ...added]), objects, isHard: true };
}

/** Adds rules to a schema. */
function withRules(schema: JsonObject, rules: readonly string[]): JsonObject {
  const before = (schema["x-kubernetes-validations"] ?? []) as readonly Json[];
  return { ...schema, "x-kubernetes-validations": [...before, ...rules.map((rule) => ({ rule }))] };
}

/** Draws until the result is another one, as far as possible. */
function otherThan(rule: string, draw: () => string): string {
  const drawn = Array.from({ length: 8 }, draw);
  return drawn.find((each) => each !== rule) ?? rule;
}

/** Fields whose conditions also read `number`, in the argument of an optional value. */
const READS_NUMBER: ReadonlySet<string> = new Set(["nulls", "numbers", "nullMap"]);

/** Adds the field that the conditions of another field read. */
function withNumber(names: readonly string[]): readonly string[] {
  const reader = names.find((name) => READS_NUMBER.has(name));
  if (!reader || names.includes("number")) return names;
  return ["number", reader, names.find((name) => name !== reader) as string];
}

function threeOf(names: readonly string[], random: Random): string[] {
  const left = [...names];
  return [1, 2, 3].map(() => left.splice(random.below(left.length), 1)[0] as string);
}

/** Returns a condition about fields of an object. */
function condition(names: readonly string[], random: Random, depth: number): string {
  const inner = () => condition(names, random, depth - 1);
  const [one, two, three] = names as [string, string, string];
  const sum = names.map((name) => `(has(self.${name}) ? 1 : 0)`).join(" + ");
  const some = `[${names.map((name) => `has(self.${name})`).join(", ")}]`;
  if (depth > 0 && !random.once(3)) {
    return random.one([
      () => `(${inner()} && ${inner()})`,
      () => `(${inner()} || ${inner()})`,
      () => `!(${inner()})`,
      () => `(${inner()} ? ${inner()} : ${inner()})`,
    ])();
  }
  return random.one([
    () => about(one, random),
    () => about(two, random),
    () => about(three, random),
    () => `has(self.${random.one(names)})`,
    () => `has(self.${one}) == has(self.${two})`,
    () => compared(random, sum, 4),
    () => compared(random, `${some}.filter(x, x == true).size()`, 4),
    () => `${some}.exists_one(x, x)`,
  ])();
}

/** Returns a condition about a field, which is mostly guarded against a missing field. */
function about(name: string, random: Random): string {
  const plain = random
    .one((ALL_FIELDS[name] as Field).conditions)(random)
    .replace(/\bx\b/g, `self.${name}`);
  return random.once(4) ? plain : random.one([`(!has(self.${name}) || ${plain})`, `(has(self.${name}) && ${plain})`]);
}

/** Changes a rule like a maintainer: another literal, another operator, one more operand, or another form. */
function changed(rule: string, names: readonly string[], random: Random): string {
  const more = condition(names, random, 0);
  return random.one([
    () => rule.replace(/ (\d)/, (_, digit: string) => ` ${Number(digit) + random.one([1, 1, -1])}`),
    () => rule.replace(/ (<=|<|>=|>) /, () => ` ${random.one(OPERATORS)} `),
    () => rule.replace(/'\]/, "', 'd']"),
    () => rule.replace(/\['a'\]/, "['a', 'b']"),
    () => rule.replace("exists_one", "exists"),
    () => `${rule} || ${more}`,
    () => `(${rule}) && ${more}`,
    () => `!(${rule}) ? false : true`,
    () => `true && (${rule})`,
    () => rule.replaceAll("'", '"'),
    () => rule.replace(" == true", ""),
  ])();
}

const known = new Map<string, readonly Json[]>();

/** Returns all combinations of the values of fields, the same list for the same fields. */
function objectsOf(fields: readonly string[]): readonly Json[] {
  const names = [...fields].sort();
  const key = names.join();
  const objects = known.get(key) ?? combinationsOf(names);
  known.set(key, objects);
  return objects;
}

function combinationsOf(names: readonly string[]): Json[] {
  return names.reduce<JsonObject[]>(
    (objects, name) =>
      objects.flatMap((each) => [
        each,
        ...(ALL_FIELDS[name] as Field).values.map((value) => ({ ...each, [name]: value })),
      ]),
    [{}],
  );
}
