import type { SchemaNode } from "../../../core/model/api.js";
import type { Names } from "../names.js";
import { ts } from "../ts-morph.js";
import type { TypeForm } from "./form.js";
import { emptyNode, isUnread, unreadNode, unsupported } from "./node.js";

export const mapForm: TypeForm = {
  name: "map",
  typescript: "`Record<string, T>`, `{ [key: string]: T }`",
  schema: "object with `additionalProperties`",
  matches: (node, names) =>
    names.libraryArguments(node, "Record") !== undefined || indexSignatureOf(node) !== undefined,
  read: (node, scope) => {
    const [key, value] = keyAndValueTypes(node, scope.names);
    if (!key || !value) return unsupported(node, "use Record<string, T>", scope);
    const keys = scope.read(key, scope);
    if (isUnread(keys)) return unreadNode(node);
    if (!isString(keys)) return unsupported(node, "use strings as the keys of a map, as in Record<string, T>", scope);
    return { form: "map", values: scope.read(value, scope), ...emptyNode(node) };
  },
};

function keyAndValueTypes(node: ts.TypeNode, names: Names): (ts.TypeNode | undefined)[] {
  const [key, value] = names.libraryArguments(node, "Record") ?? [];
  if (key) return [key, value];
  const signature = indexSignatureOf(node);
  return [signature?.parameters[0]?.type, signature?.type];
}

/** Returns the index signature of a type literal that has no other members. */
function indexSignatureOf(node: ts.TypeNode) {
  if (!ts.isTypeLiteralNode(node) || node.members.length !== 1) return undefined;
  return node.members.find(ts.isIndexSignatureDeclaration);
}

function isString(node: SchemaNode): boolean {
  return node.form === "scalar" && node.type === "string" && node.values === undefined;
}
