import { ts } from "../ts-morph.js";
import { formOf } from "./form.js";

export const parenthesizedForm = formOf({
  name: "parenthesized",
  typescript: "`(T)`",
  schema: "same as T",
  matches: ts.isParenthesizedTypeNode,
  read: (node, scope) => scope.read(node.type, scope),
});
