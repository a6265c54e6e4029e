import { Node } from "ts-morph";
import { mergeFields } from "./fields.js";
import type { TypeForm } from "./form.js";
import { bare, readObject, unsupported } from "./node.js";

export const intersectionForm: TypeForm = {
  name: "intersection",
  typescript: "`A & B`",
  schema: "object with the fields and the rules of both",
  matches: (node) => Node.isIntersectionTypeNode(node),
  read: (node, scope) => {
    if (!Node.isIntersectionTypeNode(node)) return unsupported(node, "write A & B", scope);
    const parts = node.getTypeNodes().flatMap((part) => readObject(part, scope) ?? []);
    return {
      ...bare(node),
      form: "object",
      fields: mergeFields(...parts.map((part) => part.fields)),
      tombstones: parts.flatMap((part) => part.tombstones),
      types: parts.flatMap((part) => part.types),
      constraints: parts.flatMap((part) => part.constraints),
    };
  },
};
