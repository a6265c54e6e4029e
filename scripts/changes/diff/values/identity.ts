/**
 * Identifies the part of a schema that decides which values match. Schemas with the same constraints have the same
 * number, in whatever order they list them. Descriptions, defaults, examples and rules are ignored.
 */

import { compareStrings } from "../../../core/model/diagnostic.js";
import { isJsonObject, type Json, sortKeys } from "../../../core/model/json.js";
import type { SchemaMap, StructuralSchema } from "../../../core/model/schema.js";
import { textFormatOf } from "../../../kubernetes/formats/formats.js";
import { fieldSchema, isFreeForm } from "../../../kubernetes/validation/validate.js";

interface Identity {
  /** Number that is the same for schemas with the same constraints, and for no others. */
  readonly id: number;
  /** Hash that depends only on the content of the schema, so it is the same in every run. */
  readonly hash: number;
}

const known = new WeakMap<StructuralSchema, Identity>();
const ids = new Map<string, number>();

export function idOf(schema: StructuralSchema): number {
  return identityOf(schema).id;
}

export function hashOf(schema: StructuralSchema): number {
  return identityOf(schema).hash;
}

function identityOf(schema: StructuralSchema): Identity {
  const cached = known.get(schema);
  if (cached) return cached;
  const facts = factsOf(schema);
  const text = facts.map(({ text, below }) => `${text}(${below.map(idOf).join()})`).join(";");
  const hash = hashText(facts.map(({ text, below }) => `${text}(${below.map(hashOf).join()})`).join(";"));
  const id = ids.get(text) ?? ids.size;
  ids.set(text, id);
  const identity = { id, hash };
  known.set(schema, identity);
  return identity;
}

/** One constraint of a schema, and the schemas that it contains. */
interface Fact {
  readonly text: string;
  readonly below: readonly StructuralSchema[];
}

function factsOf(schema: StructuralSchema): Fact[] {
  return [
    ...KEYWORDS.flatMap((keyword) => plainFacts(schema, keyword)),
    ...listTypeFacts(schema),
    ...schemaFacts(schema),
  ];
}

const KEYWORDS = [
  ..."exclusiveMaximum exclusiveMinimum maxItems maxLength maxProperties maximum minItems minLength".split(" "),
  ..."minProperties minimum multipleOf nullable pattern type".split(" "),
  ..."x-kubernetes-embedded-resource x-kubernetes-int-or-string".split(" "),
];

function plainFacts(schema: StructuralSchema, keyword: string): Fact[] {
  const value = schema[keyword];
  return value === undefined || value === false ? [] : [fact(keyword, value)];
}

/** Returns the facts for keywords whose values are not used literally. */
function schemaFacts(schema: StructuralSchema): Fact[] {
  const { properties, items, additionalProperties, allOf, anyOf, oneOf, not } = schema;
  const format = formatOf(schema);
  return [
    ...(format === undefined ? [] : [fact("format", format)]),
    ...(isFreeForm(schema) ? [fact("free", true)] : []),
    ...setFacts("enum", schema.enum),
    ...setFacts("required", schema.required),
    ...propertiesFacts(properties),
    ...(items ? [{ text: "items", below: [items] }] : []),
    ...(isJsonObject(additionalProperties) ? [{ text: "values", below: [additionalProperties] }] : []),
    ...(typeof additionalProperties === "boolean" ? [fact("values", additionalProperties)] : []),
    ...branchFacts("allOf", allOf),
    ...branchFacts("anyOf", anyOf),
    ...branchFacts("oneOf", oneOf),
    ...(not ? [{ text: "not", below: [not] }] : []),
  ];
}

function fact(keyword: string, value: Json): Fact {
  return { text: `${keyword}=${JSON.stringify(value)}`, below: [] };
}

/** Returns the format, if the API server checks it. */
function formatOf(schema: StructuralSchema): string | undefined {
  const { type, format } = schema;
  const isOfNumbers = type === "integer" || type === "number";
  return isOfNumbers && /^(int32|float)$/.test(`${format}`) ? `${format}` : textFormatOf(schema);
}

function setFacts(keyword: string, values: readonly Json[] = []): Fact[] {
  if (values.length === 0) return [];
  const texts = values.map((value) => JSON.stringify(sortKeys(value)));
  return [{ text: `${keyword}=${[...new Set(texts)].sort().join()}`, below: [] }];
}

function propertiesFacts(properties: SchemaMap = {}): Fact[] {
  const fields = Object.entries(properties).sort(([a], [b]) => compareStrings(a, b));
  if (fields.length === 0) return [];
  const names = fields.map(([name]) => name);
  return [{ text: `properties=${JSON.stringify(names)}`, below: fields.map(([, field]) => field) }];
}

function branchFacts(keyword: string, branches: readonly StructuralSchema[] = []): Fact[] {
  if (branches.length === 0) return [];
  const inOrder = branches.toSorted((a, b) => hashOf(a) - hashOf(b) || idOf(a) - idOf(b));
  return [{ text: keyword, below: inOrder }];
}

/**
 * Returns the facts about the list type. They include the defaults of map keys, because an omitted key counts as its
 * default.
 */
function listTypeFacts(schema: StructuralSchema): Fact[] {
  const type = schema["x-kubernetes-list-type"];
  if (type === "set") return [fact("list", type)];
  if (type !== "map") return [];
  const keys = (schema["x-kubernetes-list-map-keys"] ?? []).toSorted();
  return [fact("list", [type, ...keys.map((key) => [key, defaultOfKey(schema, key)])])];
}

/** Returns a list with the default of a map key. The list is empty if there is no default. */
export function defaultOfKey({ items }: StructuralSchema, key: string): readonly Json[] {
  const declared = items && fieldSchema(items, key);
  return isJsonObject(declared) && declared.default !== undefined ? [declared.default] : [];
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
