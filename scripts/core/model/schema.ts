import { isJsonObject, type Json, type JsonObject, ownIn } from "./json.js";

/**
 * Schema of a CRD: JSONSchemaProps of apiextensions.k8s.io/v1. External input, in CRDs and in tags that contain
 * schemas, becomes a StructuralSchema after `schemaProblems` finds no problem and its nulls are dropped. The compiler
 * cannot enforce this, because it accepts any JsonObject as a schema. Keywords that are not listed can have any value.
 */
export type StructuralSchema = JsonObject & SchemaKeywords;

/** Not an interface that extends JsonObject, which programs without exactOptionalPropertyTypes could not compile. */
interface SchemaKeywords {
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly example?: Json;
  readonly enum?: readonly Json[];
  readonly nullable?: boolean;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly items?: StructuralSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: SchemaMap;
  readonly additionalProperties?: StructuralSchema | boolean;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly StructuralSchema[];
  readonly anyOf?: readonly StructuralSchema[];
  readonly oneOf?: readonly StructuralSchema[];
  readonly not?: StructuralSchema;
  readonly "x-kubernetes-embedded-resource"?: boolean;
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-map-type"?: string;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  readonly "x-kubernetes-validations"?: readonly ValidationRule[];
}

/** Schemas by field name. */
export type SchemaMap = Readonly<Record<string, StructuralSchema>>;

/** CEL rule. Only the properties that affect which objects are valid are checked. */
export type ValidationRule = JsonObject & { readonly rule: string; readonly optionalOldSelf?: boolean };

/**
 * Returns a schema with each schema of its fields, items and map values replaced. The schemas inside allOf, anyOf, oneOf
 * and not are conditions on the same value, so they stay as they are.
 */
export function mapSubschemas(
  schema: StructuralSchema,
  replace: (subschema: StructuralSchema) => StructuralSchema,
): StructuralSchema {
  const { properties, items, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, replace(field)])),
    }),
    ...(items && { items: replace(items) }),
    ...(isJsonObject(additionalProperties) && { additionalProperties: replace(additionalProperties) }),
  };
}

/** Returns the schemas that `mapSubschemas` replaces. */
export function subschemasOf({ properties = {}, items, additionalProperties }: StructuralSchema): StructuralSchema[] {
  return [...Object.values(properties), items, additionalProperties].filter(isJsonObject);
}

/** Returns a schema without the descriptions of the value and of everything below it. */
export function withoutDescriptions({ description: _, ...schema }: StructuralSchema): StructuralSchema {
  return mapSubschemas(schema, withoutDescriptions);
}

/** Returns the declared fields by name. */
export function fieldsOf({ properties }: StructuralSchema): Map<string, StructuralSchema> {
  return new Map(Object.entries(properties ?? {}));
}

/** Returns the schema of one declared field. Unlike `fieldsOf`, it does not depend on the number of fields. */
export function fieldOf({ properties = {} }: StructuralSchema, name: string): StructuralSchema | undefined {
  return ownIn(properties, name);
}

/** The reasons of a validation rule. Source: apiextensions.k8s.io/v1 FieldValueErrorReason. */
export const RULE_REASONS = ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];

/** Returns the validation rules of a node itself. */
export function rulesOf(schema: StructuralSchema): readonly ValidationRule[] {
  return schema["x-kubernetes-validations"] ?? [];
}

/** Reports whether the API server preserves undeclared fields. */
export function keepsUnknownFields(schema: StructuralSchema): boolean {
  return schema["x-kubernetes-preserve-unknown-fields"] === true;
}

/** Reports whether objects have their own apiVersion, kind and metadata. */
export function isEmbeddedResource(schema: StructuralSchema): boolean {
  return schema["x-kubernetes-embedded-resource"] === true;
}

/** Reports whether values are integers or strings. */
export function isIntOrString(schema: StructuralSchema): boolean {
  return schema["x-kubernetes-int-or-string"] === true;
}

/** Reports whether the API server sets a field that is omitted. A null is not a default. */
export function hasDefault(schema: StructuralSchema): schema is StructuralSchema & { readonly default: Json } {
  return schema.default !== undefined && schema.default !== null;
}

/** Fields that every resource has, declared or not. */
export const EMBEDDED_FIELDS: readonly string[] = ["apiVersion", "kind", "metadata"];

/**
 * Reports whether objects can have a field that their schema does not declare. The schema of the root does not mark it
 * as a resource, so apiVersion, kind and metadata are always possible.
 */
export function mayHaveUndeclared(schema: StructuralSchema, name: string): boolean {
  return keepsUnknownFields(schema) || EMBEDDED_FIELDS.includes(name);
}
