import { isJsonObject } from "../../../core/model/json.js";
import { isEmbeddedResource, isIntOrString, keepsUnknownFields } from "../../../core/model/schema.js";
import type { CrdProblem } from "../problem.js";
import { eachNode } from "../rule.js";
import { typeProblem } from "./keywords.js";
import type { SchemaNode } from "./nodes.js";

/**
 * Checks that every value has a type, and the resources that of a resource.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/validation.go (validateStructuralInvariants).
 */
export const typesRule = eachNode((node) =>
  node.position === "branch" ? [] : [...ownProblems(node), ...resourceProblems(node)],
);

const OF_POSITION = { root: "the root", field: "a field", item: "an item of a list", value: "a value of a map" };

function ownProblems({ schema, path, position }: SchemaNode): CrdProblem[] {
  const { type } = schema;
  if (isEmbeddedResource(schema) && type !== "object") {
    return [typeProblem(path, "an embedded resource must have the type object")];
  }
  const isFree = isIntOrString(schema) || keepsUnknownFields(schema);
  if (type === undefined && !isFree && position !== "branch") {
    return [typeProblem(path, `${OF_POSITION[position]} must have a type`)];
  }
  return position === "root" && type !== undefined && type !== "object"
    ? [typeProblem(path, "the root must have the type object")]
    : [];
}

const RESOURCE_TYPES = [
  ["apiVersion", "string"],
  ["kind", "string"],
  ["metadata", "object"],
] as const;

/** Checks the fields that every resource has. A field without a type is reported as such. */
function resourceProblems({ schema, path, position }: SchemaNode): CrdProblem[] {
  const { properties = {} } = schema;
  if (position !== "root" && !isEmbeddedResource(schema)) return [];
  return RESOURCE_TYPES.flatMap(([name, type]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isJsonObject(field) || field.type === type || lacksType(field)) return [];
    return [typeProblem([...path, "properties", name], `${name} of a resource must have the type ${type}`)];
  });
}

function lacksType(field: SchemaNode["schema"]): boolean {
  return field.type === undefined && !isIntOrString(field) && !keepsUnknownFields(field) && !isEmbeddedResource(field);
}
