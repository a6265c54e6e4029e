import type { Names } from "../names.js";
import { SyntaxKind, ts } from "../ts-morph.js";
import type { TypeForm } from "./form.js";
import { emptyNode } from "./node.js";

export const arrayForm: TypeForm = {
  name: "array",
  typescript: "`T[]`, `readonly T[]`, `Array<T>`, `ReadonlyArray<T>`",
  schema: "array",
  matches: (node, names) => elementOf(node, names) !== undefined,
  read: (node, scope) => ({
    form: "array",
    items: scope.read(elementOf(node, scope.names) ?? node, scope),
    ...emptyNode(node),
  }),
};

function elementOf(node: ts.TypeNode, names: Names): ts.TypeNode | undefined {
  if (ts.isArrayTypeNode(node)) return node.elementType;
  if (ts.isTypeOperatorNode(node) && node.operator === SyntaxKind.ReadonlyKeyword) return elementOf(node.type, names);
  return (names.libraryArguments(node, "Array") ?? names.libraryArguments(node, "ReadonlyArray"))?.[0];
}
