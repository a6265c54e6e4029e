/**
 * Schemas with validation rules, drawn with fast-check: those of the bundle and others, with small changes. Bounds are
 * removed and changed, fields and functions in rules are renamed, and literals get another type.
 */

import { CHANNELS } from "../../scripts/core/model/channel.js";
import { isJsonObject, type Json, type JsonObject } from "../../scripts/core/model/json.js";
import { drawRules } from "../support/arbitrary-rules.js";
import fc from "../support/drawn.js";
import { crdsOf } from "./bundle.js";

/** Draws schemas of a field. */
export function changedRules(): fc.Arbitrary<JsonObject> {
  const changes = fc.array(fc.record({ kind: fc.constantFrom(...KINDS), at: fc.nat(), to: fc.nat() }), {
    maxLength: 4,
  });
  const own = fc.constantFrom(...schemasWithRules());
  const drawn = fc.record({ seed: fc.nat(), count: fc.integer({ min: 1, max: 3 }) });
  const base = fc.oneof(
    own,
    drawn.map(({ seed, count }) => drawRules(seed, count).schema),
  );
  return fc.tuple(base, changes).map(([schema, all]) => {
    const changed = structuredClone(schema) as Mutable;
    for (const change of all) CHANGES[change.kind](changed, change);
    return changed as JsonObject;
  });
}

/** Longest schema that is drawn, as JSON. */
const LONGEST = 40_000;

/** Returns the schemas of the fields of `spec` in the bundle that contain rules. */
function schemasWithRules(): JsonObject[] {
  const found = new Map<string, JsonObject>();
  const versions = CHANNELS.flatMap((channel) => crdsOf(channel)).flatMap(({ spec }) => spec.versions);
  for (const { schema } of versions) {
    const spec = schema.openAPIV3Schema.properties?.spec as JsonObject | undefined;
    const fields = isJsonObject(spec?.properties) ? Object.values(spec.properties) : [];
    for (const field of fields.filter(isJsonObject)) {
      const text = JSON.stringify(bare(field));
      if (text.includes(RULES) && text.length < LONGEST) found.set(text, JSON.parse(text) as JsonObject);
    }
  }
  return [...found.values()];
}

const RULES = "x-kubernetes-validations";

/** Returns a schema of rules and bounds only. It has no defaults, because rules must be evaluated for them. */
function bare(schema: JsonObject): JsonObject {
  const isLeftOut = (key: string, value: Json) =>
    key === "default" || (key === "description" && typeof value === "string");
  return JSON.parse(
    JSON.stringify(schema, (key, value: Json) => (isLeftOut(key, value) ? undefined : value)),
  ) as JsonObject;
}

interface Mutable {
  [key: string]: Json | Mutable;
}

/** A change: numbers that choose what is changed, and to what. */
interface Change {
  readonly at: number;
  readonly to: number;
}

const BOUNDS = ["maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties", "enum", "pattern"];
const SIZES = [0, 1, 16, 253, 1000, 8192, 100_000, 10_000_000, 2 ** 40];
const LITERALS = ["1", "'a'", "true", "null", "1.5", "[]", "b'x'", "{}", "2u", "duration('1s')", "'('", "''"];
const NAMES = ["name", "missing", "a", "kind", "size", "__in__", "type", "x"];
const FUNCTIONS = ["size", "matches", "exists", "all", "int", "string", "missing", "startsWith", "has", "max"];

const CHANGES = {
  removeBound: (schema, { at }) => {
    const bound = pick(boundsIn(schema), at);
    if (bound) delete bound.node[bound.keyword];
  },
  changeBound: (schema, { at, to }) => {
    const bound = pick(
      boundsIn(schema).filter(({ node, keyword }) => typeof node[keyword] === "number"),
      at,
    );
    if (bound) bound.node[bound.keyword] = pick(SIZES, to) ?? 0;
  },
  renameField: replacing(/(?<=\.\??)[A-Za-z_]\w*(?![\w(])/g, NAMES),
  renameFunction: replacing(/[A-Za-z_]\w*(?=\()/g, FUNCTIONS),
  changeLiteral: replacing(/'[^'\\]*'|"[^"\\]*"|\b\d+(?:\.\d+)?\b|\b(?:true|false|null)\b/g, LITERALS),
  changeOperator: replacing(/[=!]=|[<>]=?|&&|\|\||[-+*/%]|\bin\b/g, ["==", "<", "&&", "+", "in", "?", "%"]),
} satisfies Record<string, (schema: Mutable, change: Change) => void>;

const KINDS = Object.keys(CHANGES) as (keyof typeof CHANGES)[];

/** Returns a change that replaces one match of a pattern in one rule. */
function replacing(pattern: RegExp, by: readonly string[]) {
  return (schema: Mutable, { at, to }: Change) => {
    const places = rulesIn(schema).flatMap((rule) =>
      [...String(rule.rule).matchAll(pattern)].map(({ index, 0: text }) => ({
        rule,
        start: index,
        end: index + text.length,
      })),
    );
    const place = pick(places, at);
    if (!place) return;
    const text = String(place.rule.rule);
    place.rule.rule = text.slice(0, place.start) + pick(by, to) + text.slice(place.end);
  };
}

function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)];
}

function boundsIn(schema: Mutable): { node: Mutable; keyword: string }[] {
  return objectsIn(schema).flatMap((node) =>
    BOUNDS.filter((keyword) => keyword in node && !isJsonObject(node[keyword])).map((keyword) => ({ node, keyword })),
  );
}

function rulesIn(schema: Mutable): Mutable[] {
  return objectsIn(schema).flatMap((node) => (Array.isArray(node[RULES]) ? (node[RULES] as unknown as Mutable[]) : []));
}

function objectsIn(value: Json | Mutable): Mutable[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap((child) => objectsIn(child as Json));
  return Array.isArray(value) ? inner : [value as Mutable, ...inner];
}
