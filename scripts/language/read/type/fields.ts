import type { Field } from "../../../core/model/api.js";
import { findTag, proseOf } from "../../tags/comment.js";
import { deprecatedTag } from "../../tags/tag/deprecated.js";
import { experimentalTag } from "../../tags/tag/experimental.js";
import { noDescriptionTag } from "../../tags/tag/no-description.js";
import { propertyName } from "../nodes.js";
import { locationOf } from "../project.js";
import { SyntaxKind, ts } from "../ts-morph.js";
import type { Scope } from "./form.js";
import { constrain, unreadNode, unsupported } from "./node.js";

/** Hints for members that are not properties. */
const MEMBER_HINTS = new Map<SyntaxKind, string>([
  [
    SyntaxKind.IndexSignature,
    "move the index signature to a separate map field: an object has either named fields or arbitrary keys",
  ],
  [SyntaxKind.GetAccessor, "use a property"],
  [SyntaxKind.SetAccessor, "use a property"],
]);

/** Returns the fields that an interface or a type literal declares itself, without inherited ones. */
export function ownFields(declaration: ts.InterfaceDeclaration | ts.TypeLiteralNode, scope: Scope): Field[] {
  const fields: Field[] = [];
  for (const member of declaration.members) {
    if (ts.isPropertySignature(member)) fields.push(readField(member, scope));
    else
      unsupported(member, MEMBER_HINTS.get(member.kind) ?? "remove the member: objects cannot have functions", scope);
  }
  return fields;
}

function readField(property: ts.PropertySignature, scope: Scope): Field {
  const comment = scope.comments.of(property);
  const { name, type } = property;
  if (ts.isComputedPropertyName(name)) unsupported(name, "write the name of the field as a literal", scope);
  const node = type ? scope.read(type, scope) : unreadNode(property);
  const deprecated = findTag(comment, deprecatedTag);
  return {
    name: propertyName(name),
    location: locationOf(name),
    ...(findTag(comment, experimentalTag) && { channel: "experimental" as const }),
    optional: property.questionToken !== undefined,
    prose: proseOf(comment),
    ...(findTag(comment, noDescriptionTag) && { omitsDescriptions: true as const }),
    ...(deprecated && { deprecated: deprecated.value ?? "" }),
    node: constrain(node, comment, scope),
  };
}

/** Merges the fields of several declarations. A later field replaces an earlier one of the same name. */
export function mergeFields(...lists: readonly (readonly Field[])[]): Field[] {
  const byName = new Map<string, Field>();
  for (const field of lists.flat()) byName.set(field.name, field);
  return [...byName.values()];
}
