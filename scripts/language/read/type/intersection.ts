import type { Field, ObjectNode } from "../../../core/model/api.js";
import { ts } from "../ts-morph.js";
import { mergeFields } from "./fields.js";
import { formOf } from "./form.js";
import { emptyNode, readObject } from "./node.js";

/** Marks fields as required if any part requires them, as TypeScript does. */
function requiredInAny(fields: readonly Field[], parts: readonly ObjectNode[]): Field[] {
  const required = new Set(
    parts.flatMap((part) => part.fields.filter(({ optional }) => !optional).map(({ name }) => name)),
  );
  return fields.map((field) => ({ ...field, optional: field.optional && !required.has(field.name) }));
}

export const intersectionForm = formOf({
  name: "intersection",
  typescript: "`A & B`",
  schema: "object with the fields and rules of both",
  matches: ts.isIntersectionTypeNode,
  read: (node, scope) => {
    const parts = node.types.flatMap((part) => readObject(part, node, scope) ?? []);
    return {
      ...emptyNode(node),
      form: "object",
      fields: requiredInAny(mergeFields(...parts.map((part) => part.fields)), parts),
      tombstones: parts.flatMap((part) => part.tombstones),
      types: parts.flatMap((part) => part.types),
      constraints: parts.flatMap((part) => part.constraints),
    };
  },
});
