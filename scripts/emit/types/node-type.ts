/** Prints a node, trimmed to a channel, as a TypeScript type. */
import type { Field, ObjectNode, SchemaNode } from "../../core/model/api.js";
import { compareStrings } from "../../core/model/diagnostic.js";
import { describeValues, descriptionOf, enumValues } from "../schema.js";
import { schemaMembers } from "./schema-type.js";
import { arrayType, commentOf, literalOf, objectType, type Property, recordType, unionType } from "./syntax.js";

/** Returns the name under which a declared type is printed elsewhere, or undefined if the type is printed in place. */
export type Refer = (node: SchemaNode) => string | undefined;

/** Returns the type of a node at a place where it is used, as the members of a union. */
function membersOf(node: SchemaNode, refer: Refer): string[] {
  const name = node.isDeclared ? refer(node) : undefined;
  const members = name === undefined ? bodyOf(node, refer) : [name];
  const isEnum = node.form === "scalar" && node.values !== undefined; // for which the API server rejects null
  return node.nullable && !isEnum ? [...members, "null"] : members;
}

/** Returns the type of a node in full, without the null that a use of it may add. */
export function bodyOf(node: SchemaNode, refer: Refer): string[] {
  switch (node.form) {
    case "scalar":
      return node.values?.map(({ value }) => literalOf(value)) ?? [node.type];
    case "array":
      return [arrayType(membersOf(node.items, refer))];
    case "map":
      return [recordType(membersOf(node.values, refer))];
    case "object":
      return [objectType(propertiesOf(node, refer), keepsUnknown(node))];
    case "raw":
      return schemaMembers(keepsUnknown(node) ? { ...node.schema, [KEEPS_UNKNOWN]: true } : node.schema);
  }
}

/** Returns the nodes to whose types the type of a node refers. */
export function usedBy(node: SchemaNode): readonly SchemaNode[] {
  switch (node.form) {
    case "array":
      return [node.items];
    case "map":
      return [node.values];
    case "object":
      return node.fields.map((field) => field.node);
    default:
      return [];
  }
}

const KEEPS_UNKNOWN = "x-kubernetes-preserve-unknown-fields";

/**
 * Reports whether the author asks to preserve unknown fields. The bundle's setting does not count: it preserves such
 * fields in stored objects, but clients are not meant to write them.
 */
export function keepsUnknown({ constraints }: SchemaNode): boolean {
  return constraints.some(({ keyword, value }) => keyword === KEEPS_UNKNOWN && value === true);
}

/** Returns the fields of an object in code-unit order, as in the CRD. */
export function propertiesOf({ fields }: ObjectNode, refer: Refer): Property[] {
  return [...fields]
    .sort((a, b) => compareStrings(a.name, b.name))
    .map((field) => ({
      name: field.name,
      isOptional: field.optional,
      type: unionType(membersOf(field.node, refer)),
      comment: describe(field),
    }));
}

/** Returns the comment of a field: the description as in the CRD, with the deprecation as a tag, which editors show. */
export function describe({ prose, node, deprecated }: Field): string {
  return commentOf(descriptionOf(prose, describeValues(enumValues(node))), deprecated);
}
