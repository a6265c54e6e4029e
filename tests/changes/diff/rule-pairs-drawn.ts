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

/** Draws pairs, the same ones for the same seed. */
export function drawRulePairs(count: number, seed: number): RulePair[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => drawPair(random));
}

function drawPair(random: Random): RulePair {
  const names = threeOf(Object.keys(FIELDS), random);
  const required = names.filter(() => random.once(3));
  const fields = Object.fromEntries(names.map((name) => [name, (FIELDS[name] as Field).schema]));
  const fresh = random.once(3) ? { fresh: STRING } : {};
  const one = condition(names, random, 2);
  const other = random.once(4) ? condition(names, random, 2) : otherThan(one, () => changed(one, names, random));
  const guard = (rule: string) => (fresh.fresh && random.once(2) ? `!has(self.fresh) || ${rule}` : rule);
  const rest = { required, "x-kubernetes-validations": [{ rule: one }] };
  return {
    before: object(fields, rest),
    after: object({ ...fields, ...fresh }, { ...rest, "x-kubernetes-validations": [{ rule: guard(other) }] }),
    objects: objectsOf(names),
  };
}

/** Draws until the result is another one, as far as possible. */
function otherThan(rule: string, draw: () => string): string {
  const drawn = Array.from({ length: 8 }, draw);
  return drawn.find((each) => each !== rule) ?? rule;
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
    .one((FIELDS[name] as Field).conditions)(random)
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
      objects.flatMap((each) => [each, ...(FIELDS[name] as Field).values.map((value) => ({ ...each, [name]: value }))]),
    [{}],
  );
}
