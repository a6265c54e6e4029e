/** Prints a raw schema as the TypeScript type of the values that it accepts, as exactly as types allow. */
import { isJsonObject } from "../../core/model/json.js";
import {
  isEmbeddedResource,
  isIntOrString,
  keepsUnknownFields,
  type StructuralSchema,
} from "../../core/model/schema.js";
import { arrayType, literalOf, objectType, type Property, recordType, unionType } from "./syntax.js";

/** Returns the type as the members of a union. */
export function schemaMembers(schema: StructuralSchema): string[] {
  if (schema.enum) return schema.enum.map(literalOf); // the API server rejects null even if it is nullable
  const members = membersByType(schema);
  return schema.nullable === true ? [...members, "null"] : members;
}

function membersByType(schema: StructuralSchema): string[] {
  if (isIntOrString(schema)) return ["number", "string"];
  switch (schema.type) {
    case "string":
    case "boolean":
      return [schema.type];
    case "integer":
    case "number":
      return ["number"];
    case "array":
      return [arrayType(membersOf(schema.items))];
    case "object":
      return [objectSchemaType(schema)];
    default:
      return ["unknown"];
  }
}

/** Returns the type of a schema inside another one. A missing schema or `true` accepts every value. */
function membersOf(schema: StructuralSchema | boolean | undefined): string[] {
  return isJsonObject(schema) ? schemaMembers(schema) : ["unknown"];
}

function objectSchemaType(schema: StructuralSchema): string {
  const { properties = {}, additionalProperties, required = [] } = schema;
  const own = Object.entries(properties);
  const isEmbedded = isEmbeddedResource(schema);
  if (own.length === 0 && !isEmbedded) return recordType(membersOf(additionalProperties));
  const fields = own.map(([name, field]) => property(name, unionType(membersOf(field)), !required.includes(name)));
  const identity = isEmbedded ? EMBEDDED.filter(({ name }) => !own.some(([field]) => field === name)) : [];
  return objectType([...identity, ...fields.sort(byName)], keepsUnknownFields(schema));
}

/** Fields that the API server expects in every embedded object. */
const EMBEDDED = [
  property("apiVersion", "string", false),
  property("kind", "string", false),
  property("metadata", "meta.ObjectMeta", true),
];

function property(name: string, type: string, isOptional: boolean): Property {
  return { name, isOptional, type, comment: "" };
}

function byName(a: Property, b: Property): number {
  return a.name < b.name ? -1 : 1;
}
