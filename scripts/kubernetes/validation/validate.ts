/**
 * Validates a value against a schema, like the API server before any CEL rule: types, bounds, patterns, formats,
 * required and unknown fields, list types. The value is the stored one: nulls that are not allowed are dropped and
 * defaults are set, except those of map keys, which are looked up here. The schema must be structural.
 *
 * Source: apiextensions-apiserver pkg/apiserver/validation and schema/{listtype,pruning,objectmeta}, and kube-openapi
 * pkg/validation/validate. Two of its oddities are not reproduced: it accepts a list if a string with a format is
 * expected, and for an int-or-string a fraction within a billionth of an integer.
 */

import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from "../../core/model/json.js";
import {
  isEmbeddedResource,
  isIntOrString,
  keepsUnknownFields,
  type StructuralSchema,
} from "../../core/model/schema.js";
import { isOfFormat, textFormatOf } from "../formats/formats.js";
import { isInt64 } from "../int64.js";
import { matchesPattern } from "../re2/pattern.js";
import { embeddedProblems, isImplied } from "./embedded.js";
import { listTypeProblem } from "./list-types.js";
import { numberProblems } from "./numbers.js";

/**
 * Error in a value. `path` is relative to the root of the value, such as `.spec.ports[0]`; it is empty for the root
 * itself.
 */
interface ValidationError {
  readonly path: string;
  readonly problem: string;
}

/** Returns all errors in a value. Unknown fields are always errors here, even if the schema preserves them. */
export function validationErrors(schema: StructuralSchema, value: Json, path = ""): ValidationError[] {
  return validate(schema, value, path, true);
}

/**
 * Returns all errors in a custom resource under the schema of its version. It has apiVersion, kind and metadata even if
 * they are not declared. Only the constraints of the schema apply to the metadata.
 */
export function resourceErrors(schema: StructuralSchema, resource: JsonObject): ValidationError[] {
  return validate({ ...schema, "x-kubernetes-embedded-resource": true }, resource, "", true);
}

/**
 * Reports whether a value matches a branch of `allOf`, `anyOf` or `oneOf`, or `not`. A branch only constrains values
 * and does not declare fields.
 */
export function isValidInBranch(branch: StructuralSchema, value: Json): boolean {
  return keywordErrors(branch, value).length === 0;
}

/**
 * Returns the errors in a value that is not stored yet, such as a default: neither its unknown fields nor the items that
 * its list types exclude.
 */
export function keywordErrors(schema: StructuralSchema, value: Json): ValidationError[] {
  return validate(schema, value, "", false);
}

/** Reports whether a schema accepts any object: it declares no fields and preserves undeclared ones. */
export function isFreeForm(schema: StructuralSchema): boolean {
  const { properties, additionalProperties } = schema;
  const hasShape = properties !== undefined || additionalProperties !== undefined;
  return keepsUnknownFields(schema) && !hasShape;
}

function validate(schema: StructuralSchema, value: Json, path: string, declares: boolean): ValidationError[] {
  const error = (problem: string): ValidationError => ({ path, problem });
  const wrongType = value === null ? nullProblem(schema) : typeProblem(schema, value);
  if (wrongType !== undefined) return [error(wrongType)];
  const own = [...KEYWORDS, ...(declares ? [listTypeProblem] : [])].flatMap((check) => check(schema, value)).map(error);
  if (value === null) return own;
  return [...own, ...childErrors(schema, value, path, declares), ...branchProblems(schema, value).map(error)];
}

function nullProblem(schema: StructuralSchema): string | undefined {
  const isTyped = schema.type !== undefined || isIntOrString(schema);
  return isTyped && schema.nullable !== true ? "must not be null" : undefined;
}

function typeProblem(schema: StructuralSchema, value: Json): string | undefined {
  if (isIntOrString(schema)) {
    return isWholeNumber(value) || typeof value === "string" ? undefined : "must be an integer or a string";
  }
  const { type } = schema;
  if (type === undefined) {
    const format = typeof value === "string" || Array.isArray(value) ? undefined : textFormatOf(schema);
    return format === undefined ? undefined : `must be a string of the format ${schema.format}`;
  }
  if (TYPES[type]?.(value) ?? typeof value === type) return undefined;
  return `must be ${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
}

const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  integer: isWholeNumber,
  array: (value) => Array.isArray(value),
  object: isJsonObject,
};

function isWholeNumber(value: Json): boolean {
  return typeof value === "number" && isInt64(value);
}

/** Keywords that constrain a single value, whatever its type. */
const KEYWORDS: readonly ((schema: StructuralSchema, value: Json) => string[])[] = [
  ({ enum: values = [] }, value) =>
    values.length > 0 && !values.some((candidate) => isSame(candidate, value))
      ? [`must be one of ${values.map((candidate) => JSON.stringify(candidate)).join(", ")}`]
      : [],
  (schema, value) => (typeof value === "number" ? numberProblems(schema, value) : []),
  size("minLength", lengthOf, (length, limit) => length >= limit, "the minimum length is"),
  size("maxLength", lengthOf, (length, limit) => length <= limit, "the maximum length is"),
  size("minItems", itemsOf, (items, limit) => items >= limit, "the minimum number of items is"),
  size("maxItems", itemsOf, (items, limit) => items <= limit, "the maximum number of items is"),
  size("minProperties", keysOf, (keys, limit) => keys >= limit, "the minimum number of fields is"),
  size("maxProperties", keysOf, (keys, limit) => keys <= limit, "the maximum number of fields is"),
  ({ pattern }, value) =>
    pattern !== undefined && typeof value === "string" && !matchesPattern(pattern, value)
      ? [`must match the pattern ${pattern}`]
      : [],
  (schema, value) => {
    if (typeof value !== "string") return [];
    const format = textFormatOf(schema);
    return format === undefined || isOfFormat(format, value) ? [] : [`must have the format ${schema.format}`];
  },
];

/**
 * Compares two values like Go, which first converts the value to the type of the candidate: a number loses its
 * fraction, and an integer becomes the character with that code. Null is never equal.
 */
function isSame(candidate: Json, value: Json): boolean {
  if (typeof value === "number" && typeof candidate === "number" && isInt64(candidate)) {
    return Math.trunc(value) === candidate;
  }
  if (typeof value === "number" && typeof candidate === "string" && isInt64(value)) {
    return candidate === characterOf(value);
  }
  if (typeof value !== "object" || typeof candidate !== "object") return candidate === value;
  return value !== null && sameJson(candidate, value);
}

function characterOf(code: number): string {
  const isCharacter = code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "\ufffd";
}

function size(
  keyword: `${"min" | "max"}${"Length" | "Items" | "Properties"}`,
  measure: (value: Json) => number | undefined,
  holds: (measured: number, limit: number) => boolean,
  words: string,
): (schema: StructuralSchema, value: Json) => string[] {
  return (schema, value) => {
    const limit = schema[keyword];
    if (limit === undefined) return [];
    const measured = measure(value);
    return measured === undefined || holds(measured, limit) ? [] : [`${words} ${limit}`];
  };
}

/** Returns the length in code points, as Go counts it. */
function lengthOf(value: Json): number | undefined {
  if (typeof value !== "string") return undefined;
  return value.length - (value.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

function itemsOf(value: Json): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

function keysOf(value: Json): number | undefined {
  return isJsonObject(value) ? Object.keys(value).length : undefined;
}

function childErrors(schema: StructuralSchema, value: Json, path: string, declares: boolean): ValidationError[] {
  if (isJsonArray(value)) return itemMisfits(schema, value, path, declares);
  if (!isJsonObject(value)) return [];
  const embedded = isEmbeddedResource(schema) ? embeddedProblems(value) : [];
  const required = (schema.required ?? [])
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `"${name}" is required`);
  return [
    ...[...embedded, ...required].map((problem) => ({ path, problem })),
    ...Object.entries(value).flatMap(([name, child]) => fieldMisfits(schema, name, child, path, declares)),
  ];
}

/**
 * Validates the items of a list. If the schema does not declare items, the API server prunes all their fields, unless
 * it preserves them.
 */
function itemMisfits(
  schema: StructuralSchema,
  items: readonly Json[],
  path: string,
  declares: boolean,
): ValidationError[] {
  const undeclared = declares && !isFreeForm(schema) ? {} : undefined;
  const declared = schema.items ?? undeclared;
  if (declared === undefined) return [];
  return items.flatMap((item, index) => validate(declared, item, `${path}[${index}]`, declares));
}

function fieldMisfits(
  schema: StructuralSchema,
  name: string,
  value: Json,
  path: string,
  declares: boolean,
): ValidationError[] {
  const declared = fieldSchema(schema, name);
  const implied = isImplied(schema, name);
  if (isJsonObject(declared)) return validate(declared, value, `${path}.${name}`, declares && !implied);
  if (!declares || isFreeForm(schema) || implied) return [];
  // Any value is valid here, but the fields of objects inside it are not declared, so the API server prunes them.
  if (declared === true) return validate({}, value, `${path}.${name}`, true);
  return [{ path, problem: `"${name}" is not a field of the schema` }];
}

/** Returns the schema of a field: `true` if it accepts any value, undefined if the field is not declared. */
export function fieldSchema(
  { properties, additionalProperties }: StructuralSchema,
  name: string,
): StructuralSchema | boolean | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}

function branchProblems(schema: StructuralSchema, value: Json): string[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  const isFitting = (branch: StructuralSchema) => isValidInBranch(branch, value);
  return [
    ...(allOf.every(isFitting) ? [] : ["must match all schemas of allOf"]),
    ...(anyOf.length > 0 && !anyOf.some(isFitting) ? ["must match at least one schema of anyOf"] : []),
    ...(oneOf.length > 0 && oneOf.filter(isFitting).length !== 1 ? ["must match exactly one schema of oneOf"] : []),
    ...(not && isFitting(not) ? ["must not match the schema under not"] : []),
  ];
}
