/** A trimmed node → its TypeScript type. */
import type { Field, ObjectNode, SchemaNode } from "../../core/model/api.js";
import { compareStrings } from "../../core/model/diagnostic.js";
import { describeValues, enumValues, renderProse } from "../schema.js";
import { schemaMembers } from "./schema-type.js";
import { arrayType, commentOf, literalOf, objectType, type Property, recordType, unionType } from "./syntax.js";

/** The name under which a declared type is printed elsewhere; undefined where it is to be written in place. */
export type Refer = (node: SchemaNode) => string | undefined;

/** The type of a node where it is used, as the members of a union. */
function membersOf(node: SchemaNode, refer: Refer): string[] {
  const name = node.isDeclared ? refer(node) : undefined;
  const members = name === undefined ? bodyOf(node, refer) : [name];
  return node.nullable ? [...members, "null"] : members;
}

/** The type of a node written out, without the null that a use of it may add. */
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

const KEEPS_UNKNOWN = "x-kubernetes-preserve-unknown-fields";

/** Whether the author asks to keep unknown fields. Where only the bundle's setting does, nobody is meant to name any. */
export function keepsUnknown({ constraints }: SchemaNode): boolean {
  return constraints.some(({ keyword, value }) => keyword === KEEPS_UNKNOWN && value === true);
}

/** The fields of an object in code-unit order, as in the CRD. */
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

/** The words of a field as in the CRD; that it is deprecated is a tag here, which editors show. */
function describe({ prose, node, deprecated }: Field): string {
  const parts = [renderProse(prose), describeValues(enumValues(node))];
  return commentOf(parts.filter((part) => part !== "").join("\n\n"), deprecated);
}
