import { ts } from "../ts-morph.js";
import { ownFields } from "./fields.js";
import { formOf } from "./form.js";
import { emptyNode } from "./node.js";

export const objectLiteralForm = formOf({
  name: "object literal",
  typescript: "`{ a: T; b?: T }`",
  schema: "object",
  matches: ts.isTypeLiteralNode,
  read: (node, scope) => ({ form: "object", fields: ownFields(node, scope), tombstones: [], ...emptyNode(node) }),
});
