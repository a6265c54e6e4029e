import type { Json, JsonObject } from "./json.js";

/**
 * A schema as a CRD has it: JSONSchemaProps of apiextensions.k8s.io/v1. A schema from outside becomes one where
 * `schemaProblems` finds nothing wrong with it and its nulls are dropped: where CRDs are read, and in the tags that hold
 * schemas. The compiler does not ask for that, since it takes any JsonObject for one. Keywords that are not listed can
 * have any value.
 */
export type StructuralSchema = JsonObject & SchemaKeywords;

/** Not an interface that extends JsonObject: programs without exactOptionalPropertyTypes could not compile that. */
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

/** Schemas by the names of fields. */
export type SchemaMap = Readonly<Record<string, StructuralSchema>>;

/** A CEL rule. Only what decides which objects are valid is checked. */
export type ValidationRule = JsonObject & { readonly rule: string; readonly optionalOldSelf?: boolean };

/** Returns the declared fields, by name. */
export function fieldsOf({ properties }: StructuralSchema): Map<string, StructuralSchema> {
  return new Map(Object.entries(properties ?? {}));
}

/** Returns the validation rules of a node itself. */
export function rulesOf(schema: StructuralSchema): readonly ValidationRule[] {
  return schema["x-kubernetes-validations"] ?? [];
}

/** Whether the API server keeps fields that are not declared. */
export function keepsUnknownFields(schema: StructuralSchema): boolean {
  return schema["x-kubernetes-preserve-unknown-fields"] === true;
}

/** Whether objects have an apiVersion, a kind and metadata of their own. */
export function isEmbeddedResource(schema: StructuralSchema): boolean {
  return schema["x-kubernetes-embedded-resource"] === true;
}

/** Whether values are whole numbers or strings. */
export function isIntOrString(schema: StructuralSchema): boolean {
  return schema["x-kubernetes-int-or-string"] === true;
}
