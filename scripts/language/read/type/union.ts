import { diagnose } from "../../../core/diagnostics/diagnose.js";
import type { EnumValue, NamedType, ScalarNode, SchemaNode } from "../../../core/model/api.js";
import { type Comment, findTag } from "../../tags/comment.js";
import { experimentalTag } from "../../tags/tag/experimental.js";
import { enumLiteralValue, isEnumLiteral } from "../enum-literal.js";
import type { Names } from "../names.js";
import { locationOf } from "../project.js";
import { SyntaxKind, ts } from "../ts-morph.js";
import type { Scope, TypeForm } from "./form.js";
import { emptyNode, excerpt, isUnread, literalHint, unreadNode, unsupported } from "./node.js";

export const unionForm: TypeForm = {
  name: "union",
  typescript: '`"A" \\| "B"`, `"A"`, `1 \\| 2`, `T \\| null`',
  schema: "string, integer or number with `enum`, in source order; `T \\| null` adds `nullable: true` to T",
  matches: (node) => ts.isUnionTypeNode(node) || isEnumLiteral(node) || isNull(node),
  read: (node, scope) => {
    const members = ts.isUnionTypeNode(node) ? node.types : [node];
    const rest = members.filter((member) => !isNull(member));
    const nullable = rest.length < members.length;
    const [only, ...others] = rest;
    if (!only) return unsupported(node, "use a different type: a field that can only be null has no purpose", scope);
    const read = others.length === 0 && !isEnumLiteral(only) ? scope.read(only, scope) : readEnum(node, rest, scope);
    if (!nullable) return read;
    const isEnum = read.form === "scalar" && read.values !== undefined;
    return { ...read, nullable, ...(isEnum && { location: locationOf(node) }) };
  },
};

/** Reads the members of an enum in source order. A member can be a string, a number or another enum. */
function readEnum(node: ts.TypeNode, members: readonly ts.TypeNode[], scope: Scope): SchemaNode {
  const kinds = members.map((member) => member.kind);
  if (kinds.includes(SyntaxKind.NumberKeyword) && kinds.includes(SyntaxKind.StringKeyword)) {
    scope.diagnostics.push(diagnose("type-number-or-string", { type: excerpt(node) }, locationOf(node)));
    return unreadNode(node);
  }
  const read = members.map((member) => readMember(member, scope));
  if (read.includes("unread")) return unreadNode(node);
  const enums = read.filter((member) => typeof member !== "string");
  const values = enums.flatMap((member) => member.values);
  const type = enumType(values);
  if (enums.length < read.length || !type) return unsupported(node, hintFor(members, scope.names), scope);
  return { ...emptyNode(node), form: "scalar", type, types: enums.flatMap((member) => member.types), values };
}

/** Returns the type of all values, or undefined if some are strings and some numbers. */
function enumType(values: readonly EnumValue[]): ScalarNode["type"] | undefined {
  if (values.every(({ value }) => typeof value === "string")) return "string";
  if (values.some(({ value }) => typeof value === "string")) return undefined;
  return values.every(({ value }) => Number.isInteger(value)) ? "integer" : "number";
}

/** The values of one member. Its types are dropped if it is experimental, since it can then use any type. */
interface Values {
  readonly values: readonly EnumValue[];
  readonly types: readonly NamedType[];
}

function readMember(member: ts.TypeNode, scope: Scope): Values | "unread" | "no value" {
  const comment = scope.comments.of(member);
  const channel = findTag(comment, experimentalTag) && ({ channel: "experimental" } as const);
  const value = isEnumLiteral(member) ? enumLiteralValue(member) : undefined;
  if (value !== undefined) {
    return { values: [{ value, ...channel, prose: comment.prose, location: locationOf(member) }], types: [] };
  }
  const read = ts.isTypeReferenceNode(member) ? scope.read(member, scope) : undefined;
  if (read?.form === "scalar" && read.values) {
    reportLost(member, read, comment, scope);
    return { values: read.values.map((value) => ({ ...value, ...channel })), types: channel ? [] : read.types };
  }
  return read && isUnread(read) ? "unread" : "no value";
}

/** Returns the hint for a union that is not an enum. */
function hintFor(members: readonly ts.TypeNode[], names: Names): string {
  const kinds = members.map((member) => member.kind);
  if (kinds.includes(SyntaxKind.UndefinedKeyword)) return "mark an optional field with a question mark, as in name?: T";
  if (members.every((member) => /^(true|false)$/.test(member.getText()))) return "use boolean";
  if (members.every((member) => isString(member) || member.kind === SyntaxKind.StringKeyword)) {
    return "use either string or a union of the allowed values, but not both";
  }
  if (members.every(ts.isLiteralTypeNode)) return literalHint(members);
  if (kinds.includes(SyntaxKind.StringKeyword) && members.some((member) => isNumber(member, names))) {
    return "import IntOrString from crd-bundle/meta/v1 and use it instead";
  }
  return 'use an object with a field for each type; a union must be an enum, as in "A" | "B", or a type and null';
}

/** Reports the constraints and the prose that an enum loses when it is a member: only its values are used. */
function reportLost(member: ts.TypeNode, { constraints }: SchemaNode, { prose }: Comment, scope: Scope): void {
  const args = { type: excerpt(member) };
  if (constraints.length > 0) scope.diagnostics.push(diagnose("enum-tags-lost", args, locationOf(member)));
  if (prose.length > 0) scope.diagnostics.push(diagnose("enum-words-lost", args, locationOf(member)));
}

function isString(node: ts.TypeNode): boolean {
  return isEnumLiteral(node) && typeof enumLiteralValue(node) === "string";
}

function isNumber(node: ts.TypeNode, { checker }: Names): boolean {
  return (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Number) !== 0;
}

function isNull(node: ts.TypeNode): boolean {
  return ts.isLiteralTypeNode(node) && node.literal.kind === SyntaxKind.NullKeyword;
}
