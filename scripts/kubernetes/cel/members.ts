/** What a schema says of a field or key: its own schema, and whether it is always there. */
import type { Field, SchemaNode } from "../../core/model/api.js";
import { hasType, isEmbedded, isNamed, METADATA, shapeOf } from "./schema.js";

interface Member {
  readonly name: string;
  readonly node?: SchemaNode;
  /** `unclaimed` where nothing is known. */
  readonly presence: "always" | "optional" | "unclaimed";
}

const known = new WeakMap<SchemaNode, Map<string, Member>>();

/** What `name` is in an object or a map. Asked once per world, so what was found is kept. */
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

/** Required, or filled in before any rule is asked. A default of one channel counts: too quiet is better than wrong. */
function isAlwaysThere({ optional, node }: Field): boolean {
  if (!optional || (node.form === "raw" && node.schema.default !== undefined)) return true;
  return node.constraints.some((constraint) => constraint.keyword === "default");
}

/** The schema of the elements of a list, or of the values of a map. */
export function elementOf(node: SchemaNode | undefined): SchemaNode | undefined {
  const shape = node && shapeOf(node);
  if (!shape || shape.form === "object") return undefined;
  return shape.form === "array" ? shape.items : shape.values;
}

export function isMap(node: SchemaNode | undefined): boolean {
  return node !== undefined && shapeOf(node)?.form === "map";
}

/** All texts that a value can be, where its schema lists them. */
export function possibleStrings(node: SchemaNode | undefined): readonly string[] | undefined {
  if (node?.form !== "scalar" || node.nullable) return undefined;
  return node.values?.map(({ value }) => value);
}
