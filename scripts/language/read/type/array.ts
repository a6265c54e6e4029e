import { Node, SyntaxKind, type TypeNode } from "../ts-morph.js";
import type { TypeForm } from "./form.js";
import { libraryArguments } from "./library.js";
import { emptyNode } from "./node.js";

export const arrayForm: TypeForm = {
  name: "array",
  typescript: "`T[]`, `readonly T[]`, `Array<T>`, `ReadonlyArray<T>`",
  schema: "array",
  matches: (node) => elementOf(node) !== undefined,
  read: (node, scope) => ({ form: "array", items: scope.read(elementOf(node) ?? node, scope), ...emptyNode(node) }),
};

function elementOf(node: TypeNode): TypeNode | undefined {
  if (Node.isArrayTypeNode(node)) return node.getElementTypeNode();
  if (Node.isTypeOperatorTypeNode(node) && node.getOperator() === SyntaxKind.ReadonlyKeyword) {
    return elementOf(node.getTypeNode());
  }
  return (libraryArguments(node, "Array") ?? libraryArguments(node, "ReadonlyArray"))?.[0];
}
