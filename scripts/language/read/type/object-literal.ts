import { Node } from "../ts-morph.js";
import { ownFields } from "./fields.js";
import { formOf } from "./form.js";
import { emptyNode } from "./node.js";

export const objectLiteralForm = formOf({
  name: "object literal",
  typescript: "`{ a: T; b?: T }`",
  schema: "object",
  matches: Node.isTypeLiteral,
  read: (node, scope) => ({ form: "object", fields: ownFields(node, scope), tombstones: [], ...emptyNode(node) }),
});
