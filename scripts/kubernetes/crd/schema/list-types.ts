import { isJsonArray, isJsonObject } from "../../../core/model/json.js";
import type { StructuralSchema } from "../../../core/model/schema.js";
import { type CrdProblem, problem } from "../problem.js";
import { eachNode, ratcheted } from "../rule.js";
import type { SchemaNode } from "./nodes.js";

const LIST_TYPE = "x-kubernetes-list-type";
const MAP_TYPE = "x-kubernetes-map-type";
const KEYS = "x-kubernetes-list-map-keys";

/**
 * Checks that only lists have a list type, and only objects a map type.
 *
 * Source for this file: apiextensions-apiserver pkg/apis/apiextensions/validation
 * (ValidateCustomResourceDefinitionOpenAPISchema, validateMapListKeysMapSet, hasNonAtomicSetType).
 */
export const listTypesRule = eachNode((node) => [
  ...typeProblems(node, LIST_TYPE, "array", ["atomic", "set", "map"]),
  ...typeProblems(node, MAP_TYPE, "object", ["atomic", "granular"]),
]);

function typeProblems(
  { schema, path }: SchemaNode,
  keyword: typeof LIST_TYPE | typeof MAP_TYPE,
  type: string,
  values: readonly string[],
): CrdProblem[] {
  const value = schema[keyword];
  if (value === undefined) return [];
  const isKnown = values.includes(value);
  return [
    ...(schema.type === type ? [] : [listProblem(keyword, value, `the type must be ${type}`, [...path, "type"])]),
    ...(isKnown ? [] : [listProblem(keyword, value, `must be one of ${values.join(", ")}`, [...path, keyword])]),
  ];
}

function listProblem(keyword: string, value: string, cause: string, path: SchemaNode["path"]): CrdProblem {
  return problem("crd-list-type", { keyword, value, problem: cause }, path);
}

/**
 * Checks that the items of a set are compared as a whole. The API server reports the items, but the author has made the
 * decision at the list.
 */
export const setItemsRule = ratcheted(
  eachNode(({ schema, path }) => {
    const items = itemsOf(schema);
    if (schema[LIST_TYPE] !== "set" || schema.type !== "array" || !items) return [];
    const isOpenList = items.type === "array" && (items[LIST_TYPE] ?? "atomic") !== "atomic";
    const isOpenObject = items.type === "object" && items[MAP_TYPE] !== "atomic";
    if (!isOpenList && !isOpenObject) return [];
    const cause = `the items must be scalars, or atomic ${isOpenList ? "lists" : "objects"}`;
    return [listProblem(LIST_TYPE, "set", cause, [...path, LIST_TYPE])];
  }),
);

/** Checks that lists of the type map, and no others, have keys, and that the keys are different fields of the items. */
export const listKeysRule = eachNode((node) => {
  const { schema, path } = node;
  const keys = schema[KEYS] ?? [];
  const isMap = schema[LIST_TYPE] === "map";
  const given = (isMissing: boolean, has: string, lacks: string, step: string) =>
    isMissing ? [problem("list-map-keys", { given: has, missing: lacks }, [...path, step])] : [];
  return [
    ...given(!isMap && keys.length > 0, KEYS, `${LIST_TYPE}: map`, LIST_TYPE),
    ...given(isMap && keys.length === 0, `${LIST_TYPE}: map`, KEYS, KEYS),
    ...(isMap ? itemProblems(node) : []),
  ];
});

function itemProblems({ schema, path }: SchemaNode): CrdProblem[] {
  const items = itemsOf(schema);
  if (items?.type !== "object") {
    const cause = "the items must have the type object";
    const place = items ? [...path, "items", "type"] : [...path, "items"];
    return isJsonArray(schema.items) ? [] : [listProblem(LIST_TYPE, "map", cause, place)];
  }
  const seen = new Set<string>();
  return (schema[KEYS] ?? []).flatMap((key, index) => {
    const isTwin = seen.size === seen.add(key).size;
    const cause = isTwin ? "it is listed more than once" : keyProblem(fieldOf(items, key));
    return cause === undefined ? [] : [problem("list-key", { key, problem: cause }, [...path, KEYS, index])];
  });
}

function keyProblem(field: StructuralSchema | undefined): string | undefined {
  if (!field) return "the items have no field with this name";
  const isScalar = field.type !== "array" && field.type !== "object";
  return isScalar ? undefined : "the type of the field must be string, number, or boolean";
}

/** Checks that every item of a set or map is there, and every key of an item. */
export const requiredKeysRule = ratcheted(
  eachNode(({ schema, path }) => {
    const items = itemsOf(schema);
    const type = schema[LIST_TYPE];
    if (!items || (type !== "set" && type !== "map")) return [];
    const isNullable = items.nullable === true;
    const cause = "the items must not be nullable";
    return [
      ...(isNullable ? [listProblem(LIST_TYPE, type, cause, [...path, "items", "nullable"])] : []),
      ...(type === "map" ? valueProblems(schema[KEYS] ?? [], items, [...path, "items", "properties"]) : []),
    ];
  }),
);

function valueProblems(keys: readonly string[], items: StructuralSchema, path: SchemaNode["path"]): CrdProblem[] {
  const required = new Set(items.required ?? []);
  return [...new Set(keys)].flatMap((key) => {
    const field = fieldOf(items, key);
    if (!field) return [];
    const isOptional = !required.has(key) && field.default === undefined;
    const keyError = (cause: string, step: string) =>
      problem("list-key", { key, problem: cause }, [...path, key, step]);
    return [
      ...(isOptional ? [keyError("the field is optional and has no default", "default")] : []),
      ...(field.nullable === true ? [keyError("the field can be null", "nullable")] : []),
    ];
  });
}

/** Warns about sets of objects and lists, as the API server does. */
export const setAdvice = eachNode(({ schema, path }) => {
  const type = itemsOf(schema)?.type;
  const isSet = schema[LIST_TYPE] === "set" && (type === "array" || type === "object");
  return isSet ? [problem("crd-set-items", { type }, [...path, LIST_TYPE])] : [];
});

function itemsOf({ items }: StructuralSchema): StructuralSchema | undefined {
  return isJsonObject(items) ? items : undefined;
}

function fieldOf({ properties = {} }: StructuralSchema, name: string): StructuralSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
