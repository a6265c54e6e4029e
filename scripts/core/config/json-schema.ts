/** Prints the schema of a configuration file as JSON Schema, with which editors complete keys and underline mistakes. */
import type { Json, JsonObject } from "../model/json.js";
import { ANY_KEY, descriptionOf, type FieldSchema, isOptional, keysOf, type SchemaKeys } from "./schema.js";
import { SETTINGS_SCHEMA } from "./settings-schema.js";

/**
 * Returns the JSON Schema of `apis/bundle.yaml`. It accepts all valid settings. Of the invalid ones, it accepts those
 * that only a comparison of two values, or a rule of another system, makes invalid.
 */
export function settingsJsonSchema(): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Settings of a bundle, apis/bundle.yaml",
    ...jsonSchemaOf(SETTINGS_SCHEMA),
  };
}

function jsonSchemaOf(schema: FieldSchema): JsonObject {
  const inner = schema.wrapped ?? schema;
  const description = descriptionOf(schema);
  return {
    ...(description !== undefined && { description: withoutLinks(description) }),
    ...valueSchema(inner),
  };
}

function valueSchema({ options, json, ...schema }: FieldSchema): JsonObject {
  const keys = keysOf(schema);
  if (keys) return { ...mappingSchema(keys), ...json };
  if (options) return { enum: options };
  if (json) return json;
  throw new Error("a setting needs its JSON Schema: see inJsonSchema");
}

function mappingSchema({ [ANY_KEY]: any, ...keys }: SchemaKeys): JsonObject {
  const properties = Object.entries(keys).map(([key, schema]): [string, Json] => [key, jsonSchemaOf(schema)]);
  const required = Object.keys(keys).filter((key) => keys[key] !== undefined && !isOptional(keys[key]));
  return {
    type: "object",
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    additionalProperties: any === undefined ? false : jsonSchemaOf(any),
  };
}

/** Returns Markdown without its links, because a page that is relative to the docs is not relative to the schema. */
function withoutLinks(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");
}
