/** Number and size of values: enumerated values, items of lists, and fields of objects. */
import { isJsonObject, type Json } from "../../../core/model/json.js";
import type { StructuralSchema } from "../../../core/model/schema.js";
import {
  fieldNode,
  fits,
  itemNode,
  type Node,
  namesOf,
  namesWithin,
  rangeOf,
  requiredOf,
  typesOf,
  type ValueType,
} from "./node.js";

/**
 * Returns all values of a type that match a node, or undefined if they cannot be enumerated. Numbers are not
 * enumerated, because a number may match an enum that does not list it.
 */
export function listedValues(type: ValueType, node: Node): Json[] | undefined {
  return candidatesOf(type, node)?.filter((value) => isOfType(type, value) && fits(node, value));
}

function candidatesOf(type: ValueType, node: Node): readonly Json[] | undefined {
  if (type === "boolean") return [false, true];
  if (type === "number") return undefined;
  const listed = node.parts.map(({ schema }) => enumOf(schema)).find((values) => values !== undefined);
  if (listed) return listed;
  if (type === "array") return itemRange(node)[1] === 0 ? [[]] : undefined;
  return type === "object" && !canHaveFields(node) ? [{}] : undefined;
}

export function enumOf({ enum: values }: StructuralSchema): readonly Json[] | undefined {
  return values && values.length > 0 ? values : undefined;
}

function isOfType(type: ValueType, value: Json): boolean {
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isJsonObject(value) : typeof value === type;
}

/**
 * Returns the minimum and maximum number of items. A list of unique items has at most as many items as there are
 * values.
 */
export function itemRange(node: Node): [min: number, max: number] {
  const [min, max] = rangeOf(node, "minItems", "maxItems");
  return [min, Math.min(max, ...node.parts.map(({ schema }) => countOf(schema, itemNode(node))))];
}

function countOf(schema: StructuralSchema, items: Node): number {
  if (schema["x-kubernetes-list-type"] === "set") return countValues(items);
  const keys = mapKeys(schema);
  if (keys === undefined) return Number.POSITIVE_INFINITY;
  const required = new Set(requiredOf(items));
  const counts = keys.map((key) => countFieldValues(fieldNode(items, key)) + (required.has(key) ? 0 : 1));
  return counts.reduce((product, count) => product * count, 1) + (fits(items, null) ? 1 : 0);
}

function countFieldValues(field: Node | undefined): number {
  return field === undefined ? 0 : countValues(field);
}

function countValues(node: Node): number {
  const counts = typesOf(node).map((type) => listedValues(type, node)?.length ?? Number.POSITIVE_INFINITY);
  return counts.reduce((sum, count) => sum + count, fits(node, null) ? 1 : 0);
}

/** Returns the keys that identify the items of a list of type map. */
export function mapKeys(schema: StructuralSchema): readonly string[] | undefined {
  const isMap = schema["x-kubernetes-list-type"] === "map";
  return isMap ? (schema["x-kubernetes-list-map-keys"] ?? []) : undefined;
}

/**
 * Returns the minimum and maximum number of fields. The minimum is at least the number of required fields; the maximum
 * is at most the number of possible ones.
 */
export function fieldRange(node: Node, names: readonly string[]): [min: number, max: number] {
  const [, max] = rangeOf(node, "minProperties", "maxProperties");
  const most = allowsOthers(node, names) ? max : Math.min(max, possibleNames(node, names).length);
  return [fewestFields(node), most];
}

/** Returns the minimum number of fields. */
export function fewestFields(node: Node): number {
  const [min] = rangeOf(node, "minProperties", "maxProperties");
  return Math.max(min, requiredOf(node).length);
}

function canHaveFields(node: Node): boolean {
  const [, max] = rangeOf(node, "minProperties", "maxProperties");
  const canHave = (name: string) => fieldNode(node, name) !== undefined;
  return (
    max > 0 &&
    (node.parts.some(({ schema }) => namesWithin(schema).some(canHave)) || allowsOthers(node, knownNames(node)))
  );
}

/** Returns the field names that occur in any of the nodes, each once. */
export function knownNames(...nodes: readonly Node[]): readonly string[] {
  const [only] = nodes;
  if (only && nodes.length === 1) return namesOf(only);
  return [...new Set(nodes.flatMap(namesOf))];
}

export function possibleNames(node: Node, names: readonly string[]): string[] {
  return names.filter((name) => fieldNode(node, name) !== undefined);
}

/** Reports whether objects may have fields with other names. */
export function allowsOthers(node: Node, names: readonly string[]): boolean {
  return fieldNode(node, nameBeyond(names)) !== undefined;
}

/** Returns a name that represents all other names. */
export function nameBeyond(names: readonly string[]): string {
  let name = "key";
  while (names.includes(name)) name += "1";
  return name;
}
