/** Proves that declarations have no errors. */

import { basesOf, type Declaration, isPlainProperty, isReference, parametersOf, propertyName } from "../nodes.js";
import { NO_SCOPE } from "../scope.js";
import { ts } from "../ts-morph.js";
import { isAssignable } from "./assignability.js";
import type { Proof } from "./proof.js";
import { shapeOf } from "./shape.js";
import { areSoundMembers, hasGenericAlias, isSoundReference, isSoundType, unscoped } from "./types.js";

/** Reports whether the compiler would certainly find no errors in a declaration. */
export function isSoundDeclaration(node: Declaration, proof: Proof): boolean {
  if (ts.isEnumDeclaration(node)) return isSoundEnum(node);
  if (!areSoundParameters(parametersOf(node), proof)) return false;
  return ts.isInterfaceDeclaration(node) ? isSoundInterface(node, proof) : isSoundAlias(node, proof);
}

/**
 * Reports whether the constraints of type parameters depend on no others, and their defaults only on earlier ones.
 * Those with defaults are the last ones.
 */
function areSoundParameters(parameters: readonly ts.TypeParameterDeclaration[], proof: Proof): boolean {
  const names = new Set(parameters.map(({ name }) => name.text));
  if (names.size < parameters.length) return false;
  return parameters.every(({ constraint, default: fallback }, index) => {
    if (!fallback && parameters[index - 1]?.default) return false;
    if (constraint && !(isSoundType(constraint, proof) && dependsOnlyOn([], constraint, proof))) return false;
    if (!fallback) return true;
    if (!isSoundType(fallback, proof) || !dependsOnlyOn(parameters.slice(0, index), fallback, proof)) return false;
    return !constraint || isAssignable(unscoped(fallback), unscoped(constraint), proof);
  });
}

/** Reports whether a type depends on no generic type, and only on these type parameters. */
function dependsOnlyOn(parameters: readonly ts.Node[], node: ts.Node, proof: Proof): boolean {
  if (proof.countStep()) return false;
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
  const [base] = basesOf(node); // the grammar has no more than one
  if (!base) return true;
  const isAlone = parametersOf(node).length === 0 && isAcyclic(base, proof);
  return isAlone && isSoundReference(base, proof) && isSoundBase(base, node.members, proof);
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
  const isGeneric = parametersOf(node).length > 0;
  if (isGeneric && hasGenericAlias(node.type, proof)) return false;
  return isSoundType(node.type, proof) && isAcyclic(node, proof);
}

/**
 * Reports whether aliases and the bases of interfaces certainly do not lead from a type to itself, which the compiler
 * accepts only in some places.
 */
function isAcyclic(node: ts.Node, proof: Proof): boolean {
  if (proof.countStep()) return false;
  const target = isReference(node) ? proof.names.bySyntax(node) : undefined;
  if (target && target !== "library" && !ts.isTypeParameterDeclaration(target)) {
    const parts = ts.isInterfaceDeclaration(target) ? basesOf(target) : [target];
    if (proof.follow(() => parts.every((part) => isAcyclic(part, proof))) !== true) return false;
  }
  return !ts.forEachChild(node, (child) => (isAcyclic(child, proof) ? undefined : true));
}

function isSoundEnum({ members }: ts.EnumDeclaration): boolean {
  return new Set(members.map(({ name }) => propertyName(name))).size === members.length;
}
