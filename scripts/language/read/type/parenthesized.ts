import { Node } from "ts-morph";
import type { TypeForm } from "./form.js";
import { unsupported } from "./node.js";

export const parenthesizedForm: TypeForm = {
  name: "parenthesized",
  typescript: "`(T)`",
  schema: "same as T",
  matches: (node) => Node.isParenthesizedTypeNode(node),
  read: (node, scope) =>
    Node.isParenthesizedTypeNode(node)
      ? scope.read(node.getTypeNode(), scope)
      : unsupported(node, "remove the parentheses", scope),
};
