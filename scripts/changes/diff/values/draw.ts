/**
 * Draws values that match a schema. The same schema gives the same values every time, because its content is the seed
 * of the random numbers. Values at the limits of a bound are drawn more often than those between them.
 */

import { isJsonObject, type Json, type JsonObject } from "../../../core/model/json.js";
import { isEmbeddedResource, type StructuralSchema } from "../../../core/model/schema.js";
import { identityIn } from "../../../kubernetes/validation/list-types.js";
import { Effort, orElse } from "./effort.js";
import { allowsOthers, fewestFields, fieldRange, itemRange, knownNames, listedValues, mapKeys } from "./extent.js";
import { hashOf } from "./identity.js";
import {
  caseOf,
  choicesOf,
  fieldNode,
  fits,
  inCase,
  itemNode,
  type Node,
  nodeOf,
  requiredOf,
  typesOf,
  type ValueType,
} from "./node.js";
import { interestingNumbers } from "./numbers.js";
import { Random } from "./random.js";
import { LARGEST_EXAMPLE } from "./sizes.js";
import { interestingTexts } from "./texts.js";
import { stepsFor } from "./weight.js";

/** Amount of optional content in a drawn value. */
export type Fill = "least" | "some" | "most";

const POOL_SIZE = 12;
const DRAW_LIMIT = 20_000;
const SEARCH_LIMIT = 1_000_000;
const DEPTH_LIMIT = 24;

/** Returns up to `count` different values that match a schema. There may be fewer, or none. */
export function drawValues(schema: StructuralSchema, count: number): Json[] {
  return drawerOf(schema).values(nodeOf(schema), count);
}

/** Yields up to `count` different values that match both a schema and a branch. */
export function* drawWithin(schema: StructuralSchema, branch: StructuralSchema, count: number): Generator<Json> {
  yield* drawerOf(schema, "example").each(inCase(nodeOf(schema), branch), count);
}

function drawerOf(schema: StructuralSchema, purpose: "verdict" | "example" = "verdict"): Drawer {
  const [draws, searches] = [new Effort(DRAW_LIMIT, purpose), new Effort(SEARCH_LIMIT, purpose)];
  return new Drawer(new Random(hashOf(schema)), draws, searches);
}

export class Drawer {
  readonly #random: Random;
  readonly #effort: Effort;
  readonly #searches: Effort;
  readonly #pools = new Map<string, readonly Json[]>();

  /**
   * Creates a drawer. Searches for strings have their own budget, because one search may cost as much as thousands of
   * draws.
   */
  constructor(random: Random, effort: Effort, searches: Effort) {
    this.#random = random;
    this.#effort = effort;
    this.#searches = searches;
  }

  values(node: Node, count: number): Json[] {
    return [...this.each(node, count)];
  }

  /** Yields up to `count` different values, the smallest first. Ends early if the effort is used up. */
  *each(node: Node, count: number): Generator<Json> {
    const found = new Set<string>();
    for (let attempt = 0; attempt < 4 * count && found.size < count; attempt++) {
      const fill = (["least", "most"] as const)[attempt] ?? "some";
      const drawn = orElse(() => ({ value: this.draw(node, fill) }), undefined);
      if (!drawn) return;
      const { value } = drawn;
      if (value === undefined || found.has(JSON.stringify(value))) continue;
      found.add(JSON.stringify(value));
      yield value;
    }
  }

  /** Draws a value that matches a node. Returns undefined if none is found. */
  draw(node: Node, fill: Fill, depth = 0): Json | undefined {
    this.#effort.spend();
    if (depth > DEPTH_LIMIT) return undefined;
    const decided = this.#decide(node);
    const types = typesOf(decided);
    const isNull = fits(node, null) && (types.length === 0 || this.#random.chance(10));
    const type = this.#random.pick(types);
    const value = isNull ? null : type && this.#ofType(type, decided, fill, depth);
    if (value !== undefined) this.#effort.spend(stepsFor(value));
    return value !== undefined && fits(node, value) ? value : undefined;
  }

  /** Chooses a branch for every open choice. */
  #decide(node: Node): Node {
    const choice = choicesOf(node).find(({ isOpen }) => isOpen);
    if (!choice) return node;
    const branch = this.#random.pick(choice.branches);
    return branch === undefined ? node : this.#decide(caseOf(node, choice, branch));
  }

  #ofType(type: ValueType, node: Node, fill: Fill, depth: number): Json | undefined {
    const listed = listedValues(type, node);
    if (listed) return this.#oneOf(listed, fill);
    if (type === "array") return this.list(node, fill, this.#size(itemRange(node), fill), depth);
    if (type === "object") return this.object(node, fill, undefined, depth);
    return this.#oneOf(this.#pool(type, node, POOL_SIZE), fill);
  }

  /** Returns the first value, which is the simplest, or a random one, depending on the fill. */
  #oneOf(values: readonly Json[], fill: Fill): Json | undefined {
    return fill === "least" ? values[0] : this.#random.pick(values);
  }

  #size([min, max]: [number, number], fill: Fill): number {
    const most = Math.min(max, min + 3);
    return fill === "least" ? min : fill === "most" ? most : min + this.#random.below(most - min + 1);
  }

  #pool(type: ValueType, node: Node, count: number): readonly Json[] {
    const key = `${type} ${count} ${node.parts.map(({ schema }) => hashOf(schema)).join()}`;
    const known = this.#pools.get(key);
    if (known) return known;
    const pool =
      type === "number" ? numbersOf(node, count, this.#searches) : interestingTexts(node, count, this.#searches);
    this.#pools.set(key, pool);
    return pool;
  }

  /** Draws a list of the given size, with unique items if a schema requires them. */
  list(node: Node, fill: Fill, size: number, depth = 0): Json[] | undefined {
    if (!(size <= LARGEST_EXAMPLE)) return undefined;
    const unique = node.parts.find(({ schema }) => /^(set|map)$/.test(`${schema["x-kubernetes-list-type"]}`));
    const items = unique
      ? this.#different(node, unique.schema, fill, size, depth)
      : this.#alike(node, fill, size, depth);
    return items.length === size ? items : undefined;
  }

  #alike(node: Node, fill: Fill, size: number, depth: number): Json[] {
    const some = this.#several(itemNode(node), fill, Math.min(size, POOL_SIZE), depth);
    const copies = some.length === 0 ? 0 : Math.ceil(size / some.length);
    return Array.from({ length: copies }, () => some)
      .flat()
      .slice(0, size);
  }

  #several(node: Node, fill: Fill, count: number, depth: number): Json[] {
    const drawn: Json[] = [];
    for (let attempt = 0; attempt < 2 * count && drawn.length < count; attempt++) {
      const value = this.draw(node, within(fill, depth), depth + 1);
      if (value !== undefined) drawn.push(value);
    }
    return drawn;
  }

  #different(node: Node, schema: StructuralSchema, fill: Fill, size: number, depth: number): Json[] {
    const items = itemNode(node);
    const found = new Map<string, Json>();
    const keep = (item: Json) => found.set(identityIn(schema, item), item);
    this.#several(items, fill, Math.min(size, POOL_SIZE), depth).forEach(keep);
    if (size > found.size) this.#variety(items, schema, [...found.values()], size).forEach(keep);
    return [...found.values()].slice(0, size);
  }

  /**
   * Returns enough different values for a list of the given size. For a list of type map, the keys of the items differ.
   */
  #variety(items: Node, schema: StructuralSchema, known: readonly Json[], size: number): Json[] {
    const scalars = this.#scalars(items, size);
    const keyed = (mapKeys(schema) ?? []).flatMap((key) => {
      const field = fieldNode(items, key);
      const values = field ? this.#scalars(field, size) : [];
      return known.flatMap((item) => (isJsonObject(item) ? values.map((value) => ({ ...item, [key]: value })) : []));
    });
    return [...scalars, ...keyed.filter((item) => fits(items, item))];
  }

  #scalars(node: Node, size: number): Json[] {
    return typesOf(node).flatMap((type) => {
      if (type === "array" || type === "object") return [];
      return listedValues(type, node) ?? [...this.#pool(type, node, 2 * size + POOL_SIZE)];
    });
  }

  /** Draws an object, with the given number of fields if `size` is set. */
  object(node: Node, fill: Fill, size?: number, depth = 0): JsonObject | undefined {
    const wanted = size ?? fewestFields(node);
    const object: Record<string, Json> = this.#implied(node);
    for (const name of requiredOf(node)) {
      if (!Object.hasOwn(object, name) && !this.#add(object, node, name, fill, depth)) return undefined;
    }
    let count = Object.keys(object).length;
    if (fill === "least" && count >= wanted) return object;
    const declared = knownNames(node);
    const [, max] = fieldRange(node, declared);
    for (const name of this.#shuffled([...declared, ...this.#others(node, declared, wanted)], wanted)) {
      const isWanted = count < wanted || (size === undefined && this.#isTaken(fill));
      if (isWanted && count < max && !Object.hasOwn(object, name) && this.#add(object, node, name, fill, depth))
        count++;
    }
    return object;
  }

  #isTaken(fill: Fill): boolean {
    return fill === "most" || (fill === "some" && this.#random.chance(50));
  }

  #add(object: Record<string, Json>, node: Node, name: string, fill: Fill, depth: number): boolean {
    const field = fieldNode(node, name);
    const value = field && (this.draw(field, within(fill, depth), depth + 1) ?? this.draw(field, "least", depth + 1));
    if (value !== undefined) object[name] = value;
    return value !== undefined;
  }

  #implied(node: Node): Record<string, Json> {
    return node.parts.some(({ schema }) => isEmbeddedResource(schema)) ? { apiVersion: "v1", kind: "Example" } : {};
  }

  /** Returns names for the entries of a map. */
  #others(node: Node, declared: readonly string[], wanted: number): string[] {
    if (!allowsOthers(node, declared) || !(wanted <= LARGEST_EXAMPLE)) return [];
    const names = Array.from({ length: wanted + 2 }, (_, index) => `key${index || ""}`);
    return names.filter((name) => !declared.includes(name));
  }

  /** Returns names in a random order: all of them, or enough for an example if there are very many. */
  #shuffled(names: readonly string[], wanted: number): string[] {
    const rest = [...names];
    const count = Math.min(names.length, Math.max(wanted, LARGEST_EXAMPLE));
    return Array.from({ length: count }, () => rest.splice(this.#random.below(rest.length), 1)[0] as string);
  }
}

/**
 * Returns the fill for the next level. Deeper levels contain less, because objects would otherwise grow without limit.
 */
function within(fill: Fill, depth: number): Fill {
  return fill === "some" && depth < 3 ? fill : "least";
}

/** Returns numbers around every bound, followed by consecutive numbers. */
function numbersOf(node: Node, count: number, effort: Effort): number[] {
  const fitting = [...new Set(interestingNumbers(node, effort))].filter((number) => fits(node, number));
  const inRow = fitting.slice(0, 3).flatMap((first) => Array.from({ length: count }, (_, index) => first + index));
  const all = new Set(count <= POOL_SIZE ? fitting : [...fitting, ...inRow]);
  return [...all].filter((number) => fits(node, number)).slice(0, Math.max(count, fitting.length));
}
