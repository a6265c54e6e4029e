/** Embedded resources. Source: apiextensions-apiserver pkg/apiserver/schema/objectmeta. */
import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import { EMBEDDED_FIELDS, isEmbeddedResource, type StructuralSchema } from "../../core/model/schema.js";

/** Reports whether a field belongs to an embedded resource, declared or not. */
export function isImplied(schema: StructuralSchema, name: string): boolean {
  return isEmbeddedResource(schema) && EMBEDDED_FIELDS.includes(name);
}

/** Returns the errors in a value as an embedded resource. The content of its metadata is not checked. */
export function embeddedProblems(resource: JsonObject): string[] {
  const { metadata } = resource;
  return [
    ...embeddedFieldProblems(resource).map(({ field, problem }) => `"${field}" ${problem}`),
    ...(metadata === undefined || isJsonObject(metadata) ? [] : ['"metadata" must be an object']),
  ];
}

interface FieldProblem {
  readonly field: "apiVersion" | "kind";
  readonly problem: string;
}

/** Returns the problems of the type of an embedded resource, by field. */
export function embeddedFieldProblems({ apiVersion, kind }: JsonObject): FieldProblem[] {
  const isVersion = isText(apiVersion, /^[^/]+$|^[^/]*\/[^/]*$/);
  const isKind = isText(kind, /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/);
  return [
    ...(isVersion ? [] : [{ field: "apiVersion", problem: "must be a group and a version" } as const]),
    ...(isKind ? [] : [{ field: "kind", problem: "must be a valid kind" } as const]),
  ];
}

function isText(value: unknown, form: RegExp): boolean {
  return typeof value === "string" && form.test(value);
}
