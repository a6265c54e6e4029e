import { Node, SyntaxKind, type TypeNode } from "ts-morph";
import { diagnose } from "../../diagnostics/diagnose.js";
import type { EnumValue, NamedType, SchemaNode } from "../../model/api.js";
import { type Comment, tagOf } from "../../tags/comment.js";
import { experimentalTag } from "../../tags/tag/experimental.js";
import { locationOf } from "../project.js";
import type { Scope, TypeForm } from "./form.js";
import { bare, excerpt, placeholder, unsupported } from "./node.js";

export const unionForm: TypeForm = {
  name: "union",
  typescript: '`"A" \\| "B"`, `"A"`, `T \\| null`',
  schema: "string with enum, in source order; with `null` among the members: nullable",
  matches: (node) => Node.isUnionTypeNode(node) || isText(node),
  read: (node, scope) => {
    const members = Node.isUnionTypeNode(node) ? node.getTypeNodes() : [node];
    const rest = members.filter((member) => !isNull(member));
    const nullable = rest.length < members.length;
    const [only, ...others] = rest;
    if (!only) return unsupported(node, "a field that can only be null says nothing", scope);
    const read = others.length === 0 && !isText(only) ? scope.read(only, scope) : readEnum(node, rest, scope);
    if (nullable && read.form === "scalar" && read.values) {
      return unsupported(node, "the API server refuses null for an enum: make the field optional instead", scope);
    }
    return nullable ? { ...read, nullable } : read;
  },
};

/** Reads the members of an enum, which may be texts or enums of their own, as they stand in the source. */
function readEnum(node: TypeNode, members: readonly TypeNode[], scope: Scope): SchemaNode {
  const kinds = members.map((member) => member.getKind());
  if (kinds.includes(SyntaxKind.NumberKeyword) && kinds.includes(SyntaxKind.StringKeyword)) {
    scope.diagnostics.push(diagnose("type-number-or-string", { type: excerpt(node) }, locationOf(node)));
    return placeholder(node);
  }
  const read = members.flatMap((member) => readMember(member, scope) ?? []);
  const [values, types] = [read.flatMap((member) => member.values), read.flatMap((member) => member.types)];
  return { form: "scalar", type: "string", ...bare(node), values, types };
}

interface Member {
  readonly values: readonly EnumValue[];
  /** What an experimental member is named by may be experimental too. */
  readonly types: readonly NamedType[];
}

function readMember(member: TypeNode, scope: Scope): Member | undefined {
  const comment = scope.comments.of(member);
  const channel = tagOf(comment, experimentalTag) && ({ channel: "experimental" } as const);
  if (Node.isLiteralTypeNode(member)) {
    const literal = member.getLiteral();
    if (Node.isStringLiteral(literal)) {
      const location = locationOf(member);
      return { values: [{ value: literal.getLiteralValue(), ...channel, prose: comment.prose, location }], types: [] };
    }
  }
  const before = scope.diagnostics.length;
  const read = Node.isTypeReference(member) ? scope.read(member, scope) : undefined;
  if (read?.form === "scalar" && read.values) {
    reportLost(member, read, comment, scope);
    return { values: read.values.map((value) => ({ ...value, ...channel })), types: channel ? [] : read.types };
  }
  if (scope.diagnostics.length === before) {
    unsupported(member, 'a union has texts ("A" | "B") as members, or one type and null', scope);
  }
  return undefined;
}

/** Of an enum among the members, only its own members come along. */
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
