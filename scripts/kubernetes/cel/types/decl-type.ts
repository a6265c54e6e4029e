/**
 * Types that CEL sees in a schema, with the sizes on which the cost of a rule depends. Source: k8s.io/apiserver,
 * pkg/cel/common/schemas.go, pkg/cel/types.go and pkg/cel/limits.go.
 */
import { isJsonObject } from "../../../core/model/json.js";
import {
  EMBEDDED_FIELDS,
  isEmbeddedResource,
  isIntOrString,
  type StructuralSchema,
} from "../../../core/model/schema.js";
import { celName } from "./names.js";
import { BOOL, BYTES, DOUBLE, DURATION, DYN, INT, listOf, mapOf, STRING, TIMESTAMP, type Type } from "./type.js";

/** Size of the largest request that the API server accepts, in bytes. */
export const MAX_REQUEST_BYTES = 3 * 1024 * 1024;

export interface DeclType {
  readonly type: Type;
  /** Schema that declares the values. */
  readonly schema: StructuralSchema;
  /** Largest size that a value can have: bytes of a string, items of a list, entries of a map. 0 for other values. */
  readonly maxElements: number;
  /** True if no bound in the schema limits the size, although a bound could. */
  readonly isUnbounded: boolean;
  /** Size of the shortest value in JSON, in bytes. */
  readonly minSerializedSize: number;
  /** Fields of an object, by their name in CEL. */
  readonly fields?: ReadonlyMap<string, DeclType>;
  /** Items of a list, or values of a map. */
  readonly element?: DeclType;
  /** Fields that every resource and its metadata have, although the schema does not require them. */
  readonly always?: ReadonlySet<string>;
}

/** No schema is nested deeper. Parts that are have no type, which also protects the stack. */
const MAX_DEPTH = 500;

/** Longest name of an object: that of a DNS subdomain. */
const MAX_NAME_LENGTH = 253;
/** Minor version of the first API server that limits the length of names when it estimates costs. */
const NAME_LIMITS_SINCE = 37;
/** Minor version of the first API server that limits the length of an int-or-string to its maxLength. */
const INT_OR_STRING_LIMITS_SINCE = 34;

/**
 * Returns the type of a schema, or undefined if rules cannot see its values. `isRoot` is true for objects with
 * apiVersion, kind and metadata, which rules can read even if the schema does not contain them. `server` is the minor
 * version of the API server.
 */
export function declTypeOf(schema: StructuralSchema, isRoot: boolean, server: number): DeclType | undefined {
  return withinDepth(schema, isRoot, { server, depth: 0 });
}

/** Returns the part of a type that declares the values of a CEL type. Each place of a schema has its own objects. */
export function declOf(wanted: Type, root: DeclType): DeclType | undefined {
  const open = [root];
  for (let decl = open.pop(); decl; decl = open.pop()) {
    if (decl.type === wanted) return decl;
    if (decl.element) open.push(decl.element);
    for (const field of decl.fields?.values() ?? []) open.push(field);
  }
  return undefined;
}

interface Context {
  /** Minor version of the API server. */
  readonly server: number;
  readonly depth: number;
}

function withinDepth(schema: StructuralSchema, isRoot: boolean, context: Context): DeclType | undefined {
  if (context.depth > MAX_DEPTH) return undefined;
  const shape = shapeOf(schema, isRoot, context);
  return shape && { ...(isRoot ? asResource(shape) : shape), schema };
}

const OF_RESOURCE: ReadonlySet<string> = new Set(EMBEDDED_FIELDS);
const OF_METADATA: ReadonlySet<string> = new Set(["name"]);

function asResource(shape: Shape): Shape {
  const metadata = shape.fields?.get("metadata");
  if (!shape.fields || !metadata) return shape;
  return {
    ...shape,
    fields: new Map([...shape.fields, ["metadata", { ...metadata, always: OF_METADATA }]]),
    always: OF_RESOURCE,
  };
}

type Shape = Omit<DeclType, "schema">;

function shapeOf(schema: StructuralSchema, isRoot: boolean, context: Context): Shape | undefined {
  if (isIntOrString(schema)) {
    return sized(DYN, 1, context.server >= INT_OR_STRING_LIMITS_SINCE ? schema : {}, MAX_REQUEST_BYTES - 2);
  }
  const full = isRoot ? withMetadata(schema, context.server >= NAME_LIMITS_SINCE) : schema;
  switch (full.type) {
    case "array":
      return listType(full, context);
    case "object":
      return full.additionalProperties === undefined ? objectType(full, context) : mapType(full, context);
    case "string":
      return stringType(full);
    case "boolean":
      return scalar(BOOL, 4);
    case "number":
      return scalar(DOUBLE, 1);
    case "integer":
      return scalar(INT, 1);
    default:
      return undefined;
  }
}

function inner(schema: StructuralSchema, context: Context): DeclType | undefined {
  return withinDepth(schema, isEmbeddedResource(schema), { ...context, depth: context.depth + 1 });
}

function scalar(type: Type, minSerializedSize: number, maxElements = 0): Shape {
  return { type, minSerializedSize, maxElements, isUnbounded: false };
}

/**
 * Adds the fields that rules can always read, unless the schema declares all of them. Source: k8s.io/apiextensions-apiserver,
 * pkg/apiserver/schema/cel/model/schemas.go.
 */
function withMetadata(schema: StructuralSchema, hasNameLimits: boolean): StructuralSchema {
  const { kind, apiVersion, metadata } = schema.properties ?? {};
  const { name, generateName } = metadata?.properties ?? {};
  const areStrings = [kind, apiVersion, name, generateName].every((field) => field?.type === "string");
  if (areStrings && metadata?.type === "object") return schema;
  const text: StructuralSchema = { type: "string" };
  const limited = (field: StructuralSchema | undefined, most: number): StructuralSchema =>
    hasNameLimits ? { ...text, maxLength: Math.min(field?.maxLength ?? most, most) } : text;
  const properties = {
    name: limited(name, MAX_NAME_LENGTH),
    generateName: limited(generateName, MAX_NAME_LENGTH - 1),
  };
  return {
    ...schema,
    properties: { ...schema.properties, kind: text, apiVersion: text, metadata: { type: "object", properties } },
  };
}

function listType({ items, maxItems }: StructuralSchema, context: Context): Shape | undefined {
  const element = isJsonObject(items) ? inner(items, context) : undefined;
  if (!element) return undefined;
  const most = Math.floor((MAX_REQUEST_BYTES - 2) / (element.minSerializedSize + 1));
  return { ...bounded(listOf(element.type), maxItems, most), element };
}

/** `additionalProperties: true` gives rules no type for the values, so the map is an object without fields. */
function mapType(schema: StructuralSchema, context: Context): Shape | undefined {
  const { additionalProperties: values, maxProperties } = schema;
  if (!isJsonObject(values)) return objectType(schema, context);
  const element = inner(values, context);
  if (!element) return undefined;
  const most = Math.floor((MAX_REQUEST_BYTES - 2) / (element.minSerializedSize + 6));
  return { ...bounded(mapOf(STRING, element.type), maxProperties, most), element };
}

function bounded(type: Type, limit: number | undefined, most: number): Shape {
  const maxElements = limit === undefined ? most : Math.max(0, limit);
  return { type, maxElements, isUnbounded: limit === undefined, minSerializedSize: 2 };
}

function objectType({ properties = {}, required = [] }: StructuralSchema, context: Context): Shape {
  const fields = new Map<string, DeclType>();
  const isRequired = new Set(required);
  let minSerializedSize = 2;
  for (const [name, schema] of Object.entries(properties)) {
    const field = inner(schema, context);
    if (!field) continue;
    const inCel = celName(name);
    if (inCel !== undefined) fields.set(inCel, field);
    if (isRequired.has(name) && (schema.default ?? null) === null) {
      minSerializedSize += Buffer.byteLength(name) + field.minSerializedSize + 4;
    }
  }
  const types = new Map([...fields].map(([name, field]) => [name, field.type]));
  const type: Type = { kind: "object", name: "object", parameters: [], fields: types };
  return { type, minSerializedSize, maxElements: 0, isUnbounded: false, fields };
}

const DURATION_BYTES = 32;
const DATE_BYTES = 12;
const DATE_TIME_BYTES = 32;

function stringType(schema: StructuralSchema): Shape {
  switch (schema.format) {
    case "byte":
      return bounded(BYTES, schema.maxLength, MAX_REQUEST_BYTES - 2);
    case "duration":
      return scalar(DURATION, 3, DURATION_BYTES);
    case "date":
      return scalar(TIMESTAMP, DATE_BYTES, DATE_BYTES);
    case "date-time":
      return scalar(TIMESTAMP, 21, DATE_TIME_BYTES);
    default:
      return sized(STRING, 2, schema, longestValue(schema));
  }
}

/** Counts four bytes for each character of maxLength. */
function sized(type: Type, minSerializedSize: number, schema: StructuralSchema, most: number): Shape {
  const isUnbounded = schema.maxLength === undefined && most >= MAX_REQUEST_BYTES - 2;
  const maxElements = schema.maxLength === undefined ? most : Math.max(0, schema.maxLength) * 4;
  return { type, maxElements, isUnbounded, minSerializedSize };
}

function longestValue({ enum: values = [] }: StructuralSchema): number {
  if (values.length === 0) return MAX_REQUEST_BYTES - 2;
  return values.reduce<number>(
    (most, value) => Math.max(most, typeof value === "string" ? Buffer.byteLength(value) : 0),
    0,
  );
}
