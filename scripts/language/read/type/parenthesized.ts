import { Node } from "ts-morph";
import { formOf } from "./form.js";

export const parenthesizedForm = formOf({
  name: "parenthesized",
  typescript: "`(T)`",
  schema: "as T",
  matches: Node.isParenthesizedTypeNode,
  read: (node, scope) => scope.read(node.getTypeNode(), scope),
});
