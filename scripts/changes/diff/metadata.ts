/**
 * What every resource has, whether its schema declares it or not. A schema may restrict the type of a resource, its name
 * and the prefix of generated names. Source: apiextensions-apiserver pkg/apiserver/schema/objectmeta/validation.go
 * (Validate treats the root as an embedded resource), pkg/apiserver/schema/validation.go (checkMetadata).
 */
import { isJsonObject } from "../../core/model/json.js";
import { fieldsOf, isEmbeddedResource, type SchemaMap, type StructuralSchema } from "../../core/model/schema.js";

const TEXT = { type: "string" };
/** A kind in lower case is a DNS-1035 label. */
const TYPE = {
  apiVersion: { type: "string", minLength: 1 },
  kind: { type: "string", minLength: 1, maxLength: 63 },
};
/** The name of a custom object is a DNS subdomain, and it is given or generated before the schema is looked at. */
const ROOT_NAME = { type: "string", minLength: 1, maxLength: 253 };

/** A schema of whole objects with what each of them has: then a bound on it is seen for what it is. */
export function asResource(schema: StructuralSchema): StructuralSchema {
  const metadata = withFields(metadataOf(schema), { name: ROOT_NAME, generateName: TEXT }, ["name"]);
  const required = [...Object.keys(TYPE), "metadata"];
  return withFields({ ...schema, properties: { ...schema.properties, metadata } }, TYPE, required);
}

/**
 * The schema with what each embedded resource in it has, where its counterpart in another schema is one as well. Unlike
 * the root, those need no metadata, and no name.
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

/** The schema with fields, each within its bounds at least, and with what is required of them. */
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
