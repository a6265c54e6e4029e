/** Keywords whose value has a type that no schema may have there: nobody can tell what they ask for. */
import { isJsonObject, type Json, type JsonObject, sameJson } from "../model/json.js";

type Check = readonly [expected: string, holds: (value: Json) => boolean];

const NUMBER: Check = ["a number", (value) => typeof value === "number"];
const COUNT: Check = ["a whole number", (value) => Number.isSafeInteger(value) && (value as number) >= 0];
const STRING: Check = ["a string", (value) => typeof value === "string"];
const BOOLEAN: Check = ["a boolean", (value) => typeof value === "boolean"];
const LIST: Check = ["a list", (value) => Array.isArray(value)];
const STRINGS: Check = ["a list of strings", (value) => isListOf(value, (item) => typeof item === "string")];
const SCHEMA: Check = ["a schema", isJsonObject];
const SCHEMAS: Check = ["a list of schemas", (value) => isListOf(value, isJsonObject)];
const FIELDS: Check = [
  "a mapping of schemas",
  (value) => isJsonObject(value) && Object.values(value).every(isJsonObject),
];
const RULES: Check = [
  "a list of rules",
  (value) => isListOf(value, (item) => isJsonObject(item) && typeof item.rule === "string"),
];

const CHECKS: Readonly<Record<string, Check>> = {
  ...every("minimum maximum multipleOf", NUMBER),
  ...every("minLength maxLength minItems maxItems minProperties maxProperties", COUNT),
  ...every("type format pattern x-kubernetes-list-type x-kubernetes-map-type", STRING),
  ...every("exclusiveMinimum exclusiveMaximum nullable uniqueItems x-kubernetes-int-or-string", BOOLEAN),
  ...every("x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource", BOOLEAN),
  ...every("required x-kubernetes-list-map-keys", STRINGS),
  ...every("allOf anyOf oneOf", SCHEMAS),
  enum: LIST,
  not: SCHEMA,
  properties: FIELDS,
  "x-kubernetes-validations": RULES,
};

function every(keywords: string, check: Check): Record<string, Check> {
  return Object.fromEntries(keywords.split(" ").map((keyword) => [keyword, check]));
}

function isListOf(value: Json, holds: (item: Json) => boolean): boolean {
  return Array.isArray(value) && (value as readonly Json[]).every(holds);
}

/** A keyword that one of two schemas cannot have so. */
export interface WrongKeyword {
  readonly path: string;
  readonly says: string;
  readonly was?: JsonObject;
  readonly is?: JsonObject;
}

/** The wrong keywords that differ between two schemas, from the root down. */
export function diffWrongKeywords(before: JsonObject, after: JsonObject, path: string): WrongKeyword[] {
  const [old, now] = [wrongKeywords(before, path), wrongKeywords(after, path)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((place) => {
    const [was, is] = [old.get(place), now.get(place)];
    if (was && is && sameJson(was.value, is.value)) return [];
    const wrong = (is ?? was) as Wrong;
    return [
      {
        path: wrong.path,
        says: `${wrong.keyword} ${is ? "is" : "was"} not ${wrong.expected}, so nobody can tell what it asks for`,
        ...(was && { was: { [was.keyword]: was.value } }),
        ...(is && { is: { [is.keyword]: is.value } }),
      },
    ];
  });
}

interface Wrong {
  readonly path: string;
  readonly keyword: string;
  readonly value: Json;
  readonly expected: string;
}

/** By place: the path of a node, the way to a branch of it, the keyword. */
function wrongKeywords(schema: JsonObject, path: string, branch = ""): Map<string, Wrong> {
  const own = Object.entries(schema).flatMap(([keyword, value]): [string, Wrong][] => {
    const check = checkOf(keyword);
    if (check === undefined || check[1](value)) return [];
    return [[`${path} ${branch}${keyword}`, { path, keyword, value, expected: check[0] }]];
  });
  const below = childrenOf(schema).flatMap(([step, child, isBranch]) => [
    ...wrongKeywords(child, isBranch ? path : path + step, isBranch ? `${branch}${step} ` : branch),
  ]);
  return new Map([...own, ...below]);
}

function checkOf(keyword: string): Check | undefined {
  return Object.hasOwn(CHECKS, keyword) ? CHECKS[keyword] : undefined;
}

function childrenOf(schema: JsonObject): [step: string, child: JsonObject, isBranch: boolean][] {
  const { properties, items, additionalProperties, not } = schema;
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list)
      ? list.map((child, index): [string, Json, boolean] => [`${keyword}${index}`, child, true])
      : [];
  });
  const all: [string, Json | undefined, boolean][] = [
    ...fields.map(([name, field]): [string, Json, boolean] => [`.${name}`, field, false]),
    ["[]", items, false],
    ["{}", additionalProperties, false],
    ...branches,
    ["not", not, true],
  ];
  return all.filter((child): child is [string, JsonObject, boolean] => isJsonObject(child[1]));
}

/** The schema without them. */
export function withoutWrongKeywords(schema: JsonObject): JsonObject {
  const right = Object.entries(schema).filter(([keyword, value]) => checkOf(keyword)?.[1](value) ?? true);
  return Object.fromEntries(right.map(([keyword, value]) => [keyword, cleaned(keyword, value)]));
}

function cleaned(keyword: string, value: Json): Json {
  if (isJsonObject(value)) {
    if (["items", "additionalProperties", "not"].includes(keyword)) return withoutWrongKeywords(value);
    if (keyword !== "properties") return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, withoutWrongKeywords(field as JsonObject)]),
    );
  }
  const isBranches = ["allOf", "anyOf", "oneOf"].includes(keyword) && Array.isArray(value);
  return isBranches ? (value as readonly JsonObject[]).map(withoutWrongKeywords) : value;
}
