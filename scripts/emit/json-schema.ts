/**
 * Translates the schema of a CRD (OpenAPI v3.0, structural) to JSON Schema (draft-07), for editors and kubeconform.
 *
 * The result rejects what the API server silently drops: undeclared fields, and null in a field that is not nullable.
 * Otherwise it rejects only what the API server rejects. It omits constraints that JSON Schema cannot express, and
 * those that would reject an object because a default is missing: the API server applies defaults before it validates.
 */
import { isJsonObject, type JsonObject } from "../core/model/json.js";
import {
  isEmbeddedResource,
  isIntOrString,
  keepsUnknownFields,
  type SchemaMap,
  type StructuralSchema,
} from "../core/model/schema.js";
import { toEcmaPattern } from "./ecma-pattern.js";
import { OBJECT_META } from "./object-meta.js";

/**
 * JSON Schema. Many of its keywords have the same names as keywords of a CRD, but some of these have other meanings.
 */
export interface JsonSchema extends JsonObject {
  readonly properties?: JsonObject;
  readonly required?: readonly string[];
}

export function toJsonSchema(schema: StructuralSchema): JsonSchema {
  return {
    ...pick(
      schema,
      "title",
      "description",
      "default",
      "minLength",
      "maxLength",
      "minItems",
      "maxItems",
      "maxProperties",
    ),
    ...(schema.example !== undefined && { examples: [schema.example] }),
    ...nullableType(schema),
    ...enumOf(schema),
    ...formOf(schema),
    ...boundsOf(schema),
    ...itemsKeywords(schema),
    ...fieldsOf(schema),
    ...branchesOf(schema),
  };
}

function pick(schema: StructuralSchema, ...keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));
}

/**
 * Returns the type. The API server rejects null if there is an enum, even for a nullable field. Without a type, JSON
 * Schema accepts null anyway.
 */
function nullableType(schema: StructuralSchema): JsonObject {
  const { type, nullable, enum: values } = schema;
  const types = isIntOrString(schema) ? ["integer", "string"] : type === undefined ? [] : [type];
  const [first, ...others] = nullable === true && values === undefined && types.length > 0 ? [...types, "null"] : types;
  return first === undefined ? {} : { type: others.length === 0 ? first : [first, ...others] };
}

/** Omits an empty enum, which accepts everything in a CRD but is not valid in JSON Schema. */
function enumOf({ enum: values = [] }: StructuralSchema): JsonObject {
  return values.length > 0 ? { enum: values } : {};
}

/**
 * Formats with the same meaning in JSON Schema. The API server's `uri`, `email`, `hostname`, `ipv4` and `duration`
 * accept more values than JSON Schema does, editors do not know all forms of `ipv6`, and the API server ignores other
 * formats.
 */
const FORMATS: readonly string[] = ["date", "date-time"];

function formOf({ type, format, pattern }: StructuralSchema): JsonObject {
  const translated = pattern === undefined ? undefined : toEcmaPattern(pattern);
  return {
    ...(translated !== undefined && { pattern: translated }),
    ...(type === "string" && format !== undefined && FORMATS.includes(format) && { format }),
  };
}

const INT32_LIMIT = 2 ** 31;
const INT64_LIMIT = 2 ** 63;

/**
 * Adds the limits of int32 as bounds. Those of int64 are omitted, because not every JSON parser represents them
 * exactly. `multipleOf` is kept only for integers, because the API server divides fractions with a tolerance.
 */
function boundsOf(schema: StructuralSchema): JsonObject {
  const { type, format, multipleOf } = schema;
  const isInt32 = type === "integer" && format === "int32";
  const bounded: StructuralSchema = { ...(isInt32 && { minimum: -INT32_LIMIT, maximum: INT32_LIMIT - 1 }), ...schema };
  return {
    ...boundOf(bounded, "minimum", "exclusiveMinimum", Math.min),
    ...boundOf(bounded, "maximum", "exclusiveMaximum", Math.max),
    ...(type === "integer" && Number.isInteger(multipleOf) && pick(schema, "multipleOf")),
  };
}

/**
 * Returns a bound, truncated if that accepts more: the API server truncates a bound before it compares an integer with
 * it.
 */
function boundOf(
  schema: StructuralSchema,
  keyword: "minimum" | "maximum",
  exclusive: "exclusiveMinimum" | "exclusiveMaximum",
  looser: (a: number, b: number) => number,
): JsonObject {
  const limit = schema[keyword];
  if (limit === undefined || Math.abs(limit) >= INT64_LIMIT) return {};
  return { [schema[exclusive] === true ? exclusive : keyword]: looser(limit, Math.trunc(limit)) };
}

/** Returns the keywords of a list. JSON Schema cannot express the unique keys of a list of type map. */
function itemsKeywords({ items, ...schema }: StructuralSchema): JsonObject {
  if (!items) return {};
  const isScalar = (items.type !== undefined && !/^(?:object|array)$/.test(items.type)) || isIntOrString(items);
  const isSet = schema["x-kubernetes-list-type"] === "set" && isScalar;
  return { items: toJsonSchema(items), ...(isSet && { uniqueItems: true }) };
}

function fieldsOf(schema: StructuralSchema): Pick<JsonSchema, "properties" | "required"> {
  const { type, additionalProperties } = schema;
  const isEmbedded = isEmbeddedResource(schema);
  const isOpen = keepsUnknownFields(schema) || type !== "object";
  const fields = { ...(isEmbedded && EMBEDDED), ...propertiesOf(schema), ...(isEmbedded && METADATA) };
  const required = [...new Set([...(isEmbedded ? Object.keys(EMBEDDED) : []), ...requiredOf(schema)])].sort();
  return {
    ...(Object.keys(fields).length > 0 && { properties: fields }),
    ...(required.length > 0 && { required }),
    ...leastOf(schema),
    ...(isJsonObject(additionalProperties) && { additionalProperties: toJsonSchema(additionalProperties) }),
    ...(additionalProperties === undefined && !isOpen && { additionalProperties: false }),
  };
}

/** Fields of an embedded resource, in addition to those that the author declares. */
const EMBEDDED: JsonObject = { apiVersion: { type: "string", minLength: 1 }, kind: { type: "string", minLength: 1 } };
const METADATA: JsonObject = { metadata: OBJECT_META };

function requiredOf(schema: StructuralSchema): string[] {
  return (schema.required ?? []).filter((name) => !hasDefault(schema, name));
}

/** Returns the minimum number of fields. The API server also counts fields that it sets to their defaults. */
function leastOf(schema: StructuralSchema): JsonObject {
  if (schema.minProperties === undefined) return {};
  return { minProperties: Math.max(0, schema.minProperties - defaultedOf(schema).length) };
}

function defaultedOf(schema: StructuralSchema): string[] {
  return Object.keys(schema.properties ?? {}).filter((name) => hasDefault(schema, name));
}

function hasDefault(schema: StructuralSchema, name: string): boolean {
  return fieldSchema(schema, name).default !== undefined;
}

const ANYTHING: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true };

function fieldSchema({ properties, additionalProperties }: StructuralSchema, name: string): StructuralSchema {
  const field = properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
  return isJsonObject(field) ? field : ANYTHING;
}

/**
 * Returns the branches that translate exactly. An inexact branch accepts too much, so `not` and `oneOf` would reject
 * too much.
 */
function branchesOf(schema: StructuralSchema): JsonObject {
  const { not } = schema;
  const lists = BRANCH_LISTS.flatMap((keyword) => {
    const branches = schema[keyword] ?? [];
    const isKept = branches.length > 0 && areExact(branches, schema) && !isTypeChoice(schema, branches);
    return isKept ? [[keyword, branches.map(toJsonSchema)] as const] : [];
  });
  const isNotKept = not && areExact([not], schema) && !isTypeChoice(schema, [not]);
  return { ...Object.fromEntries(lists), ...(isNotKept && { not: toJsonSchema(not) }) };
}

const BRANCH_LISTS = ["allOf", "anyOf", "oneOf"] as const;

/** Reports whether the branches only repeat the types of int-or-string, which Kubernetes allows here. */
function isTypeChoice(schema: StructuralSchema, branches: readonly StructuralSchema[]): boolean {
  return isIntOrString(schema) && branches.every((branch) => Object.keys(branch).join() === "type");
}

/** Reports whether all branches translate exactly. For the API server, null matches every branch; see `mayBeNull`. */
function areExact(branches: readonly StructuralSchema[], schema: StructuralSchema): boolean {
  return !mayBeNull(schema) && branches.every((branch) => isExact(branch, schema));
}

/** Reports whether a branch and its translation accept the same values of a schema, before defaults are applied. */
function isExact(branch: StructuralSchema, schema: StructuralSchema): boolean {
  return Object.keys(branch).every((keyword) => isExactKeyword(keyword, branch, schema));
}

function isExactKeyword(keyword: string, branch: StructuralSchema, schema: StructuralSchema): boolean {
  switch (keyword) {
    case "type":
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return true;
    case "minimum":
    case "maximum":
      return Number.isInteger(branch[keyword]) && Math.abs(branch[keyword] ?? 0) < INT64_LIMIT;
    case "enum":
      return (branch.enum ?? []).every((one) => ["string", "boolean"].includes(typeof one));
    case "pattern":
      return toEcmaPattern(branch.pattern ?? "") !== undefined;
    case "required":
      return (branch.required ?? []).every((name) => !hasDefault(schema, name));
    case "minProperties":
    case "maxProperties":
      return defaultedOf(schema).length === 0;
    case "properties":
      return Object.entries(branch.properties ?? {}).every(
        ([name, field]) => !hasDefault(schema, name) && isExact(field, fieldSchema(schema, name)),
      );
    case "items":
      return isExact(branch.items ?? {}, schema.items ?? ANYTHING);
    case "allOf":
    case "anyOf":
    case "oneOf":
      return areExact(branch[keyword] ?? [], schema);
    case "not":
      return areExact(branch.not ? [branch.not] : [], schema);
    default:
      return false;
  }
}

/**
 * Reports whether a value can be null. To the API server, null matches every branch. Only the schema around a branch
 * can allow null, because a branch may not contain `nullable` or preserve unknown fields.
 */
function mayBeNull(schema: StructuralSchema): boolean {
  const isAny = schema.type === undefined && keepsUnknownFields(schema);
  return schema.nullable === true || isAny;
}

/**
 * Cache of translated properties. A node that several types share is printed as the same object each time, so it is
 * translated only once.
 */
const translated = new WeakMap<SchemaMap, JsonObject>();

function propertiesOf({ properties }: StructuralSchema): JsonObject {
  if (!properties) return {};
  const known = translated.get(properties);
  if (known) return known;
  const entries = Object.entries(properties).map(([name, field]) => [name, toJsonSchema(field)] as const);
  const made: JsonObject = Object.fromEntries(entries);
  translated.set(properties, made);
  return made;
}
