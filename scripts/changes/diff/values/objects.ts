/** Compares objects: their allowed and required fields, the number of fields, and their values. */
import { isEmbeddedResource } from "../../../core/model/schema.js";
import { allowsOthers, fieldRange, knownNames, nameBeyond, possibleNames } from "./extent.js";
import { fieldNode, inCase, type Node, rangeOf, requiredOf } from "./node.js";
import type { Proof } from "./proof.js";

/** Reports whether the fields of every object that matches a node are valid for another node, apart from branches. */
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

/** Reports whether a field is valid for the other node or can never be present. */
function isFieldKept(proof: Proof, node: Node, other: Node, name: string): boolean {
  const [field, otherField] = [fieldNode(node, name), fieldNode(other, name)];
  if (field === undefined || (otherField && proof.includes(field, otherField))) return true;
  return proof.isEmptyType("object", inCase(node, { required: [name] }));
}

function isResource(node: Node): boolean {
  return node.parts.some(({ schema }) => isEmbeddedResource(schema));
}

/** Reports whether no object has the fields that a node requires. */
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
