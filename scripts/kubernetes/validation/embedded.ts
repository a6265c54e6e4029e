/** Embedded resources. Source: apiextensions-apiserver pkg/apiserver/schema/objectmeta. */
import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import { EMBEDDED_FIELDS, isEmbeddedResource, type StructuralSchema } from "../../core/model/schema.js";

/** Reports whether a field belongs to an embedded resource, declared or not. */
export function isImplied(schema: StructuralSchema, name: string): boolean {
  return isEmbeddedResource(schema) && EMBEDDED_FIELDS.includes(name);
}

/** Returns the errors in a value as an embedded resource. The content of its metadata is not checked. */
export function embeddedProblems(resource: JsonObject): string[] {
  const { apiVersion, kind, metadata } = resource;
  return [
    ...(isText(apiVersion, /^[^/]+$|^[^/]*\/[^/]*$/) ? [] : ['"apiVersion" must be a group and a version']),
    ...(isText(kind, /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/) ? [] : ['"kind" must be a valid kind']),
    ...(metadata === undefined || isJsonObject(metadata) ? [] : ['"metadata" must be an object']),
  ];
}

function isText(value: unknown, form: RegExp): boolean {
  return typeof value === "string" && form.test(value);
}
