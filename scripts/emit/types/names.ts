/** The names of the types that a module declares: those that they have in the sources. */
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
  /** In the order of their names. */
  readonly declarations: readonly Declaration[];
}

/**
 * Names every declared type that is used below the roots; `taken` are names that the module has given already. A generic
 * type that is used with several arguments stands for several types: none of them can have its name, so it has none.
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

/** A declaration in the sources. `shapes` tells apart the types that it stands for. */
interface Source {
  readonly node: SchemaNode;
  readonly shapes: Set<string>;
}

/** In the order of their names, then of the sources. */
function findSources(roots: readonly SchemaNode[]): Source[] {
  const sources = new Map<string, Source>();
  const seen = new Map<SchemaNode, string>();
  const numbers = new Map<string, string>();
  // Printed with numbers where names will be, so that no text holds that of another type: equal texts are equal types.
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

/** The first of several that share a name has it; the others get numbers behind theirs. */
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

/** A name that is not used, with the lowest number behind it where it needs one. */
export function freeName(name: string, used: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; used.has(free); number++) free = `${name}${number}`;
  return free;
}

function typeName({ node }: Source): string {
  return node.types[0]?.name ?? "";
}

/** Where a declared type is declared. */
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
