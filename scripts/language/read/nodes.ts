/** The nodes of the compiler that the type language consists of. */

import { ts } from "./ts-morph.js";

/** Type that names another one, possibly with arguments. */
export type Reference = ts.TypeReferenceNode | ts.ExpressionWithTypeArguments;

/** Declaration of a named type. */
export type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration;

export function isReference(node: ts.Node): node is Reference {
  return ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node);
}

export function isDeclaration(node: ts.Node): node is Declaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node);
}

/** Returns the identifiers in `Name` or `v1.Name`, or undefined if an `extends` clause has another expression. */
export function nameParts(node: Reference): readonly ts.Identifier[] | undefined {
  return identifiersIn(ts.isTypeReferenceNode(node) ? node.typeName : node.expression);
}

function identifiersIn(name: ts.EntityName | ts.Expression): readonly ts.Identifier[] | undefined {
  if (ts.isIdentifier(name)) return [name];
  const [left, right] = ts.isQualifiedName(name)
    ? [name.left, name.right]
    : ts.isPropertyAccessExpression(name)
      ? [name.expression, name.name]
      : [];
  const before = left && identifiersIn(left);
  return before && right && ts.isIdentifier(right) ? [...before, right] : undefined;
}

/** Returns the type parameters that a declaration has. */
export function parametersOf(node: ts.Node): readonly ts.TypeParameterDeclaration[] {
  const isGeneric = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
  return (isGeneric && node.typeParameters) || [];
}

/** Returns the types that an interface extends. */
export function basesOf({ heritageClauses }: ts.InterfaceDeclaration): readonly ts.ExpressionWithTypeArguments[] {
  return heritageClauses?.flatMap(({ types }) => types) ?? [];
}

/** Returns the property of an object with the given name. */
export function propertyIn(
  { members }: ts.InterfaceDeclaration | ts.TypeLiteralNode,
  name: string,
): ts.PropertySignature | undefined {
  return members.find((member): member is ts.PropertySignature => isPropertyNamed(member, name));
}

function isPropertyNamed(member: ts.TypeElement, name: string): boolean {
  return ts.isPropertySignature(member) && propertyName(member.name) === name;
}

/** Reports whether a member of an object type is a property whose name is written as JSON has it. */
export function isPlainProperty(member: ts.TypeElement): member is ts.PropertySignature {
  return ts.isPropertySignature(member) && (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name));
}

/** Returns the name of a property as JSON has it. That of a computed property is its text. */
export function propertyName(name: ts.PropertyName): string {
  return ts.isComputedPropertyName(name) ? name.getText() : name.text;
}

/** Reports whether a node is a string in quotes or in backticks. */
export function isText(node: ts.Node | undefined): node is ts.StringLiteralLike {
  return node !== undefined && ts.isStringLiteralLike(node);
}

/** Calls a function for all nodes inside a node, outer ones first. */
export function forEachInside(node: ts.Node, visit: (inner: ts.Node) => void): void {
  ts.forEachChild(node, (child) => {
    visit(child);
    forEachInside(child, visit);
  });
}
