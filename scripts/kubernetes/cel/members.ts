/** Finds a field or key in a schema: its own schema, and whether every object has it. */
import type { Field, SchemaNode } from "../../core/model/api.js";
import { hasType, isEmbedded, isNamed, METADATA, shapeOf } from "./schema.js";

interface Member {
  readonly name: string;
  readonly node?: SchemaNode;
  /** `unclaimed` if nothing is known. */
  readonly presence: "always" | "optional" | "unclaimed";
}

const known = new WeakMap<SchemaNode, Map<string, Member>>();

/** Returns the field or key with a name in an object or map. The result is cached, because every world needs it. */
export function memberOf(node: SchemaNode | undefined, name: string, isRoot: boolean): Member {
  if (!node) return { name, presence: "unclaimed" };
  const members = known.get(node) ?? new Map<string, Member>();
  const member = members.get(name) ?? findMember(node, name, isRoot);
  known.set(node, members.set(name, member));
  return member;
}

function findMember(node: SchemaNode, name: string, isRoot: boolean): Member {
  const unclaimed: Member = { name, presence: "unclaimed" };
  const shape = shapeOf(node);
  if (!shape || shape.form === "array") return unclaimed;
  if (shape.form === "map") return { name, node: shape.values, presence: "optional" };
  if (isRoot || isEmbedded(node)) {
    if (name === "metadata") return { name, node: METADATA, presence: "always" };
    if (name === "apiVersion" || name === "kind") return { name, presence: "always" };
  }
  const field = shape.fields.find((candidate) => isNamed(candidate, name));
  if (!field || !hasType(field.node)) return unclaimed;
  return { name: field.name, node: field.node, presence: isAlwaysThere(field) ? "always" : "optional" };
}

/**
 * Reports whether every object has a field: it is required, or has a default, which the API server sets before it
 * evaluates rules. A default in one channel counts for both: a missed problem is better than a false one.
 */
function isAlwaysThere({ optional, node }: Field): boolean {
  if (!optional || (node.form === "raw" && node.schema.default !== undefined)) return true;
  return node.constraints.some((constraint) => constraint.keyword === "default");
}

/** Returns the schema of the elements of a list, or of the values of a map. */
export function elementOf(node: SchemaNode | undefined): SchemaNode | undefined {
  const shape = node && shapeOf(node);
  if (!shape || shape.form === "object") return undefined;
  return shape.form === "array" ? shape.items : shape.values;
}

export function isMap(node: SchemaNode | undefined): boolean {
  return node !== undefined && shapeOf(node)?.form === "map";
}

/** Returns all strings that a value can be, if its schema lists them. */
export function possibleStrings(node: SchemaNode | undefined): readonly string[] | undefined {
  if (node?.form !== "scalar" || node.nullable) return undefined;
  return node.values?.map(({ value }) => value);
}
