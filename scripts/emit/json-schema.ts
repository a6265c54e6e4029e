/**
 * A schema as CRDs have it (OpenAPI v3.0, structural) → a JSON Schema (draft-07), for editors and kubeconform.
 *
 * It is strict: what the API server drops without a word is refused, a field that nobody declares and a null where none
 * may be. For the rest it refuses nothing that the API server takes. What JSON Schema cannot say is left out, and so is
 * what would be judged before defaults are filled in: the API server judges after.
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

/** A JSON Schema: its keywords are not those of a CRD, though many have the same names. */
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

/** To the API server null is in no enum, even where it is allowed. Without a type it is allowed anyway. */
function nullableType(schema: StructuralSchema): JsonObject {
  const { type, nullable, enum: values } = schema;
  const types = isIntOrString(schema) ? ["integer", "string"] : type === undefined ? [] : [type];
  const [first, ...others] = nullable === true && values === undefined && types.length > 0 ? [...types, "null"] : types;
  return first === undefined ? {} : { type: others.length === 0 ? first : [first, ...others] };
}

/** An enum without values allows all, where JSON Schema has none such. */
function enumOf({ enum: values = [] }: StructuralSchema): JsonObject {
  return values.length > 0 ? { enum: values } : {};
}

/**
 * The formats that mean the same to JSON Schema. The API server's `uri`, `email`, `hostname`, `ipv4` and `duration` take
 * more than it would, editors know too few forms of `ipv6`, and at what else there is the API server does not look.
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
 * The limits of int32 are bounds like any other; those of int64 are no numbers that every reader of JSON has exactly.
 * The API server divides fractions with a tolerance, so factors are kept for whole numbers alone.
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

/** The API server cuts the fraction off a bound before it compares a whole number with it. */
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

/** What the keys of a list of type map say, JSON Schema cannot. */
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

/** What a resource within another one has, beside what its author declares. */
const EMBEDDED: JsonObject = { apiVersion: { type: "string", minLength: 1 }, kind: { type: "string", minLength: 1 } };
const METADATA: JsonObject = { metadata: OBJECT_META };

function requiredOf(schema: StructuralSchema): string[] {
  return (schema.required ?? []).filter((name) => !hasDefault(schema, name));
}

/** Fields with a default count, whether they are there or not. */
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

/** Branches, as far as they are exact: one that takes more than it should makes `not` and `oneOf` refuse more. */
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

/** The types of int-or-string, which Kubernetes wants to be repeated here. */
function isTypeChoice(schema: StructuralSchema, branches: readonly StructuralSchema[]): boolean {
  return isIntOrString(schema) && branches.every((branch) => Object.keys(branch).join() === "type");
}

/** Null fits whatever branches there are; see `mayBeNull`. */
function areExact(branches: readonly StructuralSchema[], schema: StructuralSchema): boolean {
  return !mayBeNull(schema) && branches.every((branch) => isExact(branch, schema));
}

/** Whether a branch means the same as it stands and translated, for values of a schema without their defaults. */
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

/** To the API server, null fits whatever branches there are. What may be anything may be null; a branch says neither. */
function mayBeNull(schema: StructuralSchema): boolean {
  const isAny = schema.type === undefined && keepsUnknownFields(schema);
  return schema.nullable === true || isAny;
}

/** Shared nodes are printed with the same fields wherever they stand, and are translated once. */
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
