/** Names of the types that a module declares, taken from the sources. */
import type { SchemaNode } from "../../core/model/api.js";
import { compareStrings } from "../../core/model/diagnostic.js";
import { bodyOf, type Refer } from "./node-type.js";
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
  const sources = findSources(roots).filter(({ shapes }) => shapes.size === 1);
  const names = assignNames(sources, taken);
  return {
    refer: (node) => names.get(declarationKey(node)),
    declarations: sources
      .map(({ node }) => ({ name: names.get(declarationKey(node)) ?? "", node }))
      .sort((a, b) => compareStrings(a.name, b.name)),
  };
}

/** Declaration in the sources. `shapes` contains the different types that it produces. */
interface Source {
  readonly node: SchemaNode;
  readonly shapes: Set<string>;
}

/** Returns the sources, sorted by name, then by file and position. */
function findSources(roots: readonly SchemaNode[]): Source[] {
  const sources = new Map<string, Source>();
  const seen = new Map<SchemaNode, string>();
  const numbers = new Map<string, string>();
  // Prints types with numbers in place of names, so types are equal if and only if their printed forms are equal.
  const refer = (node: SchemaNode): string => {
    const known = seen.get(node);
    if (known !== undefined) return known;
    const text = `${declarationKey(node)} ${unionType(bodyOf(node, refer))}`;
    const shape = numbers.get(text) ?? `#${numbers.size}`;
    numbers.set(text, shape);
    seen.set(node, shape);
    const source = sources.get(declarationKey(node)) ?? { node, shapes: new Set() };
    source.shapes.add(shape);
    sources.set(declarationKey(node), source);
    return shape;
  };
  for (const root of roots) bodyOf(root, refer);
  return [...sources.values()].sort(compareSources);
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
