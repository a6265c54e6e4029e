/** Proves that type expressions have no errors. */

import { isPlainProperty, isReference, nameParts, parametersOf, propertyName, type Reference } from "../nodes.js";
import { NO_SCOPE, type ScopedType, stringsIn } from "../scope.js";
import { SyntaxKind, ts } from "../ts-morph.js";
import { isAssignable, isKey } from "./assignability.js";
import type { Proof } from "./proof.js";
import { shapeOf } from "./shape.js";

const KEYWORDS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.StringKeyword,
  SyntaxKind.NumberKeyword,
  SyntaxKind.BooleanKeyword,
  SyntaxKind.UnknownKeyword,
]);

/** Reports whether the compiler would certainly find no errors in a type expression. It must not be omitted. */
export function isSoundType(node: ts.TypeNode | undefined, proof: Proof): boolean {
  const isSound = (inner: ts.TypeNode) => isSoundType(inner, proof);
  if (!node || proof.countStep()) return false;
  if (KEYWORDS.has(node.kind)) return true;
  if (ts.isLiteralTypeNode(node)) return true;
  if (ts.isArrayTypeNode(node)) return isSound(node.elementType);
  if (ts.isTypeOperatorNode(node)) return isSound(node.type); // the grammar has only readonly arrays
  if (ts.isParenthesizedTypeNode(node)) return isSound(node.type);
  if (ts.isUnionTypeNode(node)) return node.types.every(isSound);
  if (ts.isTypeLiteralNode(node)) return areSoundMembers(node.members, proof);
  if (ts.isIntersectionTypeNode(node)) return node.types.every(isSound) && isSoundIntersection(node, proof);
  return ts.isTypeReferenceNode(node) && isSoundReference(node, proof);
}

/**
 * Reports whether the compiler would certainly find no errors in the members of an object type. The properties next
 * to an index signature must match its type, so it must be `unknown`.
 */
export function areSoundMembers(members: readonly ts.TypeElement[], proof: Proof): boolean {
  const [index, ...others] = members.filter(ts.isIndexSignatureDeclaration);
  const properties = members.filter(isPlainProperty);
  const names = new Set(properties.map(({ name }) => propertyName(name)));
  if (others.length > 0 || names.size + (index ? 1 : 0) < members.length) return false;
  const isMatching = !index || names.size === 0 || index.type.kind === SyntaxKind.UnknownKeyword;
  return isMatching && [...properties, ...(index ? [index] : [])].every(({ type }) => isSoundType(type, proof));
}

/** Reports whether the compiler would certainly find no errors in a reference, which is also one to a known type. */
export function isSoundReference(node: Reference, proof: Proof): boolean {
  const given = node.typeArguments ?? [];
  const target = proof.names.bySyntax(node);
  if (!target || !given.every((argument) => isSoundType(argument, proof))) return false;
  if (target === "library") return isSoundInLibrary(node, proof);
  const parameters = parametersOf(target);
  if (parameters.length < given.length) return false;
  if (ts.isTypeAliasDeclaration(target) && given.some((argument) => hasGenericAlias(argument, proof))) return false;
  return parameters.every(({ constraint, default: fallback }, index) => {
    const argument = given[index];
    if (!argument) return fallback !== undefined;
    return !constraint || isAssignable(unscoped(argument), unscoped(constraint), proof);
  });
}

/**
 * Reports whether a type contains a generic alias. Generic aliases inside each other can have so many or so deep
 * instances that the compiler gives up.
 */
export function hasGenericAlias(node: ts.Node, proof: Proof): boolean {
  const target = isReference(node) && node.typeArguments ? proof.names.bySyntax(node) : undefined;
  if (target && target !== "library" && ts.isTypeAliasDeclaration(target)) return true;
  return ts.forEachChild(node, (child) => hasGenericAlias(child, proof) || undefined) ?? false;
}

/** The types of TypeScript's library with one argument, which can be any type. */
const OF_ANY: readonly (string | undefined)[] = ["Array", "ReadonlyArray", "Partial", "Readonly", "Required"];

function isSoundInLibrary(node: Reference, proof: Proof): boolean {
  const name = nameParts(node)?.at(-1)?.text;
  const [first, second, ...others] = node.typeArguments ?? [];
  if (!first || others.length > 0) return false;
  if (!second) return OF_ANY.includes(name);
  if (name === "Record") return isKey(unscoped(first), proof);
  if (name === "Omit") return isKey(unscoped(second), proof);
  // All keys must exist, which the shape of the whole type shows.
  return name === "Pick" && shapeOf(unscoped(node), proof) !== undefined;
}

/**
 * Reports whether the parts of an intersection are objects without common properties. To find out what a common property
 * is, the compiler reads its types, which can lead in a circle, and it gives up on intersections of large unions.
 */
function isSoundIntersection(node: ts.IntersectionTypeNode, proof: Proof): boolean {
  if (shapeOf(unscoped(node), proof)) return true;
  const shapes = node.types.map((part) => ({ part, shape: shapeOf(unscoped(part), proof) }));
  const [rest, ...others] = shapes.filter(({ shape }) => !shape);
  const names = shapes.flatMap(({ shape }) => [...(shape?.keys() ?? [])]);
  if (!rest || others.length > 0 || new Set(names).size < names.length) return false;
  const omitted = omittedNames(rest.part, proof);
  return names.every((name) => omitted.includes(name));
}

/** Returns the names that `Omit` leaves out of a type, also of one that is not known. */
function omittedNames(node: ts.TypeNode, proof: Proof): readonly string[] {
  const keys = proof.names.libraryArguments(node, "Omit")?.[1];
  return (keys && stringsIn(unscoped(keys), proof.names, () => proof.countStep())) ?? [];
}

/** Returns a type outside of any generic declaration that has arguments. */
export function unscoped(node: ScopedType["node"]): ScopedType {
  return { node, scope: NO_SCOPE };
}
