/** Proves that values of one type are values of another one. A missing proof does not mean that they are not. */

import { isReference, isText, nameParts, type Reference } from "../nodes.js";
import { meaningOf, type ScopedType } from "../scope.js";
import { SyntaxKind, ts } from "../ts-morph.js";
import type { Proof } from "./proof.js";
import { shapeOf } from "./shape.js";

/** Reports whether every value of a type is certainly one of another type. */
export function isAssignable(from: ScopedType, to: ScopedType, proof: Proof): boolean {
  return proof.follow(() => isMeantAssignable(meaning(from, proof), meaning(to, proof), proof)) ?? false;
}

/** Reports whether every value of a type is certainly the name of a property. */
export function isKey(type: ScopedType, proof: Proof): boolean {
  return (
    proof.follow(() => {
      const { node, scope } = meaning(type, proof);
      if (ts.isUnionTypeNode(node)) return node.types.every((each) => isKey({ node: each, scope }, proof));
      return node.kind === SyntaxKind.StringKeyword || isTextType(node);
    }) ?? false
  );
}

/** Returns the type that names stand for. A type parameter without an argument stands for what it extends. */
function meaning(type: ScopedType, proof: Proof): ScopedType {
  const { node, scope } = type;
  if (ts.isParenthesizedTypeNode(node)) return meaning({ node: node.type, scope }, proof);
  const named = isReference(node) ? (meaningOf(node, scope, proof.names) ?? boundOf(node, type, proof)) : undefined;
  return (named && proof.follow(() => meaning(named, proof))) ?? type;
}

function boundOf(node: Reference, { scope }: ScopedType, { names }: Proof): ScopedType | undefined {
  const target = names.bySyntax(node);
  const isParameter = target && target !== "library" && ts.isTypeParameterDeclaration(target);
  return isParameter && target.constraint ? { node: target.constraint, scope } : undefined;
}

function isMeantAssignable(from: ScopedType, to: ScopedType, proof: Proof): boolean {
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

function isTextType(node: ts.TypeNode): boolean {
  return ts.isLiteralTypeNode(node) && isText(node.literal);
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
  return target !== undefined && target !== "library" && target === names.bySyntax(to) && nameParts(from) !== undefined;
}

function isShapeAssignable(from: ScopedType, to: ScopedType, proof: Proof): boolean {
  const [source, target] = [shapeOf(from, proof), shapeOf(to, proof)];
  if (!source || !target) return false;
  // The compiler takes an object without any property of a type for a mistake if all of them are optional.
  if (target.size > 0 && ![...target.keys()].some((name) => source.has(name))) return false;
  return [...target].every(([name, wanted]) => {
    const found = source.get(name);
    if (!found) return wanted.isOptional;
    return (wanted.isOptional || !found.isOptional) && isAssignable(found, wanted, proof);
  });
}
