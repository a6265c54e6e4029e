/**
 * Whether a value fits a schema, as the API server judges it before any CEL rule: types, bounds, patterns, required and
 * unknown fields, list types. Source: apiextensions-apiserver pkg/apiserver/validation and schema/listtype.
 */
import { isJsonObject, type Json, type JsonObject, sameJson, sortKeys } from "../model/json.js";
import { formatProblem } from "./formats.js";
import { matchesPattern } from "./pattern.js";

/** One thing that is wrong with a value. `path` is where, from the value's root: `.spec.ports[0]`, or empty. */
export interface Misfit {
  readonly path: string;
  readonly problem: string;
}

/** Everything that is wrong with a value. Unknown fields are always wrong here, whatever the schema preserves. */
export function misfits(schema: JsonObject, value: Json, path = ""): Misfit[] {
  const misfit = (problem: string): Misfit => ({ path, problem });
  if (value === null) return schema.nullable === true || isFreeForm(schema) ? [] : [misfit("null is not allowed")];
  const wrongType = typeProblem(schema, value);
  if (wrongType !== undefined) return [misfit(wrongType)];
  const keywords = KEYWORDS.flatMap((check) => check(schema, value) ?? []).map(misfit);
  return [...keywords, ...childMisfits(schema, value, path), ...branchProblems(schema, value).map(misfit)];
}

function isFreeForm(schema: JsonObject): boolean {
  return schema.type === undefined && schema["x-kubernetes-preserve-unknown-fields"] === true;
}

function typeProblem(schema: JsonObject, value: Json): string | undefined {
  if (schema["x-kubernetes-int-or-string"] === true) {
    return Number.isInteger(value) || typeof value === "string" ? undefined : "a whole number or a text is expected";
  }
  const { type } = schema;
  if (type === undefined) return undefined;
  const fits =
    type === "integer"
      ? Number.isInteger(value)
      : type === "array"
        ? Array.isArray(value)
        : type === "object"
          ? isJsonObject(value)
          : typeof value === type;
  return fits
    ? undefined
    : `${type === "integer" || type === "array" || type === "object" ? "an" : "a"} ${type} is expected`;
}

type Keyword = (schema: JsonObject, value: Json) => string | undefined;

/** Every keyword that looks at one value alone, whatever its type. */
const KEYWORDS: readonly Keyword[] = [
  ({ enum: values }, value) =>
    Array.isArray(values) && !values.some((candidate) => sameJson(candidate as Json, value))
      ? `it is one of ${values.map((candidate) => JSON.stringify(candidate)).join(", ")}`
      : undefined,
  bound(
    "minimum",
    numberOf,
    (value, limit, schema) => value > limit || (value === limit && !schema.exclusiveMinimum),
    (limit) => `it is at least ${limit}`,
  ),
  bound(
    "maximum",
    numberOf,
    (value, limit, schema) => value < limit || (value === limit && !schema.exclusiveMaximum),
    (limit) => `it is at most ${limit}`,
  ),
  bound(
    "multipleOf",
    numberOf,
    (value, factor) => Number.isInteger(value / factor),
    (factor) => `it is a multiple of ${factor}`,
  ),
  bound(
    "minLength",
    lengthOf,
    (value, limit) => value >= limit,
    (limit) => `its length is at least ${limit}`,
  ),
  bound(
    "maxLength",
    lengthOf,
    (value, limit) => value <= limit,
    (limit) => `its length is at most ${limit}`,
  ),
  bound(
    "minItems",
    itemsOf,
    (value, limit) => value >= limit,
    (limit) => `it has at least ${limit} items`,
  ),
  bound(
    "maxItems",
    itemsOf,
    (value, limit) => value <= limit,
    (limit) => `it has at most ${limit} items`,
  ),
  bound(
    "minProperties",
    keysOf,
    (value, limit) => value >= limit,
    (limit) => `it has at least ${limit} fields`,
  ),
  bound(
    "maxProperties",
    keysOf,
    (value, limit) => value <= limit,
    (limit) => `it has at most ${limit} fields`,
  ),
  ({ pattern }, value) =>
    typeof pattern === "string" && typeof value === "string" && !matchesPattern(pattern, value)
      ? `it does not match ${pattern}`
      : undefined,
  ({ format }, value) => (typeof format === "string" ? formatProblem(format, value) : undefined),
  listTypeProblem,
];

function bound(
  keyword: string,
  measure: (value: Json) => number | undefined,
  holds: (measured: number, limit: number, schema: JsonObject) => boolean,
  words: (limit: number) => string,
): Keyword {
  return (schema, value) => {
    const limit = schema[keyword];
    const measured = measure(value);
    if (typeof limit !== "number" || measured === undefined || holds(measured, limit, schema)) return undefined;
    return words(limit);
  };
}

function numberOf(value: Json): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** In code points, as Go counts. */
function lengthOf(value: Json): number | undefined {
  return typeof value === "string" ? [...value].length : undefined;
}

function itemsOf(value: Json): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

function keysOf(value: Json): number | undefined {
  return isJsonObject(value) ? Object.keys(value).length : undefined;
}

/** A set has no equal items; a map has no items with equal keys. A key that is absent has its default. */
function listTypeProblem(schema: JsonObject, value: Json): string | undefined {
  const type = schema["x-kubernetes-list-type"];
  if (!Array.isArray(value) || (type !== "set" && type !== "map")) return undefined;
  const keys = (schema["x-kubernetes-list-map-keys"] ?? []) as readonly string[];
  const properties = isJsonObject(schema.items) ? (schema.items.properties as JsonObject | undefined) : undefined;
  const identities = (value as readonly Json[]).map((item) =>
    JSON.stringify(
      type === "map" && isJsonObject(item)
        ? keys.map((key) => item[key] ?? (properties?.[key] as JsonObject | undefined)?.default ?? null)
        : sortKeys(item),
    ),
  );
  return new Set(identities).size < identities.length ? "two of its items are the same" : undefined;
}

function childMisfits(schema: JsonObject, value: Json, path: string): Misfit[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isJsonObject(items) ? value.flatMap((item, index) => misfits(items, item as Json, `${path}[${index}]`)) : [];
  }
  if (!isJsonObject(value) || schema.type !== "object") return [];
  const required = ((schema.required ?? []) as readonly string[])
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ path, problem: `"${name}" is missing` }));
  return [...required, ...Object.entries(value).flatMap(([name, child]) => fieldMisfits(schema, name, child, path))];
}

function fieldMisfits(schema: JsonObject, name: string, value: Json, path: string): Misfit[] {
  const { properties, additionalProperties } = schema;
  const declared =
    isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
  if (isJsonObject(declared)) return misfits(declared, value, `${path}.${name}`);
  const hasShape = properties !== undefined || schema["x-kubernetes-preserve-unknown-fields"] !== true;
  return hasShape && declared !== true ? [{ path, problem: `there is no field "${name}"` }] : [];
}

function branchProblems(schema: JsonObject, value: Json): string[] {
  const fitting = (branches: Json | undefined) =>
    (Array.isArray(branches) ? (branches as JsonObject[]) : []).filter((branch) => fitsBranch(branch, value)).length;
  const { allOf, anyOf, oneOf, not } = schema;
  return [
    ...(Array.isArray(allOf) && fitting(allOf) < allOf.length ? ["it does not fit all of allOf"] : []),
    ...(Array.isArray(anyOf) && fitting(anyOf) === 0 ? ["it fits none of anyOf"] : []),
    ...(Array.isArray(oneOf) && fitting(oneOf) !== 1 ? ["it does not fit exactly one of oneOf"] : []),
    ...(isJsonObject(not) && fitsBranch(not, value) ? ["it fits what stands under not"] : []),
  ];
}

/** Branches constrain and declare nothing: fields that they do not name are not unknown. */
function fitsBranch(branch: JsonObject, value: Json): boolean {
  const wrongType = typeProblem(branch, value);
  if (wrongType !== undefined || KEYWORDS.some((check) => check(branch, value) !== undefined)) return false;
  if (branchProblems(branch, value).length > 0) return false;
  if (Array.isArray(value)) {
    const { items } = branch;
    return !isJsonObject(items) || value.every((item) => fitsBranch(items, item as Json));
  }
  if (!isJsonObject(value)) return true;
  const properties = isJsonObject(branch.properties) ? branch.properties : {};
  return (
    ((branch.required ?? []) as readonly string[]).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(properties).every(
      ([name, child]) => !Object.hasOwn(value, name) || fitsBranch(child as JsonObject, value[name] as Json),
    )
  );
}
