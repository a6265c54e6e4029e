import { type InterfaceDeclaration, Node, type PropertySignature, SyntaxKind, type TypeLiteralNode } from "ts-morph";
import type { Field } from "../../../core/model/api.js";
import { findTag } from "../../tags/comment.js";
import { deprecatedTag } from "../../tags/tag/deprecated.js";
import { experimentalTag } from "../../tags/tag/experimental.js";
import { locationOf } from "../project.js";
import type { Scope } from "./form.js";
import { constrain, unreadNode, unsupported } from "./node.js";

/** What to write instead of a member that is no property. */
const MEMBER_HINTS = new Map<SyntaxKind, string>([
  [
    SyntaxKind.IndexSignature,
    "an object has either named fields or free keys: move these into a field, a map of its own",
  ],
  [SyntaxKind.GetAccessor, "write a property"],
  [SyntaxKind.SetAccessor, "write a property"],
]);

/** The fields that an interface or a type literal declares itself. */
export function ownFields(declaration: InterfaceDeclaration | TypeLiteralNode, scope: Scope): Field[] {
  const fields: Field[] = [];
  for (const member of declaration.getMembers()) {
    if (Node.isPropertySignature(member)) fields.push(readField(member, scope));
    else unsupported(member, MEMBER_HINTS.get(member.getKind()) ?? "data has no functions", scope);
  }
  return fields;
}

function readField(property: PropertySignature, scope: Scope): Field {
  const comment = scope.comments.of(property);
  const nameNode = property.getNameNode();
  const typeNode = property.getTypeNode();
  if (Node.isComputedPropertyName(nameNode)) {
    unsupported(nameNode, "write the name out", scope);
  }
  const node = typeNode ? scope.read(typeNode, scope) : unreadNode(property);
  const deprecated = findTag(comment, deprecatedTag);
  return {
    name: Node.isStringLiteral(nameNode) ? nameNode.getLiteralValue() : nameNode.getText(),
    location: locationOf(nameNode),
    ...(findTag(comment, experimentalTag) && { channel: "experimental" as const }),
    optional: property.hasQuestionToken(),
    prose: comment.prose,
    ...(deprecated && { deprecated: deprecated.value ?? "" }),
    node: constrain(node, comment, scope),
  };
}

/** Fields of several declarations side by side: a later one takes the place of an earlier one of the same name. */
export function mergeFields(...lists: readonly (readonly Field[])[]): Field[] {
  const byName = new Map<string, Field>();
  for (const field of lists.flat()) byName.set(field.name, field);
  return [...byName.values()];
}
