/** The properties of object types, as far as the syntax shows all of them. */

import { basesOf, isPlainProperty, isReference, nameParts, propertyName, type Reference } from "../nodes.js";
import { meaningOf, type Scope, type ScopedType, scopeInside, stringsIn } from "../scope.js";
import { ts } from "../ts-morph.js";
import type { Proof } from "./proof.js";

interface Property extends ScopedType {
  readonly isOptional: boolean;
}

export type Shape = ReadonlyMap<string, Property>;

/** Returns the properties of an object type, or undefined if it is not one, or may have others. */
export function shapeOf(type: ScopedType, proof: Proof): Shape | undefined {
  return proof.follow(() => shapeOfType(type, proof));
}

function shapeOfType({ node, scope }: ScopedType, proof: Proof): Shape | undefined {
  if (ts.isTypeLiteralNode(node)) return shapeOfMembers(node.members, scope, proof);
  if (ts.isParenthesizedTypeNode(node)) return shapeOf({ node: node.type, scope }, proof);
  if (ts.isIntersectionTypeNode(node)) {
    return mergedShape(node.types.map((part) => shapeOf({ node: part, scope }, proof)));
  }
  return isReference(node) ? shapeOfReference(node, scope, proof) : undefined;
}

function shapeOfReference(node: Reference, scope: Scope, proof: Proof): Shape | undefined {
  const target = proof.names.bySyntax(node);
  if (target === "library") return shapeInLibrary(node, scope, proof);
  if (!target || !ts.isInterfaceDeclaration(target)) {
    const meaning = meaningOf(node, scope, proof.names);
    return meaning && shapeOf(meaning, proof);
  }
  const inner = scopeInside(node, target, scope);
  return inner && shapeOfInterface(target, inner, proof);
}

function shapeOfInterface(node: ts.InterfaceDeclaration, scope: Scope, proof: Proof): Shape | undefined {
  const own = shapeOfMembers(node.members, scope, proof);
  const [base, ...others] = basesOf(node);
  if (!own || !base) return own;
  const inherited = others.length === 0 ? shapeOf({ node: base, scope }, proof) : undefined;
  return inherited && new Map([...inherited, ...own]);
}

/** Returns the properties of the types that TypeScript's library derives from another one. */
function shapeInLibrary(node: Reference, scope: Scope, proof: Proof): Shape | undefined {
  const [source, keys] = node.typeArguments ?? [];
  const shape = source && shapeOf({ node: source, scope }, proof);
  if (!shape) return undefined;
  const derivation = nameParts(node)?.at(-1)?.text;
  if (derivation === "Readonly") return shape;
  if (derivation === "Partial" || derivation === "Required") {
    const isOptional = derivation === "Partial";
    return new Map([...shape].map(([name, property]) => [name, { ...property, isOptional }]));
  }
  const listed = keys && stringsIn({ node: keys, scope }, proof.names, () => proof.countStep());
  if (!listed || (derivation !== "Pick" && derivation !== "Omit")) return undefined;
  if (derivation === "Pick" && !listed.every((name) => shape.has(name))) return undefined;
  return new Map([...shape].filter(([name]) => listed.includes(name) === (derivation === "Pick")));
}

function shapeOfMembers(members: readonly ts.TypeElement[], scope: Scope, proof: Proof): Shape | undefined {
  const shape = new Map<string, Property>();
  for (const member of members) {
    if (!isPlainProperty(member) || !member.type || proof.countStep()) return undefined;
    const isOptional = member.questionToken !== undefined;
    shape.set(propertyName(member.name), { node: member.type, scope, isOptional });
  }
  return shape.size === members.length ? shape : undefined;
}

/** Returns the properties of an intersection, whose parts must have no common ones. */
function mergedShape(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  const merged = new Map<string, Property>();
  for (const shape of shapes) {
    if (!shape || [...shape.keys()].some((name) => merged.has(name))) return undefined;
    for (const [name, property] of shape) merged.set(name, property);
  }
  return merged;
}
