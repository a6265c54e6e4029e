import { Node } from "ts-morph";
import { ownFields } from "./fields.js";
import type { TypeForm } from "./form.js";
import { emptyNode, unsupported } from "./node.js";

export const objectLiteralForm: TypeForm = {
  name: "object literal",
  typescript: "`{ a: T; b?: T }`",
  schema: "object",
  matches: (node) => Node.isTypeLiteral(node),
  read: (node, scope) =>
    Node.isTypeLiteral(node)
      ? { form: "object", fields: ownFields(node, scope), tombstones: [], ...emptyNode(node) }
      : unsupported(node, "use an object type", scope),
};
