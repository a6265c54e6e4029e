/** Every schema inside a schema, with its position, which decides the keywords that it can have. */
import { isJsonObject, type Json } from "../../../core/model/json.js";
import { EMBEDDED_FIELDS, isEmbeddedResource, type StructuralSchema } from "../../../core/model/schema.js";
import type { Path } from "../problem.js";
import { structuralKeywords } from "./equality.js";

export interface SchemaNode {
  readonly schema: StructuralSchema;
  readonly path: Path;
  /** Position of the schema. A `branch` is below allOf, anyOf, oneOf or not, and only constrains values. */
  readonly position: "root" | "field" | "item" | "value" | "branch";
  /**
   * Set inside apiVersion, kind and metadata of a resource, embedded or not: the part of the path that leads to the
   * schema of the resource.
   */
  readonly resourcePath?: Path;
  /** Why the schema cannot have a default. */
  readonly noDefault?: string;
  /** Set for the two schemas of anyOf that state `x-kubernetes-int-or-string`, and can have a type. */
  readonly isIntOrStringForm?: true;
  /** Set for the first schema of allOf of a schema that is not a branch. */
  readonly isFirstOfAll?: true;
  /** Set below additionalProperties, where defaults are neither pruned nor validated. */
  readonly isInValues: boolean;
}

type Position = Omit<SchemaNode, "schema" | "path">;

/**
 * Returns the nodes of a schema in the order of the document. Positions that the API server always rejects, such as
 * `definitions` and a list of `items`, contain no nodes.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (ValidateCustomResourceDefinitionOpenAPISchema) and
 * pkg/apiserver/schema/validation.go.
 */
export function nodesOf(root: StructuralSchema, path: Path): SchemaNode[] {
  const nodes: SchemaNode[] = [];
  add(nodes, { schema: root, path, position: "root", isInValues: false });
  return nodes;
}

function add(nodes: SchemaNode[], node: SchemaNode): void {
  nodes.push(node);
  for (const child of childrenOf(node)) add(nodes, child);
}

function childrenOf(node: SchemaNode): SchemaNode[] {
  const { schema, path } = node;
  const { items, additionalProperties, properties = {} } = schema;
  const child = (inner: Json | undefined, steps: Path, position: Position): SchemaNode[] =>
    isJsonObject(inner) ? [{ ...position, schema: inner, path: [...path, ...steps] }] : [];
  return [
    ...Object.entries(properties).flatMap(([name, field]) => child(field, ["properties", name], fieldOf(node, name))),
    ...child(items, ["items"], inside(node, "item")),
    ...child(additionalProperties, ["additionalProperties"], valuesOf(node)),
    ...branchesOf(node),
  ];
}

function inside(
  { position, resourcePath, noDefault, isInValues }: SchemaNode,
  place: "field" | "item" | "value",
): Position {
  const kept = { isInValues, ...(resourcePath && { resourcePath }), ...(noDefault !== undefined && { noDefault }) };
  return { ...kept, position: position === "branch" ? "branch" : place };
}

function fieldOf(node: SchemaNode, name: string): Position {
  const isRoot = node.position === "root";
  const isMeta = (isRoot || isEmbeddedResource(node.schema)) && EMBEDDED_FIELDS.includes(name);
  if (!isMeta) return inside(node, "field");
  return {
    ...inside(node, "field"),
    resourcePath: node.path,
    ...(isRoot && { noDefault: `in \`${name}\` of the resource` }),
  };
}

function valuesOf(node: SchemaNode): Position {
  const noDefault = "in a map inside of metadata";
  return { ...inside(node, "value"), isInValues: true, ...(node.resourcePath && { noDefault }) };
}

function branchesOf(node: SchemaNode): SchemaNode[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = node.schema;
  const form = statesIntOrString(node) ? { isIntOrStringForm: true as const } : {};
  const first = node.position === "branch" ? {} : { isFirstOfAll: true as const };
  const branch = (schema: StructuralSchema, steps: Path, more: Partial<Position> = {}): SchemaNode => ({
    ...inside(node, "value"),
    ...more,
    position: "branch",
    schema,
    path: [...node.path, ...steps],
  });
  return [
    ...allOf.map((schema, index) => branch(schema, ["allOf", index], index === 0 ? first : {})),
    ...anyOf.map((schema, index) => branch(schema, ["anyOf", index], form)),
    ...oneOf.map((schema, index) => branch(schema, ["oneOf", index])),
    ...(not ? [branch(not, ["not"])] : []),
  ];
}

const INT_OR_STRING = ["integer", "string"];

/**
 * Reports whether anyOf states that values are integers or strings. Its schemas can then have a type, whether or not
 * the schema sets `x-kubernetes-int-or-string`.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/validation.go (isIntOrStringAnyOfPattern and
 * isIntOrStringAllOfPattern).
 */
function statesIntOrString({ schema: { anyOf = [] }, position, isFirstOfAll }: SchemaNode): boolean {
  const isPossible = anyOf.length === INT_OR_STRING.length && (position !== "branch" || isFirstOfAll === true);
  return isPossible && anyOf.every((each, index) => each.type === INT_OR_STRING[index] && hasOnlyType(each));
}

function hasOnlyType(schema: StructuralSchema): boolean {
  return structuralKeywords(schema).join() === "type";
}
