import { diagnose } from "../../../core/diagnostics/diagnose.js";
import type { EnumValue, NamedType, SchemaNode } from "../../../core/model/api.js";
import { type Comment, findTag } from "../../tags/comment.js";
import { experimentalTag } from "../../tags/tag/experimental.js";
import { locationOf } from "../project.js";
import { Node, SyntaxKind, type TypeNode } from "../ts-morph.js";
import type { Scope, TypeForm } from "./form.js";
import { emptyNode, excerpt, isUnread, literalHint, unreadNode, unsupported } from "./node.js";

export const unionForm: TypeForm = {
  name: "union",
  typescript: '`"A" \\| "B"`, `"A"`, `T \\| null`',
  schema: "string with `enum`, in source order; `T \\| null` adds `nullable: true` to T, which cannot be an enum",
  matches: (node) => Node.isUnionTypeNode(node) || isText(node) || isNull(node),
  read: (node, scope) => {
    const members = Node.isUnionTypeNode(node) ? node.getTypeNodes() : [node];
    const rest = members.filter((member) => !isNull(member));
    const nullable = rest.length < members.length;
    const [only, ...others] = rest;
    if (!only) return unsupported(node, "use a different type: a field that can only be null has no purpose", scope);
    const read = others.length === 0 && !isText(only) ? scope.read(only, scope) : readEnum(node, rest, scope);
    if (nullable && read.form === "scalar" && read.values) {
      return unsupported(node, "make the field optional instead: the API server rejects null for an enum", scope);
    }
    return nullable ? { ...read, nullable } : read;
  },
};

/** Reads the members of an enum in source order. A member can be a string or another enum. */
function readEnum(node: TypeNode, members: readonly TypeNode[], scope: Scope): SchemaNode {
  const kinds = members.map((member) => member.getKind());
  if (kinds.includes(SyntaxKind.NumberKeyword) && kinds.includes(SyntaxKind.StringKeyword)) {
    scope.diagnostics.push(diagnose("type-number-or-string", { type: excerpt(node) }, locationOf(node)));
    return unreadNode(node);
  }
  const read = members.map((member) => readMember(member, scope));
  if (read.includes("unread")) return unreadNode(node);
  const texts = read.filter((member) => typeof member !== "string");
  if (texts.length < read.length) return unsupported(node, hintFor(members), scope);
  const types = texts.flatMap((member) => member.types);
  return {
    ...emptyNode(node),
    form: "scalar",
    type: "string",
    types,
    values: texts.flatMap((member) => member.values),
  };
}

/** The values of one member. Its types are dropped if it is experimental, since it can then use any type. */
interface Texts {
  readonly values: readonly EnumValue[];
  readonly types: readonly NamedType[];
}

function readMember(member: TypeNode, scope: Scope): Texts | "unread" | "no text" {
  const comment = scope.comments.of(member);
  const channel = findTag(comment, experimentalTag) && ({ channel: "experimental" } as const);
  if (Node.isLiteralTypeNode(member)) {
    const literal = member.getLiteral();
    if (Node.isStringLiteral(literal)) {
      const location = locationOf(member);
      return { values: [{ value: literal.getLiteralValue(), ...channel, prose: comment.prose, location }], types: [] };
    }
  }
  const read = Node.isTypeReference(member) ? scope.read(member, scope) : undefined;
  if (read?.form === "scalar" && read.values) {
    reportLost(member, read, comment, scope);
    return { values: read.values.map((value) => ({ ...value, ...channel })), types: channel ? [] : read.types };
  }
  return read && isUnread(read) ? "unread" : "no text";
}

/** Returns the hint for a union that is not an enum. */
function hintFor(members: readonly TypeNode[]): string {
  const kinds = members.map((member) => member.getKind());
  if (kinds.includes(SyntaxKind.UndefinedKeyword)) return "mark an optional field with a question mark, as in name?: T";
  if (members.every((member) => /^(true|false)$/.test(member.getText()))) return "use boolean";
  if (members.every((member) => isText(member) || member.getKind() === SyntaxKind.StringKeyword)) {
    return "use either string or a union of the allowed values, but not both";
  }
  if (kinds.every((kind) => kind === SyntaxKind.LiteralType)) return literalHint(members);
  if (kinds.includes(SyntaxKind.StringKeyword) && members.some((member) => member.getType().isNumber())) {
    return "import IntOrString from crd-bundle/meta/v1 and use it instead";
  }
  return 'use an object with a field for each type; a union must be an enum, as in "A" | "B", or a type and null';
}

/** Reports the constraints and the prose that an enum loses when it is a member: only its values are used. */
function reportLost(member: TypeNode, { constraints }: SchemaNode, { prose }: Comment, scope: Scope): void {
  const args = { type: excerpt(member) };
  if (constraints.length > 0) scope.diagnostics.push(diagnose("enum-tags-lost", args, locationOf(member)));
  if (prose.length > 0) scope.diagnostics.push(diagnose("enum-words-lost", args, locationOf(member)));
}

function isText(node: TypeNode): boolean {
  return Node.isLiteralTypeNode(node) && Node.isStringLiteral(node.getLiteral());
}

function isNull(node: TypeNode): boolean {
  return Node.isLiteralTypeNode(node) && node.getLiteral().getKind() === SyntaxKind.NullKeyword;
}
