/**
 * Whether a value fits a schema, as the API server judges it before any CEL rule: types, bounds, patterns, formats,
 * required and unknown fields, list types. Values are judged as they are stored: nulls that may not be there are gone,
 * defaults are filled in (those of map keys are looked up here), the schema is structural.
 * Source: apiextensions-apiserver pkg/apiserver/validation and schema/{listtype,pruning,objectmeta}, and kube-openapi
 * pkg/validation/validate. Two oddities of it are left out: a list passes where a text of some format is expected, and
 * a fraction within a billionth of a whole number passes for an int-or-string.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from "../../core/model/json.js";
import {
  isEmbeddedResource,
  isIntOrString,
  keepsUnknownFields,
  type StructuralSchema,
} from "../../core/model/schema.js";
import { embeddedProblems, isImplied } from "./embedded.js";
import { isOfFormat, textFormatOf } from "./formats.js";
import { listTypeProblem } from "./list-types.js";
import { isInt64, numberProblems } from "./numbers.js";
import { matchesPattern } from "./pattern.js";

/** One thing that is wrong with a value. `path` is where, from the value's root: `.spec.ports[0]`, or empty. */
interface ValidationError {
  readonly path: string;
  readonly problem: string;
}

/** Everything that is wrong with a value. Unknown fields are always wrong here, whatever the schema preserves. */
export function validationErrors(schema: StructuralSchema, value: Json, path = ""): ValidationError[] {
  return validate(schema, value, path, true);
}

/**
 * Everything that is wrong with a custom resource under the schema of its version. Its apiVersion, kind and metadata
 * are there without being declared; of the metadata, only what the schema says about it is judged.
 */
export function resourceErrors(schema: StructuralSchema, resource: JsonObject): ValidationError[] {
  return validate({ ...schema, "x-kubernetes-embedded-resource": true }, resource, "", true);
}

/** Whether a value fits what stands in `allOf`, `anyOf`, `oneOf` or `not`: it constrains, and declares no fields. */
export function isValidInBranch(branch: StructuralSchema, value: Json): boolean {
  return validate(branch, value, "", false).length === 0;
}

/** Whether objects may hold anything here: no fields are declared, and those that are not declared are kept. */
export function isFreeForm(schema: StructuralSchema): boolean {
  const { properties, additionalProperties } = schema;
  const hasShape = properties !== undefined || additionalProperties !== undefined;
  return keepsUnknownFields(schema) && !hasShape;
}

function validate(schema: StructuralSchema, value: Json, path: string, declares: boolean): ValidationError[] {
  const error = (problem: string): ValidationError => ({ path, problem });
  const wrongType = value === null ? nullProblem(schema) : typeProblem(schema, value);
  if (wrongType !== undefined) return [error(wrongType)];
  const own = KEYWORDS.flatMap((check) => check(schema, value)).map(error);
  if (value === null) return own;
  return [...own, ...childErrors(schema, value, path, declares), ...branchProblems(schema, value).map(error)];
}

function nullProblem(schema: StructuralSchema): string | undefined {
  const isTyped = schema.type !== undefined || isIntOrString(schema);
  return isTyped && schema.nullable !== true ? "null is not allowed" : undefined;
}

function typeProblem(schema: StructuralSchema, value: Json): string | undefined {
  if (isIntOrString(schema)) {
    return isWholeNumber(value) || typeof value === "string" ? undefined : "a whole number or a text is expected";
  }
  const { type } = schema;
  if (type === undefined) {
    const format = typeof value === "string" || Array.isArray(value) ? undefined : textFormatOf(schema);
    return format === undefined ? undefined : `a text of the format ${schema.format} is expected`;
  }
  if (TYPES[type]?.(value) ?? typeof value === type) return undefined;
  return `${/^[aio]/.test(type) ? "an" : "a"} ${type} is expected`;
}

const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  integer: isWholeNumber,
  array: (value) => Array.isArray(value),
  object: isJsonObject,
};

function isWholeNumber(value: Json): boolean {
  return typeof value === "number" && isInt64(value);
}

/** Every keyword that looks at one value alone, whatever its type. */
const KEYWORDS: readonly ((schema: StructuralSchema, value: Json) => string[])[] = [
  ({ enum: values = [] }, value) =>
    values.length > 0 && !values.some((candidate) => isSame(candidate, value))
      ? [`it is one of ${values.map((candidate) => JSON.stringify(candidate)).join(", ")}`]
      : [],
  (schema, value) => (typeof value === "number" ? numberProblems(schema, value) : []),
  size("minLength", lengthOf, (length, limit) => length >= limit, "its length is at least"),
  size("maxLength", lengthOf, (length, limit) => length <= limit, "its length is at most"),
  size("minItems", itemsOf, (items, limit) => items >= limit, "its number of items is at least"),
  size("maxItems", itemsOf, (items, limit) => items <= limit, "its number of items is at most"),
  size("minProperties", keysOf, (keys, limit) => keys >= limit, "its number of fields is at least"),
  size("maxProperties", keysOf, (keys, limit) => keys <= limit, "its number of fields is at most"),
  ({ pattern }, value) =>
    pattern !== undefined && typeof value === "string" && !matchesPattern(pattern, value)
      ? [`it does not match ${pattern}`]
      : [],
  (schema, value) => {
    if (typeof value !== "string") return [];
    const format = textFormatOf(schema);
    return format === undefined || isOfFormat(format, value) ? [] : [`it is no ${schema.format}`];
  },
  listTypeProblem,
];

/**
 * As Go compares after converting the value to the type of the candidate: a number loses its fraction, and a whole one
 * becomes the character that it is the code of. Null is never found.
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

/** In code points, as Go counts. */
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
    .map((name) => `"${name}" is missing`);
  return [
    ...[...embedded, ...required].map((problem) => ({ path, problem })),
    ...Object.entries(value).flatMap(([name, child]) => fieldMisfits(schema, name, child, path, declares)),
  ];
}

/** What declares no items is pruned as if it declared none of their fields, unless it preserves them. */
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
  // Anything goes here, but the fields of objects within are not declared, and so they are pruned.
  if (declared === true) return validate({}, value, `${path}.${name}`, true);
  return [{ path, problem: `there is no field "${name}"` }];
}

/** What a schema says about a field of objects; `true` where it may be anything, undefined where it says nothing. */
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
    ...(allOf.every(isFitting) ? [] : ["it does not fit all of allOf"]),
    ...(anyOf.length > 0 && !anyOf.some(isFitting) ? ["it fits none of anyOf"] : []),
    ...(oneOf.length > 0 && oneOf.filter(isFitting).length !== 1 ? ["it does not fit exactly one of oneOf"] : []),
    ...(not && isFitting(not) ? ["it fits what stands under not"] : []),
  ];
}
