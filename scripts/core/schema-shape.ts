/** Checks the types of the keywords in an external schema. A schema without problems is a `StructuralSchema`. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "./model/json.js";
import {
  ANY_LIST,
  BOOLEAN,
  COUNT,
  listOf,
  mapOf,
  NUMBER,
  objectWith,
  required,
  type ShapeCheck,
  type ShapeProblem,
  STRING,
} from "./shape.js";

/** Keywords by the type of their value. Source: JSONSchemaProps of apiextensions.k8s.io/v1. */
const SCHEMA_KEYWORDS: readonly (readonly [check: ShapeCheck, keywords: string])[] = [
  [STRING, "type format pattern title description x-kubernetes-list-type x-kubernetes-map-type"],
  [NUMBER, "minimum maximum multipleOf"],
  [COUNT, "minLength maxLength minItems maxItems minProperties maxProperties"],
  [BOOLEAN, "exclusiveMinimum exclusiveMaximum uniqueItems nullable x-kubernetes-int-or-string"],
  [BOOLEAN, "x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource"],
  [listOf(STRING), "required x-kubernetes-list-map-keys"],
  [ANY_LIST, "enum"],
  [listOf(objectWith({ rule: required(STRING), optionalOldSelf: BOOLEAN })), "x-kubernetes-validations"],
  [mapOf(schemaProblems), "properties"],
  [schemaProblems, "items not"],
  [(value, path) => (typeof value === "boolean" ? [] : schemaProblems(value, path)), "additionalProperties"],
  [listOf(schemaProblems), "allOf anyOf oneOf"],
];
const CHECKS = Object.fromEntries(
  SCHEMA_KEYWORDS.flatMap(([check, keywords]) => keywords.split(" ").map((key) => [key, check])),
);
const SCHEMA = objectWith(CHECKS);

/** Returns every keyword, at any depth, whose value has the wrong type. */
export function schemaProblems(value: Json | undefined, path: ShapeProblem["path"]): ShapeProblem[] {
  return SCHEMA(value, path);
}

/** Returns the path of every keyword, at any depth, that has no effect on which values are valid. */
export function ineffectiveKeywords(schema: JsonObject): ShapeProblem["path"][] {
  return schemasWithin(schema).flatMap((each) =>
    Object.keys(each.schema).flatMap((key) => (isEffective(key) ? [] : [[...each.path, key]])),
  );
}

/** Schema inside another one, with its path. */
interface InnerSchema {
  readonly path: ShapeProblem["path"];
  readonly schema: JsonObject;
}

/** Returns a schema and all schemas inside it. A keyword may have a value of the wrong type. */
export function schemasWithin(schema: JsonObject, path: ShapeProblem["path"] = []): InnerSchema[] {
  const { properties, items, not, additionalProperties, allOf, anyOf, oneOf } = schema;
  const below = (value: Json | undefined, ...steps: (string | number)[]) =>
    isJsonObject(value) ? schemasWithin(value, [...path, ...steps]) : [];
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  return [
    { path, schema },
    ...fields.flatMap(([name, field]) => below(field, "properties", name)),
    ...Object.entries({ items, not, additionalProperties }).flatMap(([key, value]) => below(value, key)),
    ...Object.entries({ allOf, anyOf, oneOf }).flatMap(([key, branches]) =>
      isJsonArray(branches) ? branches.flatMap((branch, index) => below(branch, key, index)) : [],
    ),
  ];
}

/** Rules are not keywords of single values: the API server evaluates them in CEL. */
const INEFFECTIVE = new Set(["title", "description", "x-kubernetes-validations"]);

function isEffective(keyword: string): boolean {
  return Object.hasOwn(CHECKS, keyword) && !INEFFECTIVE.has(keyword);
}

/** Keywords of a schema that contain values of the objects, in which null has a meaning. */
const VALUE_KEYWORDS = new Set(["default", "enum", "example"]);

/** Removes nulls, which the API server reads as omitted. In a map of schemas, every key is the name of a field. */
export function withoutNulls(object: JsonObject, isOfSchemas = false): JsonObject {
  const given = Object.entries(object).filter(([, child]) => child !== null);
  return Object.fromEntries(
    given.map(([key, child]) => {
      const isValue = !isOfSchemas && VALUE_KEYWORDS.has(key);
      return [key, isValue ? child : valueWithoutNulls(child, !isOfSchemas && key === "properties")];
    }),
  );
}

function valueWithoutNulls(value: Json, isOfSchemas: boolean): Json {
  if (isJsonObject(value)) return withoutNulls(value, isOfSchemas);
  return Array.isArray(value) ? value.map((item: Json) => valueWithoutNulls(item, false)) : value;
}
