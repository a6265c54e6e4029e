/** Compares lists: the number of their items, the items themselves, and their uniqueness. */
import type { StructuralSchema } from "../../../core/model/schema.js";
import { itemRange, mapKeys } from "./extent.js";
import { defaultOfKey } from "./identity.js";
import { itemNode, type Node, rangeOf, typesOf } from "./node.js";
import type { Proof } from "./proof.js";

/** Reports whether the items of every list that matches a node are valid for another node, apart from branches. */
export function areItemsKept(proof: Proof, node: Node, other: Node): boolean {
  const [items, otherItems] = [itemNode(node), itemNode(other)];
  const [min, most] = itemRange(node);
  const [otherMin, otherMax] = rangeOf(other, "minItems", "maxItems");
  const areKept = most === 0 || proof.includes(items, otherItems);
  const max = (areKept && most <= otherMax) || !proof.isEmpty(items) ? most : 0;
  if (min < otherMin || max > otherMax) return false;
  return max === 0 || (areKept && isUniquenessKept(node, other, max));
}

export function holdsNoItems(proof: Proof, node: Node): boolean {
  const [min, max] = itemRange(node);
  return min > max || (min > 0 && proof.isEmpty(itemNode(node)));
}

function isUniquenessKept(node: Node, other: Node, max: number): boolean {
  return other.parts.every(({ schema }) => {
    const keys = mapKeys(schema);
    const isSet = schema["x-kubernetes-list-type"] === "set";
    if (!isSet && keys === undefined) return true;
    if (keys && typesOf(itemNode(node)).some((type) => type !== "object")) return false;
    return max <= 1 || node.parts.some((part) => tellsApart(part.schema, schema, keys));
  });
}

/**
 * Reports whether a schema makes items unique in the way that another schema requires. Items that differ in their keys
 * are different items, and items that differ in some keys also differ in any larger set of keys.
 */
function tellsApart(
  schema: StructuralSchema,
  other: StructuralSchema,
  otherKeys: readonly string[] | undefined,
): boolean | undefined {
  const keys = mapKeys(schema);
  if (otherKeys === undefined) return keys !== undefined || schema["x-kubernetes-list-type"] === "set";
  const isSameKey = (key: string) =>
    otherKeys.includes(key) && JSON.stringify(defaultOfKey(schema, key)) === JSON.stringify(defaultOfKey(other, key));
  return keys?.every(isSameKey);
}
