/**
 * A schema as CRDs have it (OpenAPI v3.0, structural) → a JSON Schema (draft-07), for editors and kubeconform.
 *
 * It is strict: what the API server drops without a word is refused, a field that nobody declares and a null where none
 * may be. For the rest it refuses nothing that the API server takes. What JSON Schema cannot say is left out, and so is
 * what would be judged before defaults are filled in: the API server judges after.
 */
import { isJsonObject, type Json, type JsonObject } from "../core/model/json.js";
import { toEcmaPattern } from "./ecma-pattern.js";
import { OBJECT_META } from "./object-meta.js";

export function toJsonSchema(schema: JsonObject): JsonObject {
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
    ...typeOf(schema),
    ...enumOf(schema),
    ...formOf(schema),
    ...boundsOf(schema),
    ...itemsOf(schema),
    ...fieldsOf(schema),
    ...branchesOf(schema),
  };
}

function pick(schema: JsonObject, ...keywords: readonly string[]): JsonObject {
  const there = keywords.filter((keyword) => schema[keyword] !== undefined);
  return Object.fromEntries(there.map((keyword) => [keyword, schema[keyword] as Json]));
}

/** To the API server null is in no enum, even where it is allowed. Without a type it is allowed anyway. */
function typeOf({ type, nullable, enum: values, ...schema }: JsonObject): JsonObject {
  const types = schema["x-kubernetes-int-or-string"] === true ? ["integer", "string"] : [type].filter(isText);
  const allowed = nullable === true && values === undefined && types.length > 0 ? [...types, "null"] : types;
  return allowed.length === 0 ? {} : { type: allowed.length === 1 ? (allowed[0] as string) : allowed };
}

/** An enum without values allows all, where JSON Schema has none such. */
function enumOf({ enum: values }: JsonObject): JsonObject {
  return Array.isArray(values) && values.length > 0 ? { enum: values } : {};
}

/**
 * The formats that mean the same to JSON Schema. The API server's `uri`, `email`, `hostname`, `ipv4` and `duration` take
 * more than it would, editors know too few forms of `ipv6`, and at what else there is the API server does not look.
 */
const FORMATS: readonly Json[] = ["date", "date-time"];

function formOf({ type, format, pattern }: JsonObject): JsonObject {
  const translated = isText(pattern) ? toEcmaPattern(pattern) : undefined;
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
function boundsOf(schema: JsonObject): JsonObject {
  const { type, format, multipleOf } = schema;
  const isInt32 = type === "integer" && format === "int32";
  const bounded: JsonObject = { ...(isInt32 && { minimum: -INT32_LIMIT, maximum: INT32_LIMIT - 1 }), ...schema };
  return {
    ...boundOf(bounded, "minimum", "exclusiveMinimum", Math.min),
    ...boundOf(bounded, "maximum", "exclusiveMaximum", Math.max),
    ...(type === "integer" && Number.isInteger(multipleOf) && pick(schema, "multipleOf")),
  };
}

/** The API server cuts the fraction off a bound before it compares a whole number with it. */
function boundOf(
  schema: JsonObject,
  keyword: string,
  exclusive: string,
  looser: (a: number, b: number) => number,
): JsonObject {
  const limit = schema[keyword];
  if (typeof limit !== "number" || Math.abs(limit) >= INT64_LIMIT) return {};
  return { [schema[exclusive] === true ? exclusive : keyword]: looser(limit, Math.trunc(limit)) };
}

/** What the keys of a list of type map say, JSON Schema cannot. */
function itemsOf({ items, ...schema }: JsonObject): JsonObject {
  if (!isJsonObject(items)) return {};
  const isScalar = (isText(items.type) && !/^(?:object|array)$/.test(items.type)) || isIntOrString(items);
  const isSet = schema["x-kubernetes-list-type"] === "set" && isScalar;
  return { items: toJsonSchema(items), ...(isSet && { uniqueItems: true }) };
}

function fieldsOf(schema: JsonObject): JsonObject {
  const { type, additionalProperties } = schema;
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true || type !== "object";
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

function requiredOf(schema: JsonObject): string[] {
  const required = (schema.required ?? []) as readonly string[];
  return required.filter((name) => !hasDefault(schema, name));
}

/** Fields with a default count, whether they are there or not. */
function leastOf(schema: JsonObject): JsonObject {
  if (typeof schema.minProperties !== "number") return {};
  return { minProperties: Math.max(0, schema.minProperties - defaultedOf(schema).length) };
}

function defaultedOf(schema: JsonObject): string[] {
  return Object.keys(isJsonObject(schema.properties) ? schema.properties : {}).filter((name) =>
    hasDefault(schema, name),
  );
}

function hasDefault(schema: JsonObject, name: string): boolean {
  return fieldOf(schema, name).default !== undefined;
}

const ANYTHING: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };

function fieldOf({ properties, additionalProperties }: JsonObject, name: string): JsonObject {
  const field = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
  return isJsonObject(field) ? field : ANYTHING;
}

/** Branches, as far as they are exact: one that takes more than it should makes `not` and `oneOf` refuse more. */
function branchesOf(schema: JsonObject): JsonObject {
  const kept = Object.entries(pick(schema, "allOf", "anyOf", "oneOf", "not"))
    .filter(([keyword, value]) => isExactKeyword(keyword, value, schema) && !isTypeChoice(schema, value))
    .map(([keyword, value]) => [keyword, isJsonObject(value) ? toJsonSchema(value) : toJsonSchemas(value)] as const)
    .filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return Object.fromEntries(kept);
}

function toJsonSchemas(branches: Json): Json[] {
  return branchList(branches).map(toJsonSchema);
}

/** The types of int-or-string, which Kubernetes wants to be repeated here. */
function isTypeChoice(schema: JsonObject, branches: Json): boolean {
  return isIntOrString(schema) && branchList(branches).every((branch) => Object.keys(branch).join() === "type");
}

/** Whether a branch means the same as it stands and translated, for values of a schema without their defaults. */
function isExact(branch: JsonObject, schema: JsonObject): boolean {
  return Object.entries(branch).every(([keyword, value]) => isExactKeyword(keyword, value, schema));
}

function isExactKeyword(keyword: string, value: Json, schema: JsonObject): boolean {
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
      return Number.isInteger(value) && Math.abs(Number(value)) < INT64_LIMIT;
    case "enum":
      return Array.isArray(value) && value.every((one) => ["string", "boolean"].includes(typeof one));
    case "pattern":
      return toEcmaPattern(String(value)) !== undefined;
    case "required":
      return Array.isArray(value) && value.every((name) => !hasDefault(schema, String(name)));
    case "minProperties":
    case "maxProperties":
      return defaultedOf(schema).length === 0;
    case "properties":
      return Object.entries(value as JsonObject).every(
        ([name, branch]) => !hasDefault(schema, name) && isExact(branch as JsonObject, fieldOf(schema, name)),
      );
    case "items":
      return isExact(value as JsonObject, isJsonObject(schema.items) ? schema.items : ANYTHING);
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "not":
      return !mayBeNull(schema) && branchList(value).every((branch) => isExact(branch, schema));
    default:
      return false;
  }
}

/** To the API server, null fits whatever branches there are. What may be anything may be null; a branch says neither. */
function mayBeNull(schema: JsonObject): boolean {
  const isAny = schema.type === undefined && schema["x-kubernetes-preserve-unknown-fields"] === true;
  return schema.nullable === true || isAny;
}

/** The branches of a keyword that has some, or one. */
function branchList(value: Json): JsonObject[] {
  return (Array.isArray(value) ? (value as Json[]) : [value]).filter(isJsonObject);
}

function isIntOrString(schema: JsonObject): boolean {
  return schema["x-kubernetes-int-or-string"] === true;
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string";
}

/** Shared nodes are printed with the same fields wherever they stand, and are translated once. */
const translated = new WeakMap<JsonObject, JsonObject>();

function propertiesOf({ properties }: JsonObject): JsonObject {
  if (!isJsonObject(properties)) return {};
  const known = translated.get(properties);
  if (known) return known;
  const entries = Object.entries(properties).map(([name, field]) => [name, toJsonSchema(field as JsonObject)] as const);
  const made: JsonObject = Object.fromEntries(entries);
  translated.set(properties, made);
  return made;
}
