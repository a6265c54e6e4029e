/**
 * Finds the properties of interfaces that are string literals, also inherited ones. Every interface is asked for them,
 * so the syntax answers if it can, and only otherwise the type checker.
 */

import { Remembered } from "../../core/remembered.js";
import type { Names } from "./names.js";
import {
  basesOf,
  isPlainProperty,
  isReference,
  isText,
  nameParts,
  parametersOf,
  propertyName,
  type Reference,
} from "./nodes.js";
import { meaningOf, NO_SCOPE, type Scope, scopeInside, stringsIn } from "./scope.js";
import { SyntaxKind, ts } from "./ts-morph.js";

/** Returns the value of a property whose type is a string literal. The property can be inherited. */
export function literalProperty(declaration: ts.InterfaceDeclaration, name: string, names: Names): string | undefined {
  const value = new Lookup(name, names).valueIn(declaration);
  if (value !== UNCLEAR) return value;
  const property = checkedProperty(declaration, name, names);
  const type = property && names.checker.getTypeOfSymbolAtLocation(property, declaration);
  return type && isStringLiteral(type) ? type.value : undefined;
}

/** Returns whether an interface has a property, possibly an inherited one. */
export function hasProperty(declaration: ts.InterfaceDeclaration, name: string, names: Names): boolean {
  const found = new Lookup(name, names).find(declaration, NO_SCOPE);
  if (found !== UNCLEAR) return found !== undefined;
  return checkedProperty(declaration, name, names) !== undefined;
}

/** Returns a property that the type checker finds. */
function checkedProperty(node: ts.InterfaceDeclaration, name: string, { checker }: Names): ts.Symbol | undefined {
  return checker.getPropertyOfType(checker.getTypeAtLocation(node), name);
}

function isStringLiteral(type: ts.Type): type is ts.StringLiteralType {
  return (type.flags & ts.TypeFlags.StringLiteral) !== 0;
}

/**
 * Returns whether an interface is a resource: its apiVersion and kind are literals. Nothing else marks a resource. A
 * generic interface is not a resource, but an interface that extends it can be one.
 */
export function isResource(declaration: ts.InterfaceDeclaration, names: Names): boolean {
  if (parametersOf(declaration).length > 0) return false;
  return RESOURCES.of(declaration, [names], () =>
    OBJECT_LITERALS.every((name) => literalProperty(declaration, name, names) !== undefined),
  );
}

const RESOURCES = new Remembered<boolean>();

/** The properties of a resource that are literals. */
export const OBJECT_LITERALS = ["apiVersion", "kind"];

/** The result if the syntax does not show it. */
const UNCLEAR = Symbol("unclear");
type Unclear = typeof UNCLEAR;

interface Property {
  readonly type: ts.TypeNode;
  readonly isOptional: boolean;
  readonly scope: Scope;
}

/** Limits the number of nodes that one lookup visits. More can be a cycle or a combination of very many bases. */
const STEPS = 1000;

/** Looks up one property. */
class Lookup {
  readonly #name: string;
  readonly #names: Names;
  #steps = STEPS;
  /**
   * True inside `Pick` and `Omit`, which lose the names of properties if any part of the type has an index signature.
   */
  #needsNames = false;

  constructor(name: string, names: Names) {
    this.#name = name;
    this.#names = names;
  }

  /** Returns the value of the property if it is a string literal. */
  valueIn(declaration: ts.InterfaceDeclaration): string | undefined | Unclear {
    const found = this.find(declaration, NO_SCOPE);
    if (found === UNCLEAR || !found) return found;
    return found.isOptional ? undefined : this.#value(found.type, found.scope);
  }

  /** Returns the property of a type. */
  find(node: ts.Node, scope: Scope): Property | undefined | Unclear {
    if (this.#steps-- <= 0) return UNCLEAR;
    if (ts.isInterfaceDeclaration(node)) return this.#inInterface(node, scope);
    if (ts.isTypeLiteralNode(node)) return this.#inMembers(node.members, scope);
    if (ts.isParenthesizedTypeNode(node)) return this.find(node.type, scope);
    if (ts.isIntersectionTypeNode(node)) return this.#inParts(node.types, scope);
    return isReference(node) ? this.#inReference(node, scope) : UNCLEAR;
  }

  /** Returns the property of an interface: its own, otherwise that of the first base that has it. */
  #inInterface(node: ts.InterfaceDeclaration, scope: Scope): Property | undefined | Unclear {
    if (!this.#names.isSingle(node)) return UNCLEAR;
    let found = this.#inMembers(node.members, scope);
    for (const base of basesOf(node)) {
      if (found && !this.#needsNames) return found;
      const inherited = this.find(base, scope);
      found = inherited === UNCLEAR ? UNCLEAR : (found ?? inherited);
    }
    return found;
  }

  #inMembers(members: readonly ts.TypeElement[], scope: Scope): Property | undefined | Unclear {
    const plain = members.filter(isPlainProperty);
    const isPlain = plain.length === members.length;
    const found = plain.find((member) => propertyName(member.name) === this.#name);
    if (!found) return isPlain ? undefined : UNCLEAR;
    if (!isPlain && this.#needsNames) return UNCLEAR;
    return found.type ? { type: found.type, isOptional: found.questionToken !== undefined, scope } : UNCLEAR;
  }

  #inParts(types: readonly ts.TypeNode[], scope: Scope): Property | undefined | Unclear {
    const found = types.flatMap((type) => this.find(type, scope) ?? []);
    return found.length > 1 ? UNCLEAR : found[0];
  }

  #inReference(node: Reference, scope: Scope): Property | undefined | Unclear {
    const target = this.#names.bySyntax(node);
    if (!target) return UNCLEAR;
    if (target === "library") return this.#inDerived(node, scope);
    if (ts.isInterfaceDeclaration(target)) {
      const inner = scopeInside(node, target, scope);
      return inner ? this.find(target, inner) : UNCLEAR;
    }
    const meant = meaningOf(node, scope, this.#names);
    return meant ? this.find(meant.node, meant.scope) : UNCLEAR;
  }

  /** Returns the property of a type that the library derives from another one. */
  #inDerived(node: Reference, scope: Scope): Property | undefined | Unclear {
    const derivation = nameParts(node)?.at(-1)?.text;
    const [source, keys, ...others] = node.typeArguments ?? [];
    if (!source || others.length > 0) return UNCLEAR;
    if (derivation === "Pick" || derivation === "Omit") {
      const listed = keys && this.#keys(keys, scope);
      if (!listed) return UNCLEAR;
      this.#needsNames = true;
      return listed.includes(this.#name) === (derivation === "Pick") ? this.find(source, scope) : undefined;
    }
    const found = keys ? UNCLEAR : this.find(source, scope);
    if (!found || found === UNCLEAR || derivation === "Readonly") return found;
    if (derivation === "Partial") return { ...found, isOptional: true };
    return derivation === "Required" ? { ...found, isOptional: false } : UNCLEAR;
  }

  /** Returns the strings in a union of literals. */
  #keys(node: ts.TypeNode, scope: Scope): readonly string[] | undefined {
    return stringsIn({ node, scope }, this.#names, () => this.#steps-- <= 0);
  }

  /** Returns the value of a type if it is a string literal. */
  #value(node: ts.TypeNode, scope: Scope): string | undefined | Unclear {
    if (this.#steps-- <= 0) return UNCLEAR;
    if (ts.isLiteralTypeNode(node)) return isText(node.literal) ? node.literal.text : undefined;
    if (NO_LITERALS.has(node.kind)) return undefined;
    if (ts.isParenthesizedTypeNode(node)) return this.#value(node.type, scope);
    if (ts.isUnionTypeNode(node)) return new Set(this.#keys(node, scope)).size > 1 ? undefined : UNCLEAR;
    const named = isReference(node) ? meaningOf(node, scope, this.#names) : undefined;
    return named ? this.#value(named.node, named.scope) : UNCLEAR;
  }
}

/** Types that are not literals, whatever they contain. */
const NO_LITERALS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.StringKeyword,
  SyntaxKind.NumberKeyword,
  SyntaxKind.BooleanKeyword,
  SyntaxKind.UnknownKeyword,
  SyntaxKind.AnyKeyword,
  SyntaxKind.ObjectKeyword,
  SyntaxKind.ArrayType,
  SyntaxKind.TypeLiteral,
]);
