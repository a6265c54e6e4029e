/**
 * The metadata of resources. A schema may bound the name and the prefix of generated names, and nothing else; every
 * object has them, declared or not, and a name is a DNS subdomain. Source: apiextensions-apiserver
 * pkg/apis/apiextensions/validation (validateCustomResourceDefinitionOpenAPISchema), pkg/registry/customresource.
 */
import { EMBEDDED_FIELDS } from "../accept/embedded.js";
import { isJsonObject, type Json, type JsonObject } from "../model/json.js";
import { fieldsOf } from "./keywords.js";

const LONGEST_NAME = 253;

/** The schema with what every resource in it has: then a bound on a name is seen for what it is. */
export function withImpliedMetadata(schema: JsonObject): JsonObject {
  return withinResources(
    schema,
    EMBEDDED_FIELDS.every((name) => fieldsOf(schema).has(name)),
  );
}

function withinResources(schema: JsonObject, isResource: boolean): JsonObject {
  const { properties, items, additionalProperties } = schema;
  const inner = (value: Json): Json => (isJsonObject(value) ? withImplied(value) : value);
  const fields = isJsonObject(properties) ? properties : {};
  const implied = isResource && isJsonObject(fields.metadata) ? { metadata: withNames(fields.metadata) } : {};
  return {
    ...schema,
    ...(isJsonObject(properties) && {
      properties: {
        ...Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, inner(field)])),
        ...implied,
      },
    }),
    ...(items !== undefined && { items: inner(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: inner(additionalProperties) }),
  };
}

function withImplied(schema: JsonObject): JsonObject {
  return withinResources(schema, schema["x-kubernetes-embedded-resource"] === true);
}

function withNames(metadata: JsonObject): JsonObject {
  const declared = isJsonObject(metadata.properties) ? metadata.properties : {};
  const [name, generateName] = ["name", "generateName"].map((field) => fieldOf(declared, field)) as [
    JsonObject,
    JsonObject,
  ];
  const maxLength = Math.min(LONGEST_NAME, typeof name.maxLength === "number" ? name.maxLength : LONGEST_NAME);
  return {
    ...metadata,
    properties: {
      ...declared,
      name: { type: "string", minLength: 1, ...name, maxLength },
      generateName: { type: "string", ...generateName },
    },
  };
}

function fieldOf(declared: JsonObject, name: string): JsonObject {
  const field = declared[name];
  return isJsonObject(field) ? field : {};
}
