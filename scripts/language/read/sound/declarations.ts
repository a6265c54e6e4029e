/** Proves that declarations have no errors. */

import { basesOf, type Declaration, isPlainProperty, isReference, parametersOf, propertyName } from "../nodes.js";
import { NO_SCOPE } from "../scope.js";
import { SyntaxKind, ts } from "../ts-morph.js";
import { isAssignable } from "./assignability.js";
import type { Proof } from "./proof.js";
import { shapeOf } from "./shape.js";
import { areSoundMembers, hasAtMost, isSoundReference, isSoundType } from "./types.js";

/** Reports whether the compiler would certainly find no errors in a declaration. */
export function isSoundDeclaration(node: Declaration, proof: Proof): boolean {
  if (!hasAtMost(SyntaxKind.ExportKeyword, node)) return false;
  if (ts.isEnumDeclaration(node)) return isSoundEnum(node);
  if (!areSoundParameters(node.typeParameters, proof)) return false;
  return ts.isInterfaceDeclaration(node) ? isSoundInterface(node, proof) : isSoundAlias(node, proof);
}

/**
 * Reports whether the bounds of type parameters depend on no others, and their defaults only on earlier ones. Those with
 * defaults are the last ones, and have no bounds.
 */
function areSoundParameters(parameters: ts.NodeArray<ts.TypeParameterDeclaration> | undefined, proof: Proof): boolean {
  if (!parameters) return true;
  const names = new Set(parameters.map(({ name }) => name.text));
  if (names.size === 0 || names.size < parameters.length || parameters.hasTrailingComma) return false;
  return parameters.every(({ name, modifiers, constraint, default: fallback }, index) => {
    if (modifiers || !isOrdinaryName(name.text)) return false;
    if (!fallback && parameters[index - 1]?.default) return false;
    if (fallback && (constraint || !isSoundType(fallback, proof))) return false;
    if (fallback && !dependsOnlyOn(parameters.slice(0, index), fallback, proof)) return false;
    return !constraint || (isSoundType(constraint, proof) && dependsOnlyOn([], constraint, proof));
  });
}

/** Reports whether a type depends on no generic type, and only on these type parameters. */
function dependsOnlyOn(parameters: readonly ts.Node[], node: ts.Node, proof: Proof): boolean {
  if (isReference(node)) {
    const target = proof.names.bySyntax(node);
    if (!target || target === "library" || parametersOf(target).length > 0) return false;
    if (ts.isTypeParameterDeclaration(target)) return parameters.includes(target);
    if (ts.isTypeAliasDeclaration(target) && !proof.follow(() => dependsOnlyOn([], target.type, proof))) return false;
  }
  return !ts.forEachChild(node, (child) => (dependsOnlyOn(parameters, child, proof) ? undefined : true));
}

function isSoundInterface(node: ts.InterfaceDeclaration, proof: Proof): boolean {
  if (!areSoundMembers(node.members, proof)) return false;
  if (!node.heritageClauses) return true;
  const [base, ...others] = basesOf(node);
  const [clause, ...clauses] = node.heritageClauses;
  if (!base || others.length > 0 || clauses.length > 0 || clause?.types.hasTrailingComma) return false;
  return !node.typeParameters && isSoundReference(base, proof) && isSoundBase(base, node.members, proof);
}

/** Reports whether the members of an interface certainly match those that it inherits. */
function isSoundBase(base: ts.ExpressionWithTypeArguments, members: readonly ts.TypeElement[], proof: Proof): boolean {
  const inherited = shapeOf({ node: base, scope: NO_SCOPE }, proof);
  return (
    inherited !== undefined &&
    members.every((member) => {
      if (!isPlainProperty(member) || !member.type) return false;
      const wanted = inherited.get(propertyName(member.name));
      if (!wanted) return true;
      const own = { node: member.type, scope: NO_SCOPE };
      return (wanted.isOptional || !member.questionToken) && isAssignable(own, wanted, proof);
    })
  );
}

function isSoundAlias(node: ts.TypeAliasDeclaration, proof: Proof): boolean {
  return isSoundType(node.type, proof) && isAcyclic(node, proof);
}

/** Reports whether aliases certainly do not lead from a type to itself, which the compiler accepts only in some places. */
function isAcyclic(node: ts.Node, proof: Proof): boolean {
  const target = isReference(node) ? proof.names.bySyntax(node) : undefined;
  if (target && target !== "library" && ts.isTypeAliasDeclaration(target)) {
    if (proof.follow(() => isAcyclic(target, proof)) !== true) return false;
  }
  return !ts.forEachChild(node, (child) => (isAcyclic(child, proof) ? undefined : true));
}

/** Reports whether each member has a string, and a name that is not a number. */
function isSoundEnum({ members }: ts.EnumDeclaration): boolean {
  const names = new Set(members.map(({ name }) => propertyName(name)));
  return (
    names.size === members.length &&
    members.every(({ name, initializer }) => {
      const isNamed = ts.isIdentifier(name) && name.text !== "NaN" && name.text !== "Infinity";
      return isNamed && initializer?.kind === SyntaxKind.StringLiteral;
    })
  );
}

/** Names that the compiler does not accept for types, or not in all places. */
const UNUSUAL_NAMES: ReadonlySet<string> = new Set(
  [
    "any unknown never number bigint boolean string symbol void object undefined",
    "implements interface let package private protected public static yield await eval arguments default",
    "globalThis Promise Object Reflect require exports",
  ].flatMap((names) => names.split(" ")),
);

/** Reports whether a declaration or an import can have a name without any restriction. */
export function isOrdinaryName(name: string): boolean {
  return !UNUSUAL_NAMES.has(name);
}
