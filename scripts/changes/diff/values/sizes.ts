/**
 * Decides by number that a node has values that are too large for another node. Such values exist for any size, so they
 * need not be drawn.
 */
import type { Json } from "../../../core/model/json.js";
import { isEmbeddedResource, type StructuralSchema } from "../../../core/model/schema.js";
import type { Effort } from "./effort.js";
import { allowsOthers, fieldRange, itemRange, knownNames, mapKeys, nameBeyond } from "./extent.js";
import { caseOf, choicesOf, exclusionsOf, fieldNode, itemNode, type Node, rangeOf, typesOf } from "./node.js";

/** A list, map or string with more entries or characters is useless as an example. */
export const LARGEST_EXAMPLE = 300;

/** Draws a value of a node, if there is one. */
type Draw = (node: Node) => Json | undefined;

/** Reports whether it is certain that a node has values that are too large for another node, and useless as examples. */
export function hasTooLarge(node: Node, other: Node, draw: Draw, effort: Effort): boolean {
  effort.spend();
  if (exclusionsOf(node).length > 0 || choicesOf(node).some(({ keyword }) => keyword === "oneOf")) return false;
  const choice = choicesOf(node).find(({ isOpen }) => isOpen);
  if (choice) return choice.branches.some((branch) => hasTooLarge(caseOf(node, choice, branch), other, draw, effort));
  if (node.parts.some(({ schema }) => schema.enum !== undefined)) return false;
  const types = typesOf(node);
  return (
    (types.includes("array") && hasTooLargeList(node, other, draw)) ||
    (types.includes("object") && hasTooLargeObject(node, other, draw)) ||
    (types.includes("string") && hasTooLargeText(node, other))
  );
}

function hasTooLargeList(node: Node, other: Node, draw: Draw): boolean {
  const size = sizeAbove(itemRange(node), rangeOf(other, "minItems", "maxItems"));
  const items = itemNode(node);
  return (
    size !== undefined && draw(items) !== undefined && node.parts.every(({ schema }) => hasRoom(schema, items, size))
  );
}

function hasTooLargeObject(node: Node, other: Node, draw: Draw): boolean {
  const names = knownNames(node);
  const size = sizeAbove(fieldRange(node, names), rangeOf(other, "minProperties", "maxProperties"));
  if (size === undefined || !allowsOthers(node, names)) return false;
  if (node.parts.some(({ schema }) => isEmbeddedResource(schema))) return false;
  const field = fieldNode(node, nameBeyond(names));
  return field !== undefined && draw(field) !== undefined && draw(node) !== undefined;
}

function hasTooLargeText(node: Node, other: Node): boolean {
  return sizeAbove(lengthsOf(node), lengthsOf(other)) !== undefined && isPlain(node);
}

/** Returns the smallest size in a range that is above another range, if there is one and no example is useful. */
function sizeAbove([min, max]: readonly [number, number], [, most]: readonly [number, number]): number | undefined {
  const size = Math.max(min, most + 1);
  return size <= max && size > LARGEST_EXAMPLE && Number.isFinite(size) ? size : undefined;
}

function lengthsOf(node: Node): [min: number, max: number] {
  return rangeOf(node, "minLength", "maxLength");
}

/** Reports whether a list with a type can have so many items, all of which differ. */
function hasRoom(schema: StructuralSchema, items: Node, size: number): boolean {
  if (schema["x-kubernetes-list-type"] === "set") return hasValues(items, size);
  const keys = mapKeys(schema);
  if (keys === undefined) return true;
  if (exclusionsOf(items).length > 0 || choicesOf(items).length > 0) return false;
  return keys.some((key) => {
    const field = fieldNode(items, key);
    return field !== undefined && hasValues(field, size);
  });
}

/** Reports whether a node certainly has so many values. */
function hasValues(node: Node, count: number): boolean {
  if (!isPlain(node)) return false;
  const types = typesOf(node);
  if (types.includes("string")) return 2 ** lengthsOf(node)[1] >= count;
  return types.includes("number") && integersIn(node) >= count;
}

function integersIn(node: Node): number {
  const limits = (keyword: "minimum" | "maximum") => node.parts.flatMap(({ schema }) => schema[keyword] ?? []);
  const [min, max] = [Math.max(-(2 ** 31), ...limits("minimum")), Math.min(2 ** 31 - 1, ...limits("maximum"))];
  return Math.floor(max) - Math.ceil(min) - 1; // without the limits, which can be exclusive
}

/** Keywords that leave gaps between the values of a scalar. */
const GAPS = ["enum", "pattern", "format", "multipleOf"];

function isPlain(node: Node): boolean {
  const isUndecided = exclusionsOf(node).length > 0 || choicesOf(node).length > 0;
  return !isUndecided && node.parts.every(({ schema }) => GAPS.every((keyword) => schema[keyword] === undefined));
}
