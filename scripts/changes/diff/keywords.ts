/** Reading the keywords of a schema whose keywords have the types that they must have. */
import { isJsonObject, type JsonObject } from "../../core/model/json.js";

/** What only people read. */
export const WORDING = ["description", "title", "example", "externalDocs"];

/** The declared fields, by name. */
export function fieldsOf(schema: JsonObject): Map<string, JsonObject> {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  return new Map(Object.entries(properties).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1])));
}

/** The fields that `required` lists. */
export function requiredOf(schema: JsonObject): readonly string[] {
  return Array.isArray(schema.required) ? schema.required.map(String) : [];
}

/** The validation rules of a node itself. */
export function rulesOf(schema: JsonObject): readonly JsonObject[] {
  const rules = schema["x-kubernetes-validations"];
  return Array.isArray(rules) ? rules.filter(isJsonObject) : [];
}

/** Whether fields that are not declared are kept. */
export function isKeeping(schema: JsonObject): boolean {
  return schema["x-kubernetes-preserve-unknown-fields"] === true;
}

export function pick(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));
}

export function omit(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
