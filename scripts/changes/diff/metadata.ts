/**
 * Fields that every resource has, even if its schema does not declare them. A schema may restrict the type of a
 * resource, its name and the prefix of generated names. Source: apiextensions-apiserver
 * pkg/apiserver/schema/objectmeta/validation.go (Validate treats the root as an embedded resource),
 * pkg/apiserver/schema/validation.go (checkMetadata).
 */
import { isJsonObject } from "../../core/model/json.js";
import { fieldsOf, isEmbeddedResource, type SchemaMap, type StructuralSchema } from "../../core/model/schema.js";

const TEXT = { type: "string" };
/** In lowercase, a kind is a DNS-1035 label, which has at most 63 characters. */
const TYPE = {
  apiVersion: { type: "string", minLength: 1 },
  kind: { type: "string", minLength: 1, maxLength: 63 },
};
/**
 * The name of a custom resource is a DNS subdomain. It is set or generated before the object is validated against the
 * schema.
 */
const ROOT_NAME = { type: "string", minLength: 1, maxLength: 253 };

/**
 * Returns a schema of whole objects with the fields that every object has, so bounds on these fields can be compared.
 */
export function asResource(schema: StructuralSchema): StructuralSchema {
  const metadata = withFields(metadataOf(schema), { name: ROOT_NAME, generateName: TEXT }, ["name"]);
  const required = [...Object.keys(TYPE), "metadata"];
  return withFields({ ...schema, properties: { ...schema.properties, metadata } }, TYPE, required);
}

/**
 * Adds to each embedded resource the fields that it always has, if its counterpart in the other schema is an embedded
 * resource too. Unlike the root, an embedded resource does not need metadata or a name.
 */
export function withEmbeddedFields(schema: StructuralSchema, other: StructuralSchema): StructuralSchema {
  const { items, additionalProperties } = schema;
  const inner = <Value extends StructuralSchema | boolean>(value: Value, counterpart: Value | undefined) =>
    isJsonObject(value) && isJsonObject(counterpart) ? withEmbeddedFields(value, counterpart) : value;
  const counterparts = fieldsOf(other);
  const fields = [...fieldsOf(schema)].map(([name, field]) => [name, inner(field, counterparts.get(name))]);
  const whole: StructuralSchema = {
    ...schema,
    ...(fields.length > 0 && { properties: Object.fromEntries(fields) }),
    ...(items !== undefined && { items: inner(items, other.items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: inner(additionalProperties, other.additionalProperties),
    }),
  };
  if (![schema, other].every(isEmbeddedResource)) return whole;
  const metadata = withFields(metadataOf(whole), { name: TEXT, generateName: TEXT }, []);
  return withFields({ ...whole, properties: { ...whole.properties, metadata } }, TYPE, Object.keys(TYPE));
}

function metadataOf(schema: StructuralSchema): StructuralSchema {
  return fieldsOf(schema).get("metadata") ?? { type: "object" };
}

/** Adds fields and required names to a schema. A field that exists keeps its own bounds if they are stricter. */
function withFields(schema: StructuralSchema, fields: SchemaMap, required: readonly string[]): StructuralSchema {
  const declared = fieldsOf(schema);
  const bounded = Object.entries(fields).map(([name, bounds]) => [name, within(bounds, declared.get(name) ?? {})]);
  return {
    ...schema,
    properties: { ...schema.properties, ...Object.fromEntries(bounded) },
    required: [...new Set([...(schema.required ?? []), ...required])],
  };
}

function within(bounds: StructuralSchema, field: StructuralSchema): StructuralSchema {
  const stricter = (keyword: "minLength" | "maxLength", choose: (...limits: number[]) => number) => {
    const limits = [bounds[keyword], field[keyword]].filter((limit) => limit !== undefined);
    return limits.length > 0 ? { [keyword]: choose(...limits) } : {};
  };
  return { ...bounds, ...field, ...stricter("minLength", Math.max), ...stricter("maxLength", Math.min) };
}
