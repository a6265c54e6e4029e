/** Objects: which fields they may and must have, how many, and what is in them. */
import { isEmbeddedResource } from "../../../core/model/schema.js";
import { allowsOthers, fieldRange, knownNames, nameBeyond, possibleNames } from "./extent.js";
import { fieldNode, inCase, type Node, rangeOf, requiredOf } from "./node.js";
import type { Proof } from "./proof.js";

/** Whether the fields of every object that fits a node are right for another, branches aside. */
export function isShapeKept(proof: Proof, node: Node, other: Node): boolean {
  const names = knownNames(node, other);
  const [min, max] = fieldRange(node, names);
  const [otherMin, otherMax] = rangeOf(other, "minProperties", "maxProperties");
  const possible = possibleNames(node, names);
  const required = min >= possible.length && !allowsOthers(node, names) ? possible : requiredOf(node);
  return (
    min >= otherMin &&
    max <= otherMax &&
    requiredOf(other).every((name) => required.includes(name)) &&
    (!isResource(other) || isResource(node)) &&
    [...names, nameBeyond(names)].every((name) => isFieldKept(proof, node, other, name))
  );
}

/** Whether a field fits, or can never be there. */
function isFieldKept(proof: Proof, node: Node, other: Node, name: string): boolean {
  const [field, otherField] = [fieldNode(node, name), fieldNode(other, name)];
  if (field === undefined || (otherField && proof.includes(field, otherField))) return true;
  return proof.isEmptyType("object", inCase(node, { required: [name] }));
}

function isResource(node: Node): boolean {
  return node.parts.some(({ schema }) => isEmbeddedResource(schema));
}

/** Whether no object has the fields that a node asks for. */
export function hasNoFields(proof: Proof, node: Node): boolean {
  const [min, max] = fieldRange(node, knownNames(node));
  return (
    min > max ||
    requiredOf(node).some((name) => {
      const field = fieldNode(node, name);
      return field === undefined || proof.isEmpty(field);
    })
  );
}
