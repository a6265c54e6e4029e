import { isJsonArray, isJsonObject, type JsonObject } from "../../../core/model/json.js";
import { isEmbeddedResource, isIntOrString, keepsUnknownFields } from "../../../core/model/schema.js";
import { type CrdProblem, problem } from "../problem.js";
import { eachNode, eachVersion, ratcheted } from "../rule.js";
import type { SchemaNode } from "./nodes.js";

/** A keyword that a schema cannot have, and why. */
interface Forbidden {
  readonly keyword: string;
  readonly reason: string;
  readonly isBroken: (node: SchemaNode) => boolean;
}

function isSet(keyword: string): (node: SchemaNode) => boolean {
  return ({ schema }) => schema[keyword] !== undefined;
}

function isFilled(keyword: string): (node: SchemaNode) => boolean {
  return ({ schema }) => Object.keys(schema[keyword] ?? {}).length > 0;
}

const UNSUPPORTED = "schemas of CRDs do not support it";

/**
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (specStandardValidatorV3.validate,
 * ValidateCustomResourceDefinitionOpenAPISchema), and pkg/apiserver/schema (convert.go, validateExtensions,
 * validateStructuralInvariants).
 */
const FORBIDDEN: readonly Forbidden[] = [
  ...["id", "$schema", "$ref", "additionalItems", "dependencies"].map((keyword) => ({
    keyword,
    reason: UNSUPPORTED,
    isBroken: isSet(keyword),
  })),
  ...["patternProperties", "definitions"].map((keyword) => ({
    keyword,
    reason: UNSUPPORTED,
    isBroken: isFilled(keyword),
  })),
  {
    keyword: "items",
    reason: "it must be a schema, not a list of schemas",
    isBroken: ({ schema }) => hasSchemaList(schema),
  },
  {
    keyword: "type",
    reason: "null is not a type; use `nullable: true`",
    isBroken: ({ schema }) => schema.type === "null",
  },
  {
    keyword: "uniqueItems",
    reason: 'it would take quadratic time; use `x-kubernetes-list-type: "set"`',
    isBroken: isSet("uniqueItems"),
  },
  {
    keyword: "nullable",
    reason: "an object must not be null",
    isBroken: ({ schema, position }) => position === "root" && schema.nullable === true,
  },
  {
    keyword: "additionalProperties",
    reason: "an object has known fields",
    isBroken: ({ schema, position }) => position === "root" && schema.additionalProperties !== undefined,
  },
  {
    keyword: "additionalProperties",
    reason: "a schema is either that of a map or that of an object with `properties`",
    isBroken: ({ schema, position }) =>
      position !== "root" &&
      !isEmbeddedResource(schema) &&
      Object.keys(schema.properties ?? {}).length > 0 &&
      schema.additionalProperties !== undefined &&
      schema.additionalProperties !== true,
  },
  {
    keyword: "additionalProperties",
    reason: "an embedded resource is not a map",
    isBroken: ({ schema, position }) =>
      position !== "root" && isEmbeddedResource(schema) && schema.additionalProperties !== undefined,
  },
  {
    keyword: "x-kubernetes-preserve-unknown-fields",
    reason: "it must be true or omitted",
    isBroken: ({ schema }) => schema["x-kubernetes-preserve-unknown-fields"] === false,
  },
  {
    keyword: "x-kubernetes-preserve-unknown-fields",
    reason: "an integer or string has no fields",
    isBroken: ({ schema, position }) => position !== "branch" && isIntOrString(schema) && keepsUnknownFields(schema),
  },
  {
    keyword: "x-kubernetes-embedded-resource",
    reason: "an integer or string is not a resource",
    isBroken: ({ schema, position }) => position !== "branch" && isIntOrString(schema) && isEmbeddedResource(schema),
  },
  {
    keyword: "x-kubernetes-embedded-resource",
    reason: "metadata cannot contain a resource",
    isBroken: ({ schema, resourcePath }) => resourcePath !== undefined && isEmbeddedResource(schema),
  },
];

/** Checks that no schema has a keyword that its position or its other keywords exclude. */
export const keywordsRule = eachNode((node) =>
  FORBIDDEN.filter(({ isBroken }) => isBroken(node)).map(({ keyword, reason }) => forbidden(node, keyword, reason)),
);

const TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"];

/** Checks that every type is one of JSON Schema. */
export const typeNameRule = ratcheted(
  eachNode(({ schema: { type }, path }) =>
    type === undefined || TYPES.includes(type) ? [] : [typeProblem(path, `"${type}" is not a type`)],
  ),
);

/** Returns a problem with the type of a schema. */
export function typeProblem(path: SchemaNode["path"], cause: string): CrdProblem {
  return problem("crd-type", { problem: cause }, [...path, "type"]);
}

function isForbidden(node: SchemaNode, keyword: string): boolean {
  return FORBIDDEN.some((each) => each.keyword === keyword && each.isBroken(node));
}

function forbidden({ path }: SchemaNode, keyword: string, reason: string): CrdProblem {
  return problem("crd-keyword", { keyword, reason }, [...path, keyword]);
}

/**
 * Keywords that a root can have if there is a status subresource, so a status can be validated by itself.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (allowedFieldsAtRootSchema).
 */
const BESIDE_STATUS = new Set([
  ..."description type format title maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength".split(" "),
  ..."pattern maxItems minItems uniqueItems multipleOf required items properties externalDocs example".split(" "),
  ..."x-kubernetes-preserve-unknown-fields x-kubernetes-validations".split(" "),
]);
/** Checks that the API server can validate the status of an object by itself. */
export const statusRule = eachVersion(({ hasStatus, nodes: [root] }) => {
  if (!hasStatus || !root) return [];
  const reason = "the root of a schema with a status subresource cannot have it";
  return Object.keys(root.schema)
    .filter((keyword) => !BESIDE_STATUS.has(keyword) && !isForbidden(root, keyword))
    .map((keyword) => forbidden(root, keyword, reason));
});

/** Checks that a list and a resource state their content. */
export const contentRule = eachNode(({ schema, path, position }) => {
  if (position === "branch") return [];
  // A list of schemas is reported as such.
  const hasItems = isJsonObject(schema.items) || hasSchemaList(schema);
  const isBareResource =
    isEmbeddedResource(schema) && !keepsUnknownFields(schema) && Object.keys(schema.properties ?? {}).length === 0;
  return [
    ...(schema.type === "array" && !hasItems ? [missing(path, "items", "a list must have a schema of its items")] : []),
    ...(isBareResource ? [missing(path, "properties", "a resource must have fields or preserve unknown ones")] : []),
  ];
});

/** Reports whether `items` is a list of schemas, which Go decodes. */
function hasSchemaList(schema: JsonObject): boolean {
  return isJsonArray(schema.items) && schema.items.length > 0;
}

function missing(path: SchemaNode["path"], keyword: string, reason: string): CrdProblem {
  return problem("crd-keyword-missing", { keyword, reason }, [...path, keyword]);
}
