/** The arguments of type parameters. */

import { parametersOf, type Reference } from "./nodes.js";
import type { ts } from "./ts-morph.js";

/** A type argument and the scope in which it was written, and in which it must be read. */
export interface Argument<Scope> {
  readonly node: ts.TypeNode;
  readonly scope: Scope;
}

/** Type arguments, by the node of the parameter's declaration. */
export type Arguments<Scope> = ReadonlyMap<ts.Node, Argument<Scope>>;

/**
 * Returns the arguments of a reference to a declaration. A parameter without an argument gets its default, which is
 * read in the scope that `inside` returns for the arguments.
 */
export function argumentsOf<Scope>(
  reference: Reference,
  declaration: ts.Node,
  scope: Scope,
  inside: (bound: Arguments<Scope>) => Scope,
): Arguments<Scope> {
  const bound = new Map<ts.Node, Argument<Scope>>();
  for (const [index, parameter] of parametersOf(declaration).entries()) {
    const given = reference.typeArguments?.[index];
    if (given) bound.set(parameter, { node: given, scope });
    else if (parameter.default) bound.set(parameter, { node: parameter.default, scope: inside(bound) });
  }
  return bound;
}
