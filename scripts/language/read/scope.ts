/** The meaning of type parameters and of names for other types, as far as the syntax shows it. */

import { type Argument, type Arguments, argumentsOf } from "./arguments.js";
import type { Names } from "./names.js";
import { isReference, isText, parametersOf, type Reference } from "./nodes.js";
import { ts } from "./ts-morph.js";

/** The arguments of the type parameters around a type. */
export interface Scope {
  readonly parameters: Arguments<Scope>;
}

/** The scope of a type in which no type parameter has an argument. */
export const NO_SCOPE: Scope = { parameters: new Map() };

/** A type expression, and the scope in which it must be read. */
export type ScopedType = Argument<Scope>;

/** Returns the scope inside a declaration, or undefined if the arguments do not match its parameters. */
export function scopeInside(reference: Reference, declaration: ts.Node, scope: Scope): Scope | undefined {
  const count = parametersOf(declaration).length;
  if (count === 0) return reference.typeArguments ? undefined : NO_SCOPE;
  const parameters = argumentsOf<Scope>(reference, declaration, scope, (bound) => ({ parameters: bound }));
  return parameters.size === count && (reference.typeArguments?.length ?? 0) <= count ? { parameters } : undefined;
}

/** Returns the type that an alias or a type parameter stands for, or undefined if the syntax does not show it. */
export function meaningOf(reference: Reference, scope: Scope, names: Names): ScopedType | undefined {
  const target = names.bySyntax(reference);
  if (!target || target === "library") return undefined;
  if (ts.isTypeParameterDeclaration(target)) return scope.parameters.get(target);
  const inner = ts.isTypeAliasDeclaration(target) ? scopeInside(reference, target, scope) : undefined;
  return inner && ts.isTypeAliasDeclaration(target) ? { node: target.type, scope: inner } : undefined;
}

/**
 * Returns the strings in a union of literals, or undefined if the syntax does not show them all. `isExhausted` is asked
 * for each node, and ends the search.
 */
export function stringsIn(
  { node, scope }: ScopedType,
  names: Names,
  isExhausted: () => boolean,
): readonly string[] | undefined {
  if (isExhausted()) return undefined;
  if (ts.isLiteralTypeNode(node) && isText(node.literal)) return [node.literal.text];
  if (ts.isParenthesizedTypeNode(node)) return stringsIn({ node: node.type, scope }, names, isExhausted);
  if (ts.isUnionTypeNode(node)) {
    const strings = node.types.map((type) => stringsIn({ node: type, scope }, names, isExhausted));
    return strings.every((each) => each !== undefined) ? strings.flat() : undefined;
  }
  const named = isReference(node) ? meaningOf(node, scope, names) : undefined;
  return named && stringsIn(named, names, isExhausted);
}
