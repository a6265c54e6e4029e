/** Proves that values of one type are values of another one. A missing proof does not mean that they are not. */

import { isReference, isText } from "../nodes.js";
import { meaningOf, type Scope, type ScopedType } from "../scope.js";
import { SyntaxKind, ts } from "../ts-morph.js";
import type { Proof } from "./proof.js";
import { shapeOf } from "./shape.js";

/** Reports whether every value of a type is certainly one of another type. */
export function isAssignable(from: ScopedType, to: ScopedType, proof: Proof): boolean {
  return (
    proof.follow(() => {
      const [source, target] = [resolved(from, proof), resolved(to, proof)];
      return source !== undefined && target !== undefined && isResolvedAssignable(source, target, proof);
    }) ?? false
  );
}

/** Reports whether every value of a type is certainly the name of a property. */
export function isKey(type: ScopedType, proof: Proof): boolean {
  return (
    proof.follow(() => {
      const { node, scope } = resolved(type, proof) ?? {};
      if (!node || !scope) return false;
      if (ts.isUnionTypeNode(node)) return node.types.every((each) => isKey({ node: each, scope }, proof));
      return node.kind === SyntaxKind.StringKeyword || isLiteralOf(SyntaxKind.StringKeyword, node);
    }) ?? false
  );
}

/**
 * Returns the type that names of aliases and type parameters stand for, or undefined if the proof must end here. A type
 * parameter without an argument stands for its constraint.
 */
function resolved(type: ScopedType, proof: Proof): ScopedType | undefined {
  const { node, scope } = type;
  if (ts.isParenthesizedTypeNode(node)) return resolved({ node: node.type, scope }, proof);
  if (!isReference(node)) return type;
  const target = proof.names.bySyntax(node);
  if (!target) return undefined;
  if (target === "library" || ts.isInterfaceDeclaration(target) || ts.isEnumDeclaration(target)) return type;
  const meant = meaningOf(node, scope, proof.names) ?? constraintOf(target, scope);
  return meant && proof.follow(() => resolved(meant, proof));
}

function constraintOf(target: ts.Node, scope: Scope): ScopedType | undefined {
  const constraint = ts.isTypeParameterDeclaration(target) ? target.constraint : undefined;
  return constraint && { node: constraint, scope };
}

function isResolvedAssignable(from: ScopedType, to: ScopedType, proof: Proof): boolean {
  if (isSame(from, to)) return true;
  const { node: source } = from;
  const { node: target } = to;
  if (ts.isUnionTypeNode(source)) {
    return source.types.every((node) => isAssignable({ node, scope: from.scope }, to, proof));
  }
  if (ts.isUnionTypeNode(target)) {
    return target.types.some((node) => isAssignable(from, { node, scope: to.scope }, proof));
  }
  if (target.kind === SyntaxKind.UnknownKeyword) return true;
  if (KEYWORDS.has(target.kind)) return source.kind === target.kind || isLiteralOf(target.kind, source);
  if (ts.isLiteralTypeNode(target)) return ts.isLiteralTypeNode(source) && isSameLiteral(source, target);
  return isArrayAssignable(from, to, proof) || isNamedAlike(from, to, proof) || isShapeAssignable(from, to, proof);
}

const KEYWORDS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.StringKeyword,
  SyntaxKind.NumberKeyword,
  SyntaxKind.BooleanKeyword,
]);

function isSame(from: ScopedType, to: ScopedType): boolean {
  return from.node === to.node && from.scope === to.scope;
}

function isLiteralOf(keyword: SyntaxKind, node: ts.TypeNode): boolean {
  if (!ts.isLiteralTypeNode(node)) return false;
  const { kind } = node.literal;
  if (keyword === SyntaxKind.StringKeyword) return isText(node.literal);
  if (keyword === SyntaxKind.NumberKeyword) return kind === SyntaxKind.NumericLiteral;
  return kind === SyntaxKind.TrueKeyword || kind === SyntaxKind.FalseKeyword;
}

function isSameLiteral({ literal: from }: ts.LiteralTypeNode, { literal: to }: ts.LiteralTypeNode): boolean {
  if (from.kind === SyntaxKind.NullKeyword) return to.kind === SyntaxKind.NullKeyword;
  return isText(from) && isText(to) && from.text === to.text;
}

function isArrayAssignable(from: ScopedType, to: ScopedType, proof: Proof): boolean {
  const [source, target] = [itemsOf(from), itemsOf(to)];
  return source !== undefined && target !== undefined && isAssignable(source, target, proof);
}

/** Returns the type of the items of an array that can be changed. */
function itemsOf({ node, scope }: ScopedType): ScopedType | undefined {
  return ts.isArrayTypeNode(node) ? { node: node.elementType, scope } : undefined;
}

/** Reports whether two types are the same interface or enum, without arguments. */
function isNamedAlike({ node: from }: ScopedType, { node: to }: ScopedType, { names }: Proof): boolean {
  if (!isReference(from) || !isReference(to) || from.typeArguments || to.typeArguments) return false;
  const target = names.bySyntax(from);
  const isNamed = target && target !== "library" && (ts.isInterfaceDeclaration(target) || ts.isEnumDeclaration(target));
  return isNamed === true && target === names.bySyntax(to);
}

function isShapeAssignable(from: ScopedType, to: ScopedType, proof: Proof): boolean {
  const [source, target] = [shapeOf(from, proof), shapeOf(to, proof)];
  if (!source || !target) return false;
  // Weak type detection: all properties of a type can be optional, but an object must have one of them.
  if (target.size > 0 && ![...target.keys()].some((name) => source.has(name))) return false;
  return [...target].every(([name, wanted]) => {
    const found = source.get(name);
    if (!found) return wanted.isOptional && !(name in Object.prototype); // all objects have those
    return (wanted.isOptional || !found.isOptional) && isAssignable(found, wanted, proof);
  });
}
