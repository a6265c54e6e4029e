/** Resources within resources. Source: apiextensions-apiserver pkg/apiserver/schema/objectmeta. */
import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import { isEmbeddedResource, keepsUnknownFields, type StructuralSchema } from "../../core/model/schema.js";

/** What a resource has, declared or not. */
export const EMBEDDED_FIELDS: readonly string[] = ["apiVersion", "kind", "metadata"];

/** Whether a field belongs to an embedded resource, declared or not. */
export function isImplied(schema: StructuralSchema, name: string): boolean {
  return isEmbeddedResource(schema) && EMBEDDED_FIELDS.includes(name);
}

/** Whether objects may have a field that their schema does not declare. The root of a resource does not say that it is one. */
export function mayHaveUndeclared(schema: StructuralSchema, name: string): boolean {
  return keepsUnknownFields(schema) || EMBEDDED_FIELDS.includes(name);
}

/** What is wrong with a value as a resource. What the metadata holds is not looked at. */
export function embeddedProblems(resource: JsonObject): string[] {
  const { apiVersion, kind, metadata } = resource;
  return [
    ...(isText(apiVersion, /^[^/]+$|^[^/]*\/[^/]*$/) ? [] : ['"apiVersion" is no group and version']),
    ...(isText(kind, /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/) ? [] : ['"kind" is no kind']),
    ...(metadata === undefined || isJsonObject(metadata) ? [] : ['"metadata" is no object']),
  ];
}

function isText(value: unknown, form: RegExp): boolean {
  return typeof value === "string" && form.test(value);
}
