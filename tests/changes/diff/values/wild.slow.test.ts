/**
 * Pairs of schemas with an unknown relation: all keywords at random, with random changes. No value that is drawn from
 * either schema may contradict a result.
 */
import type { GeneratorValue } from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { drawValues } from "../../../../scripts/changes/diff/values/draw.js";
import { isJsonObject, type Json, type JsonObject } from "../../../../scripts/core/model/json.js";
import fc from "../../../support/drawn.js";
import { compareBothWays, fits } from "./comparison.js";

const wild = suite("values: pairs at random");

const NUMBERS = [0, 1, -1, 2, 3, 5, 6, 97, 1.5, -1.5, 0.5, 2.5, 2 ** 31, 2 ** 53, 1e20];
const TEXTS = ["", "a", "b", "ab", "abc", "A", "aaa", "é", "2024-01-01", "1.2.3.4", "a\n", "a b"];
const PATTERNS = [
  "^a",
  "b$",
  "^[a-z]+$",
  "^(a|b)$",
  "(?i)AB",
  ".",
  "^[a-z]{1,3}$",
  "a|b",
  "\\bab\\b",
  "(?m)^a$",
  "^[^a]*$",
];
const FORMATS = ["date", "ipv4", "ipv6", "int32", "uuid", "k8s-short-name"];
const TYPES = ["integer", "number", "string", "boolean", "array", "object", "map", "int-or-string", "any"] as const;
type Type = (typeof TYPES)[number];

/** Builds schemas from one stream of choices. */
class Maker {
  readonly #g: GeneratorValue;

  constructor(g: GeneratorValue) {
    this.#g = g;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.#g(fc.nat, { max: items.length - 1 })] as Item;
  }

  chance(percent: number): boolean {
    return this.#g(fc.nat, { max: 99 }) < percent;
  }

  #small(): number {
    return this.#g(fc.nat, { max: 3 });
  }

  schema(depth = 0): JsonObject {
    const type = this.pick(depth > 2 ? TYPES.filter((each) => !["array", "object", "map"].includes(each)) : TYPES);
    return { ...this.#shape(type, depth), ...(this.chance(10) && { nullable: true }), ...this.keywords(type, 0) };
  }

  #shape(type: Type, depth: number): JsonObject {
    if (type === "int-or-string") return { "x-kubernetes-int-or-string": true };
    if (type === "any") return { "x-kubernetes-preserve-unknown-fields": true };
    if (type === "map") return { type: "object", additionalProperties: this.chance(20) || this.schema(depth + 1) };
    if (type === "array") return this.#list(depth);
    if (type !== "object") return { type };
    const names = ["a", "b", "c"].filter(() => this.chance(60));
    return { type, properties: Object.fromEntries(names.map((name) => [name, this.schema(depth + 1)])) };
  }

  #list(depth: number): JsonObject {
    if (this.chance(60)) return { type: "array", items: this.schema(depth + 1) };
    if (this.chance(50)) return { type: "array", items: this.schema(depth + 1), "x-kubernetes-list-type": "set" };
    const properties = { a: { type: "string" }, b: { type: "integer" }, c: this.schema(depth + 1) };
    const keys = this.chance(50) ? ["a"] : ["a", "b"];
    const items = { type: "object", properties, ...(this.chance(50) && { required: ["a"] }) };
    return { type: "array", items, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys };
  }

  /** Returns keywords for a type or for a branch. */
  keywords(type: Type, depth: number): JsonObject {
    const kept = this.#candidates(type).filter(() => this.chance(25));
    const branch = () => this.keywords(type, depth + 1);
    return {
      ...Object.fromEntries(kept),
      ...(depth < 2 && this.chance(12) && { anyOf: [branch(), branch()] }),
      ...(depth < 2 && this.chance(10) && { oneOf: [branch(), branch()] }),
      ...(depth < 2 && this.chance(10) && { allOf: [branch()] }),
      ...(depth < 2 && this.chance(10) && { not: branch() }),
    };
  }

  #candidates(type: Type): [string, Json][] {
    const isNumber = ["integer", "number", "int-or-string", "any"].includes(type);
    const isText = ["string", "int-or-string", "any"].includes(type);
    return [
      ...(isNumber ? this.#numeric() : []),
      ...(isText ? this.#textual() : []),
      ...(type === "array" ? this.#sizes("minItems", "maxItems") : []),
      ...(type === "object" || type === "map"
        ? [...this.#sizes("minProperties", "maxProperties"), this.#required()]
        : []),
      ...(this.chance(40) ? [["enum", this.#listed()] as [string, Json]] : []),
    ];
  }

  #listed(): Json {
    const [number, text] = [this.pick(NUMBERS), this.pick(TEXTS)];
    return [
      number,
      text,
      this.pick<Json>([{}, { k: number }, { a: text, b: number }]),
      this.pick<Json>([[], [text], [{}]]),
    ];
  }

  #numeric(): [string, Json][] {
    return [
      ["minimum", this.pick(NUMBERS)],
      ["maximum", this.pick(NUMBERS)],
      ["exclusiveMinimum", true],
      ["multipleOf", this.pick([1, 2, 3, 4, 6, 2.5])],
    ];
  }

  #textual(): [string, Json][] {
    return [
      ["pattern", this.pick(PATTERNS)],
      ["format", this.pick(FORMATS)],
      ["minLength", this.#small()],
      ["maxLength", this.#small()],
    ];
  }

  #sizes(lower: string, upper: string): [string, Json][] {
    return [
      [lower, this.#small()],
      [upper, this.#small()],
    ];
  }

  #required(): [string, Json] {
    return ["required", [this.pick(["a", "b", "c"])]];
  }

  /** Returns the schema with one node changed: keywords are added or removed there. */
  change(schema: JsonObject): JsonObject {
    const below = Object.entries(schema).filter(([keyword]) =>
      ["items", "additionalProperties", "not"].includes(keyword),
    );
    const fields = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
    const branches = ["allOf", "anyOf", "oneOf"].filter((keyword) => Array.isArray(schema[keyword]));
    const ways = [
      () => ({ ...schema, ...this.keywords(typeOf(schema), 1) }),
      () => this.#drop(schema),
      ...below
        .filter(([, value]) => isJsonObject(value))
        .map(([keyword, value]) => () => ({ ...schema, [keyword]: this.change(value as JsonObject) })),
      ...fields.map((name) => () => this.#changeField(schema, name)),
      ...branches.map((keyword) => () => ({
        ...schema,
        [keyword]: (schema[keyword] as JsonObject[]).map((each) => (this.chance(50) ? this.change(each) : each)),
      })),
    ];
    return this.pick(ways)();
  }

  #changeField(schema: JsonObject, name: string): JsonObject {
    const { [name]: field, ...others } = schema.properties as JsonObject;
    return {
      ...schema,
      properties: this.chance(20) ? others : { ...others, [name]: this.change(field as JsonObject) },
    };
  }

  #drop(schema: JsonObject): JsonObject {
    const kept = [
      "type",
      "items",
      "additionalProperties",
      "x-kubernetes-int-or-string",
      "x-kubernetes-preserve-unknown-fields",
    ];
    const keywords = Object.keys(schema).filter(
      (keyword) => !kept.includes(keyword) && !keyword.includes("list-map-keys"),
    );
    const dropped = keywords.length === 0 ? "" : this.pick(keywords);
    return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== dropped));
  }
}

function typeOf(schema: JsonObject): Type {
  if (schema["x-kubernetes-int-or-string"] === true) return "int-or-string";
  return (schema.type as Type | undefined) ?? "any";
}

const PAIRS = 300;

wild(`${PAIRS} pairs: nothing that is claimed is contradicted`, () => {
  const counts: Record<string, number> = {};
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const maker = new Maker(g);
      const before = maker.schema();
      const after = maker.change(maker.chance(50) ? maker.change(before) : before);
      const { relation } = compareBothWays(before, after);
      counts[relation] = (counts[relation] ?? 0) + 1;
      const values = [
        ...drawValues(before, 10),
        ...drawValues(after, 10),
        ...NUMBERS,
        ...TEXTS,
        null,
        {},
        [],
        { k: 0 },
        { k: 5 },
      ];
      const lost = values.find((value) => fits(before, value) && !fits(after, value));
      const gained = values.find((value) => fits(after, value) && !fits(before, value));
      const shown = JSON.stringify([before, after, relation, lost, gained]);
      assert.not(relation === "same" || relation === "wider" ? lost !== undefined : false, shown);
      assert.not(relation === "same" || relation === "narrower" ? gained !== undefined : false, shown);
    }),
    { numRuns: PAIRS, seed: 7, endOnFailure: true },
  );
  process.stdout.write(`\n  ${JSON.stringify(counts)} `);
  for (const relation of ["same", "wider", "narrower", "crossing"]) assert.ok((counts[relation] ?? 0) > PAIRS / 50);
  assert.ok((counts.unknown ?? 0) <= PAIRS / 10);
});

wild.run();
