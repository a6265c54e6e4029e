/**
 * Schemas as the API server's CEL sees them. Source: k8s.io/apiserver, pkg/cel/common/schemas.go and
 * pkg/cel/types.go.
 */
import type { ArrayNode, Field, MapNode, ObjectNode, RawNode, SchemaNode } from "../../core/model/api.js";
import { isJsonObject } from "../../core/model/json.js";
import { isIntOrString, type StructuralSchema } from "../../core/model/schema.js";
import { RESERVED } from "./syntax/reserved.js";
import { celName } from "./types/names.js";

const NOWHERE = { location: { file: "", start: 0, end: 0 }, nullable: false, types: [], constraints: [] } as const;

/** Fields of the metadata of an object that a rule can read. */
export const METADATA: ObjectNode = {
  ...NOWHERE,
  form: "object",
  fields: ["name", "generateName"].map((name) =>
    toField(name, { ...NOWHERE, form: "scalar", type: "string" }, name !== "name"),
  ),
  tombstones: [],
};

/**
 * Returns a node as an object, list or map, even if it is a raw schema. Returns undefined if it contains nothing to
 * read.
 */
export function shapeOf(node: SchemaNode): ObjectNode | ArrayNode | MapNode | undefined {
  if (node.form === "scalar") return undefined;
  if (node.form !== "raw") return node;
  if (!rawShapes.has(node)) rawShapes.set(node, rawShape(node));
  return rawShapes.get(node);
}

/** Cache: the shape of a node never changes, and is needed often. */
const rawShapes = new WeakMap<RawNode, ReturnType<typeof shapeOf>>();

function rawShape(node: RawNode): ObjectNode | ArrayNode | MapNode | undefined {
  const { type, items, additionalProperties, properties = {}, required = [] } = node.schema;
  const raw = (schema: StructuralSchema): RawNode => ({ ...NOWHERE, form: "raw", schema, location: node.location });
  const bare = { ...NOWHERE, location: node.location };
  if (type === "array" && items) return { ...bare, form: "array", items: raw(items) };
  if (type !== "object") return undefined;
  if (isJsonObject(additionalProperties)) return { ...bare, form: "map", values: raw(additionalProperties) };
  const fields = Object.entries(properties).map(([name, schema]) =>
    toField(name, raw(schema), !required.includes(name)),
  );
  return { ...bare, form: "object", fields, tombstones: [] };
}

function toField(name: string, node: SchemaNode, optional: boolean): Field {
  return { name, location: node.location, optional, prose: [], node };
}

/** Reports whether a node is an embedded object, with its own apiVersion, kind and metadata. */
export function isEmbedded(node: SchemaNode): boolean {
  const keyword = "x-kubernetes-embedded-resource";
  if (node.form === "raw" && node.schema[keyword] === true) return true;
  return node.constraints.some((constraint) => constraint.keyword === keyword && constraint.value === true);
}

/**
 * Reports whether CEL has a type for a node. For a rule, a field without a type does not exist, even if it has a value.
 */
export function hasType(node: SchemaNode): boolean {
  switch (node.form) {
    case "array":
      return hasType(node.items);
    case "map":
      return hasType(node.values);
    case "raw":
      return node.isUnread === true || isTyped(node.schema);
    default:
      return true;
  }
}

function isTyped(schema: StructuralSchema | undefined): boolean {
  if (!schema) return false;
  if (isIntOrString(schema)) return true;
  if (schema.type === "array") return isTyped(schema.items);
  return (
    schema.type !== undefined && (!isJsonObject(schema.additionalProperties) || isTyped(schema.additionalProperties))
  );
}

/** Reports whether a rule refers to a field by this name. After a dot, reserved names need not be escaped. */
export function isNamed(field: Field, name: string): boolean {
  return celName(field.name) === name || (RESERVED.has(name) && field.name === name);
}
