/**
 * Text of types for comparisons: equal for the same type before and after a merge. A type of the sources is its place. A
 * type that the sources do not have, whose name an import chooses, is its content.
 */
import { sha256 } from "../../core/model/digest.js";
import type { Declaration, TypeExpression } from "../declarations.js";
import { keyOf } from "../existing-types.js";
import { declarationComment, fieldComment, type Namespace } from "../print-types.js";

export function typeText(type: TypeExpression, namespace: Namespace): string {
  switch (type.form) {
    case "declared": {
      const { existing } = type.declaration;
      return existing ? keyOf(existing.location) : contentText(type.declaration, namespace);
    }
    case "array":
      return `${typeText(type.items, namespace)}[]`;
    case "map":
      return `Record<${typeText(type.values, namespace)}>`;
    case "nullable":
      return `${typeText(type.type, namespace)} | null`;
    case "literals":
      return JSON.stringify([type.values, [...type.experimental]]);
    default:
      return JSON.stringify(type);
  }
}

/** Returns a digest of a declaration: of its comment unless the sources have one, and of its fields or its type. */
export function contentText(declaration: Declaration, namespace: Namespace): string {
  const { body, existing } = declaration;
  const comment = existing ? [] : declarationComment(declaration, namespace);
  if (body.form === "alias") return digestOf([comment, typeText(body.type, namespace)]);
  const fields = body.fields.map((field) => [
    field.name,
    field.isOptional,
    fieldComment(field, namespace),
    typeText(field.type, namespace),
  ]);
  return digestOf([comment, fields]);
}

function digestOf(parts: readonly unknown[]): string {
  return sha256(Buffer.from(JSON.stringify(parts)));
}
