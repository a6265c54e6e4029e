/** Names of the types that a module declares, taken from the sources. */
import type { SchemaNode } from "../../core/model/api.js";
import { compareStrings } from "../../core/model/diagnostic.js";
import { bodyOf, type Refer, usedBy } from "./node-type.js";
import { unionType } from "./syntax.js";

export interface Declaration {
  readonly name: string;
  readonly node: SchemaNode;
}

export interface TypeNames {
  readonly refer: Refer;
  /** Declarations, sorted by name. */
  readonly declarations: readonly Declaration[];
}

/**
 * Names every declared type that is used below the roots. `taken` contains names that the module already uses. A
 * generic type that is used with several arguments stands for several types, so none of them gets its name.
 */
export function nameTypes(roots: readonly SchemaNode[], taken: readonly string[]): TypeNames {
  const sources = findSources(roots).filter(({ isOneType }) => isOneType);
  const names = assignNames(sources, taken);
  return {
    refer: (node) => names.get(declarationKey(node)),
    declarations: sources
      .map(({ node }) => ({ name: names.get(declarationKey(node)) ?? "", node }))
      .sort((a, b) => compareStrings(a.name, b.name)),
  };
}

/** Declaration in the sources, with one of the nodes that it produces. */
interface Source {
  readonly node: SchemaNode;
  /** False if the declaration produces several types. */
  readonly isOneType: boolean;
}

/** Returns the sources, sorted by name, then by file and position. */
function findSources(roots: readonly SchemaNode[]): Source[] {
  const nodes = declaredNodes(roots);
  const shapeOf = shapesOf(nodes);
  const sources = [...nodes.values()].map(([node, ...others]): Source => {
    const isOneType = others.every((other) => shapeOf(other) === shapeOf(node));
    return { node, isOneType };
  });
  return sources.sort(compareSources);
}

/** The nodes that each declaration produces, by its key. */
type DeclaredNodes = ReadonlyMap<string, readonly [SchemaNode, ...SchemaNode[]]>;

/** Returns the nodes with a declared type that are used below the roots. */
function declaredNodes(roots: readonly SchemaNode[]): DeclaredNodes {
  const declared = new Map<string, [SchemaNode, ...SchemaNode[]]>();
  const seen = new Set<SchemaNode>();
  const visit = (node: SchemaNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.isDeclared) {
      const known = declared.get(declarationKey(node));
      if (known) known.push(node);
      else declared.set(declarationKey(node), [node]);
    }
    for (const child of usedBy(node)) visit(child);
  };
  for (const root of roots) for (const child of usedBy(root)) visit(child);
  return declared;
}

/**
 * Returns a function that prints types with keys or numbers in place of names, so the types of a declaration are equal
 * if and only if their printed forms are equal. The type of a declaration with one node is that of its key.
 */
function shapesOf(nodes: DeclaredNodes): (node: SchemaNode) => string {
  const shapes = new Map<SchemaNode, string>();
  const numbers = new Map<string, string>();
  const shapeOf = (node: SchemaNode): string => {
    const known = shapes.get(node);
    if (known !== undefined) return known;
    const key = declarationKey(node);
    if (nodes.get(key)?.length === 1) return key;
    const text = `${key} ${unionType(bodyOf(node, shapeOf))}`;
    const shape = numbers.get(text) ?? `#${numbers.size}`;
    numbers.set(text, shape);
    shapes.set(node, shape);
    return shape;
  };
  return shapeOf;
}

/** Assigns names. If several types share a name, the first one gets it, and the others get a number appended. */
function assignNames(sources: readonly Source[], taken: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  const used = new Set(taken);
  const assign = ({ node }: Source, name: string) => {
    names.set(declarationKey(node), name);
    used.add(name);
  };
  for (const source of sources) if (!used.has(typeName(source))) assign(source, typeName(source));
  for (const source of sources)
    if (!names.has(declarationKey(source.node))) assign(source, freeName(typeName(source), used));
  return names;
}

/** Returns a name that is not used yet, with the lowest number appended that makes it unique. */
export function freeName(name: string, used: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; used.has(free); number++) free = `${name}${number}`;
  return free;
}

function typeName({ node }: Source): string {
  return node.types[0]?.name ?? "";
}

/** Returns a key for the declaration of a type: its file and position. */
function declarationKey({ types: [type] }: SchemaNode): string {
  return `${type?.location.file}:${type?.location.start}`;
}

function compareSources(a: Source, b: Source): number {
  const [left, right] = [a.node.types[0]?.location, b.node.types[0]?.location];
  return (
    compareStrings(typeName(a), typeName(b)) ||
    compareStrings(left?.file ?? "", right?.file ?? "") ||
    (left?.start ?? 0) - (right?.start ?? 0)
  );
}
