/**
 * Laws of every comparison, tested against an independent oracle: a change that makes the schema reject a value is
 * never called harmless, an equivalent schema has no differences, and each example is correct.
 */

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffSchemas } from "../../../scripts/changes/diff/schema.js";
import type { SchemaChange } from "../../../scripts/core/model/change.js";
import { ROOT_PATH } from "../../../scripts/core/model/field-path.js";
import { isJsonObject, type Json, type JsonObject } from "../../../scripts/core/model/json.js";
import { changeMessage } from "../../../scripts/core/words/change.js";
import fc from "../../support/drawn.js";
import { everyObject, type Pair } from "./every-object.js";
import { admits, type Condition, type Conditions, celOf, stored } from "./oracle.js";

const laws = suite("laws of the comparison");

const NAMES = ["a", "b", "m"] as const;
const HARMFUL = new Set(["tightening", "break", "unknown"]);

/** Draws an object with a keyword or field in the given percentage of cases. */
function maybe(keyword: string, values: fc.Arbitrary<Json>, percent: number): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(fc.nat({ max: 99 }), values)
    .map(([chance, value]) => (chance < percent ? { [keyword]: value } : {}) as JsonObject);
}

function merged(...parts: fc.Arbitrary<JsonObject>[]): fc.Arbitrary<JsonObject> {
  return fc.tuple(...parts).map((all) => Object.assign({}, ...all) as JsonObject);
}

const size = fc.integer({ min: 0, max: 3 });
const nullable = maybe("nullable", fc.constant(true), 15);

const text: fc.Arbitrary<JsonObject> = merged(
  fc.constant({ type: "string" }),
  maybe("default", fc.constant("x"), 20),
  maybe("enum", fc.constantFrom<Json>(["x"], ["x", "y"]), 20),
  maybe("maxLength", fc.constantFrom(1, 2), 25),
  nullable,
);
const integer: fc.Arbitrary<JsonObject> = merged(
  fc.constant({ type: "integer" }),
  maybe("default", fc.constant(1), 20),
  maybe("minimum", fc.constantFrom(-1, 0, 1), 25),
  maybe("maximum", fc.constantFrom(1, 2), 25),
  nullable,
);

/** The type of a field depends only on its name: changes of type are breaks and hide other differences. */
const LEAVES: Readonly<Record<(typeof NAMES)[number], fc.Arbitrary<JsonObject>>> = { a: text, b: integer, m: text };

const branch: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom(...NAMES).map((name): JsonObject => ({ required: [name] })),
  fc.constantFrom<JsonObject>(
    { properties: { a: { enum: ["x"] } } },
    { properties: { b: { maximum: 1 } } },
    { not: { required: ["m"] } },
    { maxProperties: 1 },
  ),
);
const branches = fc.array(branch, { minLength: 1, maxLength: 3 });

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    fc.constantFrom(...NAMES).map((field): Condition => ({ is: "has", field })),
    fc.constantFrom("a", "m").map((field): Condition => ({ is: "equals", field, value: "x" })),
    size.map((limit): Condition => ({ is: "above", field: "b", limit })),
    size.map((limit): Condition => ({ is: "longer", field: "a", limit })),
    tie("condition").map((of): Condition => ({ is: "not", of })),
    fc
      .tuple(fc.constantFrom<"and" | "or">("and", "or"), tie("condition"), tie("condition"))
      .map(([is, left, right]): Condition => ({ is, left, right })),
  ),
}));

interface Drawn {
  readonly schema: JsonObject;
  readonly conditions: Conditions;
}

/** Returns the conditions that read only declared fields, as a rule must. */
function readable(declared: JsonObject, drawn: readonly Condition[]): Condition[] {
  return drawn.filter((each) =>
    NAMES.every((name) => Object.hasOwn(declared, name) || !celOf(each).includes(`self.${name}`)),
  );
}

function objectOf(extra: fc.Arbitrary<JsonObject>): fc.Arbitrary<Drawn> {
  return fc
    .tuple(
      merged(...NAMES.map((name) => maybe(name, LEAVES[name], 75))),
      extra,
      fc.subarray([...NAMES], { maxLength: 2 }),
      merged(
        maybe("maxProperties", size, 15),
        maybe("minProperties", fc.constantFrom(0, 1), 15),
        maybe("oneOf", branches, 10),
        maybe("anyOf", branches, 15),
        maybe("not", branch, 10),
        maybe("x-kubernetes-preserve-unknown-fields", fc.constant(true), 15),
      ),
      fc.array(condition, { maxLength: 2 }),
    )
    .map(([leaves, others, required, rest, drawn]) => {
      const properties: JsonObject = { ...leaves, ...others };
      const rules = readable(properties, drawn);
      const validations = rules.map((each) => ({ rule: celOf(each) }));
      return {
        schema: {
          type: "object",
          properties,
          required: required.filter((name) => Object.hasOwn(properties, name)),
          ...rest,
          ...(rules.length > 0 && { "x-kubernetes-validations": validations }),
        },
        conditions: new Map(rules.map((each) => [celOf(each), each])),
      };
    });
}

const inner = objectOf(fc.constant({}));

/** Draws an object that contains an object or a list of objects. */
const outer: fc.Arbitrary<Drawn> = fc
  .tuple(objectOf(fc.constant({})), fc.option(inner, { nil: undefined }), fc.boolean())
  .map(([{ schema, conditions }, within, isList]) => {
    if (!within) return { schema, conditions };
    const child: JsonObject = isList ? { type: "array", items: within.schema } : within.schema;
    const properties = { ...(schema.properties as JsonObject), [isList ? "l" : "o"]: child };
    return { schema: { ...schema, properties }, conditions: new Map([...conditions, ...within.conditions]) };
  });

/** Draws two schemas that share most keywords: each keyword of the root comes from one or the other. */
const pair: fc.Arbitrary<Pair> = fc
  .tuple(outer, outer, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }))
  .map(([one, other, chosen]) => {
    const conditions = new Map([...one.conditions, ...other.conditions]);
    return { before: one.schema, after: mixed(one.schema, other.schema, [...chosen]), conditions };
  });

function mixed(one: JsonObject, other: JsonObject, chosen: boolean[]): JsonObject {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  const entries = keys.flatMap((key): [string, Json][] => {
    const [left, right] = [one[key], other[key]];
    const isNested = ["properties", "a", "b", "m", "o", "l", "items"].includes(key);
    if (isNested && isJsonObject(left) && isJsonObject(right)) return [[key, mixed(left, right, chosen)]];
    const value = chosen.pop() === true ? right : left;
    return value === undefined ? [] : [[key, value]];
  });
  const schema = Object.fromEntries(entries);
  return schema.type === "object" ? withKnownOnly(schema) : schema;
}

/** Removes keywords that name undeclared fields, because the API server rejects such a schema. */
function withKnownOnly(schema: JsonObject): JsonObject {
  const properties = (schema.properties ?? {}) as JsonObject;
  const rules = (schema["x-kubernetes-validations"] ?? []) as readonly { rule: string }[];
  const known = rules.filter(({ rule }) =>
    NAMES.every((name) => Object.hasOwn(properties, name) || !rule.includes(`self.${name}`)),
  );
  return {
    ...schema,
    required: ((schema.required ?? []) as readonly string[]).filter((name) => Object.hasOwn(properties, name)),
    "x-kubernetes-validations": known,
  };
}

const leaf: fc.Arbitrary<Json> = fc.constantFrom<Json[]>("x", "y", "", "xxx", -1, 0, 1, 2, 3, null);

function valuesOf(schema: JsonObject): fc.Arbitrary<Json> {
  const { type, properties, items } = schema;
  if (type === "string") return fc.constantFrom<Json[]>("x", "y", "", "xx", "xxx", null);
  if (type === "integer") return fc.constantFrom<Json[]>(-1, 0, 1, 2, 3, null);
  if (type === "array") return fc.array(valuesOf(items as JsonObject), { maxLength: 2 }) as fc.Arbitrary<Json>;
  const fields = Object.entries((properties ?? {}) as Readonly<Record<string, JsonObject>>);
  const parts = fields.map(([name, field]) => maybe(name, valuesOf(field), 60));
  return merged(...parts, maybe("u", leaf, 20)) as fc.Arbitrary<Json>;
}

function classesOf(changes: readonly SchemaChange[]): string {
  return changes
    .map((change) => `${change.class} ${change.subject} ${change.path}: ${changeMessage(change)}`)
    .join("\n");
}

/** Draws a pair, and objects for the older schema. */
const sent: fc.Arbitrary<readonly [Pair, readonly Json[]]> = pair.chain((drawn) =>
  fc.tuple(fc.constant(drawn), fc.array(valuesOf(drawn.before), { minLength: 15, maxLength: 15 })),
);

/** Returns an object that was accepted before and is rejected now, as it is sent or as it was stored. */
function lostOf({ before, after, conditions }: Pair, values: readonly Json[]): Json | undefined {
  return values.find((value) => {
    if (!admits(before, value, conditions)) return false;
    return !admits(after, value, conditions) || !admits(after, stored(before, value), conditions);
  });
}

laws("what comes to be rejected is never called harmless", () => {
  fc.assert(
    fc.property(sent, ([drawn, values]) => {
      const { before, after } = drawn;
      const lost = lostOf(drawn, values);
      if (lost === undefined) return;
      const changes = diffSchemas(before, after, ROOT_PATH, new Map());
      assert.ok(
        changes.some((change) => HARMFUL.has(change.class)),
        `${JSON.stringify(lost)}\n${JSON.stringify(before)}\n${JSON.stringify(after)}\n${classesOf(changes)}`,
      );
    }),
    { numRuns: 300 },
  );
});

/**
 * Returns an equivalent schema: keywords, fields, branches and rules in another order, rules split and with
 * parentheses.
 */
function reworded(value: Json, key: string, conditions: Conditions): Json {
  if (key === "x-kubernetes-validations") {
    return (value as readonly { rule: string }[]).flatMap(({ rule }) =>
      rewordedRule(conditions.get(rule) as Condition),
    );
  }
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => (isJsonObject(item) ? reworded(item, "", conditions) : item));
    return ["required", "oneOf", "anyOf", "allOf"].includes(key) ? items.reverse() : items;
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, child]) => [name, reworded(child, name, conditions)]),
  );
}

function rewordedRule(rule: Condition): { rule: string }[] {
  if (rule.is === "and") return [...rewordedRule(rule.right), ...rewordedRule(rule.left)];
  return [{ rule: `(${celOf(turned(rule))})` }];
}

function turned(rule: Condition): Condition {
  if (rule.is === "and" || rule.is === "or") return { is: rule.is, left: turned(rule.right), right: turned(rule.left) };
  return rule.is === "not" ? { is: "not", of: turned(rule.of) } : rule;
}

laws("a schema differs in nothing but words from itself in other words", () => {
  fc.assert(
    fc.property(outer, ({ schema, conditions }) => {
      const other = reworded(schema, "", conditions) as JsonObject;
      const changes = diffSchemas(schema, other, ROOT_PATH, new Map());
      assert.equal(
        changes.filter((change) => change.class !== "wording"),
        [],
        JSON.stringify(other),
      );
      assert.equal(diffSchemas(schema, structuredClone(schema), ROOT_PATH, new Map()), []);
    }),
    { numRuns: 100 },
  );
});

/** Reports whether some object with the example at its path is accepted before and rejected after the change. */
function isShown(pair: Pair, path: string, example: Json): boolean {
  for (const object of everyObject(pair, { path: path === "." ? "" : path, value: example })) {
    if (admits(pair.before, object, pair.conditions) && !admits(pair.after, object, pair.conditions)) return true;
  }
  return false;
}

/** Asserts that each example is correct, and returns the number of examples. */
function checkExamples(pair: Pair): number {
  const { before, after } = pair;
  const shown = diffSchemas(before, after, ROOT_PATH, new Map()).filter(({ example }) => example !== undefined);
  for (const { path = "", example = null } of shown) {
    const words = `${path} ${JSON.stringify(example)}\n${JSON.stringify(before)}\n${JSON.stringify(after)}`;
    assert.ok(isShown(pair, path, example), words);
  }
  return shown.length;
}

laws("each example is admitted before and rejected after, in some object", () => {
  fc.assert(
    fc.property(pair, (drawn) => {
      checkExamples(drawn);
    }),
    { numRuns: 40 },
  );
});

laws("an example may need a field that is kept and not declared", () => {
  const text: JsonObject = { type: "string", default: "x", nullable: true };
  const number: JsonObject = { type: "integer", default: 1, nullable: true };
  const keeping: JsonObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const cases: readonly (readonly [JsonObject, JsonObject])[] = [
    [
      { ...keeping, properties: { m: { ...text, nullable: false } }, anyOf: [{ required: ["b"] }] },
      { ...keeping, properties: { m: { ...text, enum: ["x"] } }, anyOf: [{ required: ["b"] }] },
    ],
    [
      { ...keeping, properties: { a: text, b: number }, maxProperties: 3, oneOf: [{ required: ["m"] }] },
      {
        ...keeping,
        properties: { a: { ...text, enum: ["x"] }, b: number },
        maxProperties: 3,
        oneOf: [{ required: ["m"] }],
      },
    ],
  ];
  for (const [before, after] of cases) {
    assert.ok(checkExamples({ before, after, conditions: new Map() }) > 0, JSON.stringify(after));
  }
});

laws("the draws come to what the laws are about", () => {
  const drawn = fc.sample(sent, { numRuns: 150, seed: 1 });
  assert.ok(drawn.filter(([each, values]) => lostOf(each, values) !== undefined).length > 15, "objects are rejected");
  const shown = drawn.slice(0, 60).reduce((sum, [each]) => sum + checkExamples(each), 0);
  assert.ok(shown > 5, `only ${shown} examples are shown`);
});

laws.run();
