/**
 * Generates schemas together with facts about them: a valid value, steps that loosen the schema with the value that
 * each newly accepts, and equivalent schemas.
 */
import type { GeneratorValue } from "fast-check";
import type { Json, JsonObject } from "../../../../scripts/core/model/json.js";
import fc from "../../../support/drawn.js";

/** A schema that accepts everything that another one does, and in addition this value. */
export interface Step {
  readonly after: JsonObject;
  readonly gained: Json;
}

export interface Grown {
  readonly schema: JsonObject;
  readonly sample: Json;
  readonly steps: readonly Step[];
  /** Schemas that accept the same values. */
  readonly equals: readonly JsonObject[];
}

/** Generates a node. Below a certain depth, it is always a scalar. */
export function grow(g: GeneratorValue, depth = 0): Grown {
  const growers = depth < 3 ? [...SCALARS, ...CONTAINERS] : SCALARS;
  return g(fc.constantFrom, ...growers)(g, depth);
}

export function oneOf<Item>(g: GeneratorValue, items: readonly Item[]): Item {
  return items[g(fc.nat, { max: items.length - 1 })] as Item;
}

type Grower = (g: GeneratorValue, depth: number) => Grown;

function between(g: GeneratorValue, min: number, max: number): number {
  return g(fc.integer, { min, max });
}

function without(schema: JsonObject, ...keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** Completes a scalar: it can become nullable, and its keywords can move into a branch that values must match. */
function scalar(grown: Grown): Grown {
  const { schema, steps, equals } = grown;
  const { type, "x-kubernetes-int-or-string": intOrString, ...said } = schema;
  const typed = {
    ...(type !== undefined && { type }),
    ...(intOrString !== undefined && { "x-kubernetes-int-or-string": true }),
  };
  const inBranch = [
    { ...typed, allOf: [said] },
    { ...typed, anyOf: [said] },
    { ...typed, oneOf: [said] },
    { ...typed, not: { not: said } },
  ];
  return {
    ...grown,
    steps: [...steps, ...(schema.enum === undefined ? [{ after: { ...schema, nullable: true }, gained: null }] : [])],
    equals: [
      ...equals,
      ...inBranch,
      { ...schema, description: "Something.", nullable: false },
      { ...schema, not: { allOf: [{}, { not: {} }] } },
    ],
  };
}

function growInteger(g: GeneratorValue): Grown {
  const low = between(g, -5, 20);
  const high = low + between(g, 1, 40);
  const schema = { type: "integer", minimum: low, maximum: high };
  const middle = low + between(g, 0, high - low - 1);
  return scalar({
    schema,
    sample: low,
    steps: [
      { after: { ...schema, maximum: high + between(g, 1, 9) }, gained: high + 1 },
      { after: { ...schema, minimum: low - 1, exclusiveMaximum: false }, gained: low - 1 },
      { after: without(schema, "maximum"), gained: high + 1 },
      { after: { ...schema, type: "number" }, gained: low + 0.5 },
      { after: { ...without(schema, "type"), "x-kubernetes-int-or-string": true }, gained: "a" },
    ],
    equals: [
      { ...schema, minimum: low - 1, exclusiveMinimum: true },
      { ...schema, maximum: high + 1, exclusiveMaximum: true },
      { ...schema, format: "int32" },
      {
        type: "integer",
        anyOf: [
          { minimum: low, maximum: middle },
          { minimum: middle + 1, maximum: high },
        ],
      },
      {
        type: "integer",
        oneOf: [
          { minimum: middle + 1, maximum: high },
          { minimum: low, maximum: middle },
        ],
      },
      { type: "integer", minimum: low, not: { minimum: high, exclusiveMinimum: true } },
      { type: "integer", enum: Array.from({ length: high - low + 1 }, (_, index) => high - index) },
    ],
  });
}

function growMultiple(g: GeneratorValue): Grown {
  const factor = between(g, 2, 12);
  const times = between(g, 2, 6);
  const type = g(fc.constantFrom, "integer", "number");
  const schema = { type, minimum: 0, multipleOf: factor * times };
  return scalar({
    schema,
    sample: 0,
    steps: [
      { after: { ...schema, multipleOf: factor }, gained: factor },
      { after: without(schema, "multipleOf"), gained: 1 },
      { after: without(schema, "minimum"), gained: -factor * times },
    ],
    equals: [
      { ...schema, minimum: -factor * times, exclusiveMinimum: true, not: { maximum: 0, exclusiveMaximum: true } },
      ...(type === "integer"
        ? [
            { ...schema, minimum: 1 - factor * times },
            { ...without(schema, "multipleOf"), allOf: [{ multipleOf: factor }, { multipleOf: factor * times }] },
          ]
        : []),
    ],
  });
}

function growNumber(g: GeneratorValue): Grown {
  const low = between(g, 0, 9);
  const schema = { type: "number", minimum: low, exclusiveMinimum: true, maximum: low + 2.5 };
  return scalar({
    schema,
    sample: low + 1,
    steps: [
      { after: { ...schema, exclusiveMinimum: false }, gained: low },
      { after: { ...schema, maximum: low + 2.75 }, gained: low + 2.625 },
      { after: without(schema, "maximum", "exclusiveMinimum"), gained: low + 1000 },
    ],
    equals: [{ ...schema, not: { minimum: low + 4 } }],
  });
}

function growText(g: GeneratorValue): Grown {
  const min = between(g, 1, 3);
  const max = min + between(g, 1, 4);
  const schema = { type: "string", pattern: `^[a-z]{${min},${max}}$` };
  return scalar({
    schema,
    sample: "a".repeat(min),
    steps: [
      { after: { ...schema, pattern: `^[a-z]{${min},${max + 1}}$` }, gained: "a".repeat(max + 1) },
      { after: { ...schema, pattern: `^[a-z0-9]{${min},${max}}$` }, gained: "0".repeat(min) },
      { after: { ...schema, pattern: `^$|^[a-z]{${min},${max}}$` }, gained: "" },
      { after: { ...schema, pattern: `(?i)^[a-z]{${min},${max}}$` }, gained: "A".repeat(min) },
      { after: { type: "string", pattern: "^[a-z]+$" }, gained: "a".repeat(max + 1) },
      { after: { type: "string", maxLength: max }, gained: "" },
      { after: { type: "string", anyOf: [{ pattern: schema.pattern }, { format: "date" }] }, gained: "2024-02-29" },
    ],
    equals: [
      { ...schema, maxLength: max },
      { ...schema, minLength: min, maxLength: max + 7 },
      { type: "string", pattern: "^[a-z]*$", minLength: min, maxLength: max },
      { type: "string", pattern: `\\A(?:[a-z]{${min}}[a-z]{0,${max - min}})\\z` },
      { type: "string", pattern: "^[^A-Z]*$", allOf: [{ pattern: `^[a-zA-Z]{${min},${max}}$` }] },
      { type: "string", minLength: min, maxLength: max, not: { pattern: "[^a-z]" } },
    ],
  });
}

const WORDS = ["TCP", "UDP", "TLS", "HTTP", "HTTPS", "a-b", "a.b", "*"];

function quoted(words: readonly string[]): string {
  return `^(${words.map((word) => word.replace(/[.*]/g, "\\$&")).join("|")})$`;
}

function growEnum(g: GeneratorValue): Grown {
  const from = between(g, 0, 3);
  const words = WORDS.slice(from, from + between(g, 2, 4));
  const other = WORDS.find((word) => !words.includes(word)) as string;
  const schema = { type: "string", enum: words };
  const [first, ...rest] = words;
  return scalar({
    schema,
    sample: first as string,
    steps: [
      { after: { ...schema, enum: [other, ...words] }, gained: other },
      { after: { type: "string", pattern: quoted([...words, other]) }, gained: other },
      { after: { type: "string", pattern: "^[-A-Za-z.*]+$" }, gained: "zz" },
      { after: { type: "string", maxLength: 5 }, gained: "" },
      { after: { type: "string", anyOf: [{ enum: words }, { minLength: 9 }] }, gained: "123456789" },
    ],
    equals: [
      { ...schema, enum: words.toReversed() },
      { type: "string", pattern: quoted(words) },
      { ...schema, maxLength: 5 },
      { type: "string", oneOf: [{ enum: [first as string] }, { enum: rest }] },
      { type: "string", enum: [...words, other], not: { enum: [other] } },
    ],
  });
}

const FORMATS: Readonly<Record<string, string>> = {
  date: "2024-02-29",
  "date-time": "2024-02-29T00:00:00Z",
  ipv4: "192.0.2.1",
  email: "a@b",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  duration: "1h",
};

function growFormat(g: GeneratorValue): Grown {
  const [format, sample] = g(fc.constantFrom, ...Object.entries(FORMATS));
  const schema = { type: "string", format };
  return scalar({
    schema,
    sample,
    steps: [
      { after: { type: "string" }, gained: "?" },
      { after: { type: "string", anyOf: [{ format }, { enum: ["?"] }] }, gained: "?" },
      { after: { type: "string", anyOf: [{ format: "hexcolor" }, { format }] }, gained: "#fff" },
    ],
    equals: [
      { ...schema, format: format.replace("-", "") },
      { ...schema, minLength: 1 },
    ],
  });
}

function growIntOrString(g: GeneratorValue): Grown {
  const maximum = between(g, 1, 99);
  const schema = { "x-kubernetes-int-or-string": true, maximum, pattern: "^[0-9]+%$" };
  return scalar({
    schema,
    sample: "5%",
    steps: [
      { after: { ...schema, maximum: maximum + 1 }, gained: maximum + 1 },
      { after: { ...schema, pattern: "^[0-9]+(\\.[0-9])?%$" }, gained: "1.5%" },
      { after: without(schema, "pattern"), gained: "" },
    ],
    equals: [
      { ...schema, anyOf: [{ type: "integer" }, { type: "string" }] },
      { ...schema, minLength: 2 },
    ],
  });
}

function growBoolean(): Grown {
  const schema = { type: "boolean", enum: [true] };
  const both = [true, false];
  return scalar({
    schema,
    sample: true,
    steps: [
      { after: { ...schema, enum: both }, gained: false },
      { after: { type: "boolean" }, gained: false },
    ],
    equals: [
      { type: "boolean", not: { enum: [false] } },
      { ...schema, anyOf: both.map((value) => ({ enum: [value] })) },
    ],
  });
}

/** Returns the facts about an inner node as facts about the node that contains it. */
function lift(
  below: Grown,
  schemaOf: (below: JsonObject) => JsonObject,
  seenAs: (below: Json) => Json,
): Pick<Grown, "steps" | "equals"> {
  return {
    steps: below.steps.map(({ after, gained }) => ({ after: schemaOf(after), gained: seenAs(gained) })),
    equals: below.equals.map(schemaOf),
  };
}

function growList(g: GeneratorValue, depth: number): Grown {
  const items = grow(g, depth + 1);
  const min = between(g, 0, 2);
  const max = Math.max(min, 1) + between(g, 0, 3);
  const of = (size: number): Json => Array.from({ length: size }, () => items.sample);
  const schema = { type: "array", items: items.schema, minItems: min, maxItems: max };
  const lifted = lift(
    items,
    (below) => ({ ...schema, items: below }),
    (value) => [value, ...(of(Math.max(min, 1) - 1) as Json[])],
  );
  return {
    schema,
    sample: of(min),
    steps: [
      ...lifted.steps,
      { after: { ...schema, maxItems: max + 1 }, gained: of(max + 1) },
      { after: without(schema, "maxItems"), gained: of(max + 2) },
      ...(min > 0 ? [{ after: { ...schema, minItems: min - 1 }, gained: of(min - 1) }] : []),
    ],
    equals: [
      ...lifted.equals,
      { ...schema, "x-kubernetes-list-type": "atomic" },
      { ...without(schema, "maxItems"), allOf: [{ maxItems: max }, { maxItems: max + 1 }] },
      ...(min > 0 ? [{ ...without(schema, "minItems"), not: { maxItems: min - 1 } }] : []),
    ],
  };
}

function growSet(g: GeneratorValue): Grown {
  const items = growEnum(g);
  const words = items.schema.enum as string[];
  const schema = { type: "array", items: items.schema, "x-kubernetes-list-type": "set" };
  const lifted = lift(
    items,
    (below) => ({ ...schema, items: below }),
    (value) => [value],
  );
  return {
    schema,
    sample: words,
    steps: [
      ...lifted.steps,
      { after: { ...schema, "x-kubernetes-list-type": "atomic" }, gained: [items.sample, items.sample] },
    ],
    equals: [...lifted.equals, { ...schema, maxItems: words.length }, { ...schema, maxItems: words.length + 3 }],
  };
}

function growMapList(g: GeneratorValue, depth: number): Grown {
  const key = growText(g);
  const value = grow(g, depth + 1);
  const listType = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };
  const schemaOf = (name: JsonObject, below: JsonObject): JsonObject => ({
    type: "array",
    items: { type: "object", properties: { name, value: below }, required: ["name"] },
    ...listType,
  });
  const schema = schemaOf(key.schema, value.schema);
  const values = lift(
    value,
    (below) => schemaOf(key.schema, below),
    (gained) => [{ name: key.sample, value: gained }],
  );
  const keys = lift(
    { ...key, steps: key.steps.filter(({ gained }) => gained !== null) },
    (below) => schemaOf(below, value.schema),
    (name) => [{ name }],
  );
  const twice = [{ name: key.sample }, { name: key.sample }];
  const others = [twice[0] as Json, { name: key.sample, value: value.sample }];
  return {
    schema,
    sample: [{ name: key.sample, value: value.sample }],
    steps: [
      ...values.steps,
      ...keys.steps,
      { after: without(schema, ...Object.keys(listType)), gained: twice },
      { after: { ...schema, "x-kubernetes-list-type": "set" }, gained: others },
      { after: { ...schema, items: { ...(schema.items as JsonObject), required: [] } }, gained: [{}] },
    ],
    equals: [...values.equals, ...keys.equals],
  };
}

function growMap(g: GeneratorValue, depth: number): Grown {
  const values = grow(g, depth + 1);
  const max = between(g, 1, 3);
  const of = (size: number): Json =>
    Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, values.sample]));
  const schema = { type: "object", additionalProperties: values.schema, maxProperties: max };
  const lifted = lift(
    values,
    (below) => ({ ...schema, additionalProperties: below }),
    (value) => ({ a: value }),
  );
  return {
    schema,
    sample: of(max),
    steps: [
      ...lifted.steps,
      { after: { ...schema, maxProperties: max + 1 }, gained: of(max + 1) },
      { after: without(schema, "maxProperties"), gained: of(max + 3) },
    ],
    equals: [...lifted.equals, { ...schema, minProperties: 0 }, { ...schema, allOf: [{ maxProperties: max + 1 }] }],
  };
}

const NAMES = ["alpha", "beta", "gamma", "delta"];

function growObject(g: GeneratorValue, depth: number): Grown {
  const names = NAMES.slice(0, between(g, 1, 3));
  const fields = Object.fromEntries(names.map((name) => [name, grow(g, depth + 1)]));
  const properties = Object.fromEntries(names.map((name) => [name, (fields[name] as Grown).schema]));
  const required = names.filter(() => g(fc.boolean));
  const sample = Object.fromEntries(required.map((name) => [name, (fields[name] as Grown).sample]));
  const schema: JsonObject = { type: "object", properties, required };
  const added = grow(g, 3);
  const below = names.map((name) =>
    lift(
      fields[name] as Grown,
      (field) => ({ ...schema, properties: { ...properties, [name]: field } }),
      (value) => ({ ...sample, [name]: value }),
    ),
  );
  const optional = required.map((name) => ({
    after: { ...schema, required: required.filter((each) => each !== name) },
    gained: without(sample, name),
  }));
  return {
    schema,
    sample,
    steps: [
      ...below.flatMap(({ steps }) => steps),
      ...optional,
      {
        after: { ...schema, properties: { ...properties, delta: added.schema } },
        gained: { ...sample, delta: added.sample },
      },
    ],
    equals: [
      ...below.flatMap(({ equals }) => equals),
      { ...schema, required: required.toReversed(), minProperties: required.length },
      { ...schema, maxProperties: names.length },
      { ...without(schema, "required"), allOf: required.map((name) => ({ required: [name] })) },
      { ...schema, properties: { ...properties, delta: { type: "string", enum: ["x"], maxLength: 0 } } },
    ],
  };
}

/** Generates a schema with either of two fields, with or without a discriminator. */
function growUnion(g: GeneratorValue, depth: number): Grown {
  const [left, right] = [grow(g, depth + 1), grow(g, depth + 1)];
  const properties = { left: left.schema, right: right.schema };
  const branches = [{ required: ["left"] }, { required: ["right"] }];
  const schema: JsonObject = { type: "object", properties, oneOf: branches };
  const both = { left: left.sample, right: right.sample };
  const lefts = lift(
    left,
    (field) => ({ ...schema, properties: { ...properties, left: field } }),
    (value) => ({ left: value }),
  );
  const rights = lift(
    right,
    (field) => ({ ...schema, properties: { ...properties, right: field } }),
    (value) => ({ right: value }),
  );
  const third = { ...properties, third: { type: "boolean" } };
  return {
    schema,
    sample: { left: left.sample },
    steps: [
      ...lefts.steps,
      ...rights.steps,
      { after: { ...schema, oneOf: [], anyOf: branches }, gained: both },
      { after: without(schema, "oneOf"), gained: {} },
      { after: { ...schema, oneOf: [...branches, { maxProperties: 0 }] }, gained: {} },
      {
        after: {
          ...schema,
          properties: third,
          oneOf: [...branches, { required: ["third"], not: { anyOf: branches } }],
        },
        gained: { third: true },
      },
    ],
    equals: [
      ...lefts.equals,
      ...rights.equals,
      { ...schema, oneOf: branches.toReversed() },
      { ...without(schema, "oneOf"), minProperties: 1, maxProperties: 1 },
      { ...without(schema, "oneOf"), anyOf: branches, not: { required: ["left", "right"] } },
    ],
  };
}

const SCALARS: readonly Grower[] = [
  growInteger,
  growMultiple,
  growNumber,
  growText,
  growText,
  growEnum,
  growFormat,
  growIntOrString,
  growBoolean,
];
const CONTAINERS: readonly Grower[] = [
  growList,
  growSet,
  growMapList,
  growMap,
  growObject,
  growObject,
  growObject,
  growUnion,
];
