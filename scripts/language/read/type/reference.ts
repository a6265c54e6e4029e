import {
  type EnumDeclaration,
  type InterfaceDeclaration,
  Node,
  type TypeAliasDeclaration,
  type TypeNode,
  type TypeReferenceNode,
  type ts,
} from "ts-morph";
import { diagnose } from "../../../core/diagnostics/diagnose.js";
import type { EnumValue, NamedType, SchemaNode } from "../../../core/model/api.js";
import { findTag } from "../../tags/comment.js";
import { experimentalTag } from "../../tags/tag/experimental.js";
import { rawSchemaTag } from "../../tags/tag/raw-schema.js";
import { locationOf } from "../project.js";
import type { Argument, Scope, TypeForm } from "./form.js";
import { readInterface } from "./interface.js";
import { symbolOf } from "./library.js";
import { constrain, emptyNode, unreadNode, unsupported } from "./node.js";

const LIBRARY_HINT =
  "write it out; of TypeScript's own types there are Array, ReadonlyArray, Record, Pick, Omit, Partial, Required and Readonly";

type Declaration = InterfaceDeclaration | TypeAliasDeclaration | EnumDeclaration;

export const referenceForm: TypeForm = {
  name: "named type",
  typescript: '`Name`, `Name<T>`, `v1.Name`; `enum E { A = "A" }`',
  schema: "the schema of the interface, alias or enum, in place; a type parameter is what it is applied to",
  matches: (node) => Node.isTypeReference(node) || Node.isExpressionWithTypeArguments(node),
  read: (node, scope) => {
    const declarations = symbolOf(node)?.getDeclarations() ?? [];
    if (declarations.length === 0) return unreadNode(node); // the compiler has reported it
    const parameter = declarations.find((candidate) => Node.isTypeParameterDeclaration(candidate));
    if (parameter) {
      const argument = scope.parameters.get(parameter.compilerNode);
      return argument ? scope.read(argument.node, argument.scope) : unreadNode(node);
    }
    const [declaration, ...others] = declarations.filter(isDeclaration);
    if (!declaration) return unsupported(node, valueHint(declarations), scope);
    if (declaration.getSourceFile().isDeclarationFile()) return unsupported(node, LIBRARY_HINT, scope);
    return others.length === 0
      ? readNamed(node, declaration, scope)
      : unsupported(node, "declare it in one place: only there its comment and fields are found", scope);
  },
};

/** What to write instead of the name of a value, which TypeScript takes for a type as well. */
function valueHint(declarations: readonly Node[]): string {
  if (declarations.some(Node.isClassDeclaration)) return "write an interface";
  if (declarations.some(Node.isEnumMember)) return "write the enum, or the text of this member";
  return "name an interface, an alias or a whole enum";
}

function isDeclaration(node: Node): node is Declaration {
  return Node.isInterfaceDeclaration(node) || Node.isTypeAliasDeclaration(node) || Node.isEnumDeclaration(node);
}

function readNamed(node: TypeNode, declaration: Declaration, scope: Scope): SchemaNode {
  const known = scope.named.get(declaration.compilerNode);
  if (known) return known;
  const inner = scopeOf(node as TypeReferenceNode, declaration, scope);
  if (!inner) return unreadNode(node);
  const before = scope.diagnostics.length;
  const read = readDeclaration(declaration, inner);
  const isPlain = inner.parameters.size === 0 && scope.diagnostics.length === before;
  if (isPlain) scope.named.set(declaration.compilerNode, read);
  return read;
}

/** The scope inside a declaration, or undefined where it is being read already: a recursive type. */
function scopeOf(node: TypeReferenceNode, declaration: Declaration, scope: Scope): Scope | undefined {
  const parameters = Node.isEnumDeclaration(declaration) ? [] : declaration.getTypeParameters();
  const mark = parameters.length > 0 ? node : declaration;
  const name = declaration.getName();
  const at = scope.path.findIndex((visit) => visit.mark === mark);
  if (at >= 0) {
    const cycle = [...scope.path.slice(at).map((visit) => visit.name), name].join(" → ");
    scope.diagnostics.push(diagnose("type-recursive", { cycle }, locationOf(node)));
    return undefined;
  }
  const given = node.getTypeArguments();
  const bound = new Map<ts.Node, Argument>(); // what a declaration can name: its own parameters, not those around its use
  for (const [index, parameter] of parameters.entries()) {
    const argument = given[index];
    const fallback = parameter.getDefault();
    if (argument) bound.set(parameter.compilerNode, { node: argument, scope });
    else if (fallback) bound.set(parameter.compilerNode, { node: fallback, scope: { ...scope, parameters: bound } });
  }
  return { ...scope, parameters: bound, path: [...scope.path, { name, mark }] };
}

/** The schema of a declaration, with its own constraints around it. The scope is the one inside it. */
export function readDeclaration(declaration: Declaration, scope: Scope): SchemaNode {
  const comment = scope.comments.of(declaration);
  const raw = findTag(comment, rawSchemaTag);
  const body: SchemaNode = raw
    ? { form: "raw", schema: raw.value, ...emptyNode(declaration.getNameNode()), location: raw.location }
    : readBody(declaration, scope);
  const self: NamedType = {
    name: declaration.getName(),
    ...(findTag(comment, experimentalTag) && { channel: "experimental" as const }),
    location: locationOf(declaration.getNameNode()),
  };
  return constrain({ ...body, types: [self, ...body.types], isDeclared: true }, comment, scope);
}

function readBody(declaration: Declaration, scope: Scope): SchemaNode {
  if (Node.isInterfaceDeclaration(declaration)) return readInterface(declaration, scope);
  if (Node.isEnumDeclaration(declaration)) return readEnumDeclaration(declaration, scope);
  const type = declaration.getTypeNode();
  return type ? scope.read(type, scope) : unreadNode(declaration);
}

function readEnumDeclaration(declaration: EnumDeclaration, scope: Scope): SchemaNode {
  const values: EnumValue[] = [];
  const members = declaration.getMembers();
  for (const member of members) {
    const comment = scope.comments.of(member);
    const value = member.getValue();
    if (typeof value !== "string") unsupported(member, 'every member of an enum is a text: A = "A"', scope);
    else {
      const channel = findTag(comment, experimentalTag) && ({ channel: "experimental" } as const);
      values.push({ value, ...channel, prose: comment.prose, location: locationOf(member) });
    }
  }
  if (values.length < members.length) return unreadNode(declaration);
  return { form: "scalar", type: "string", values, ...emptyNode(declaration.getNameNode()) };
}
