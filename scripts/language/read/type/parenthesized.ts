import { Node } from "../ts-morph.js";
import { formOf } from "./form.js";

export const parenthesizedForm = formOf({
  name: "parenthesized",
  typescript: "`(T)`",
  schema: "same as T",
  matches: Node.isParenthesizedTypeNode,
  read: (node, scope) => scope.read(node.getTypeNode(), scope),
});
