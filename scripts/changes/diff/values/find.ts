/**
 * Searches for values that match one node but not another, first where the two nodes differ, then at random. Every
 * candidate is checked against both nodes, so a result is correct however it was found. Values are drawn only on
 * demand.
 */
import { isJsonObject, type Json, type JsonObject } from "../../../core/model/json.js";
import { fieldsOf, type StructuralSchema } from "../../../core/model/schema.js";
import type { Drawer, Fill } from "./draw.js";
import type { Effort } from "./effort.js";
import { itemRange, knownNames, listedValues, mapKeys, nameBeyond } from "./extent.js";
import {
  choicesOf,
  exclusionsOf,
  fieldNode,
  fits,
  inCase,
  itemNode,
  keyOf,
  type Node,
  rangeOf,
  requiredOf,
  typesOf,
  type ValueType,
} from "./node.js";
import type { Prover } from "./prove.js";
import type { Scalars } from "./scalars.js";
import { stepsFor } from "./weight.js";

/** Number of values of a field that are tried in the objects around it, which may reject some of them. */
const TRIED_VALUES = 3;
const DRAWN = 40;
const FILLS: readonly Fill[] = ["least", "most", "some", "some"];

export class Finder {
  readonly #prover: Prover;
  readonly #scalars: Scalars;
  readonly #drawer: Drawer;
  readonly #effort: Effort;
  /** Searches in progress. They prevent endless recursion into nodes that are their own items. */
  readonly #pending = new Set<string>();

  constructor(prover: Prover, scalars: Scalars, drawer: Drawer, effort: Effort) {
    this.#prover = prover;
    this.#scalars = scalars;
    this.#drawer = drawer;
    this.#effort = effort;
  }

  /** Yields values that match one node but not the other, as they are found. */
  *find(node: Node, other: Node): Generator<Json> {
    const key = `${keyOf(node)} ${keyOf(other)}`;
    if (this.#pending.has(key) || this.#prover.includes(node, other)) return;
    this.#pending.add(key);
    try {
      for (const value of this.#candidates(node, other)) {
        this.#effort.spend(1 + stepsFor(value));
        if (fits(node, value) && !fits(other, value)) yield value;
      }
    } finally {
      this.#pending.delete(key);
    }
  }

  *#candidates(node: Node, other: Node): Generator<Json> {
    yield null;
    for (const type of typesOf(node)) yield* this.#ofType(type, node, other);
    for (let attempt = 0; attempt < DRAWN; attempt++) yield* this.#drawn(node, "some");
  }

  *#drawn(node: Node, fill: Fill): Generator<Json> {
    const value = this.#drawer.draw(node, fill);
    if (value !== undefined) yield value;
  }

  *#ofType(type: ValueType, node: Node, other: Node): Generator<Json> {
    yield* listedValues(type, node) ?? [];
    if (type === "array") yield* this.#lists(node, other);
    else if (type === "object") yield* this.#objects(node, other);
    else {
      const search = this.#scalars.search(type, node, other);
      if (typeof search === "object") yield search.found;
      // The search covers all scalars. Further attempts are useful only if it leaves the question open.
      if (search === "none") return;
    }
    for (const narrowed of narrowings(node, other)) {
      for (const fill of FILLS) yield* this.#drawn(narrowed, fill);
    }
  }

  *#lists(node: Node, other: Node): Generator<Json> {
    for (const size of borderSizes(itemRange(node), rangeOf(other, "minItems", "maxItems"))) {
      yield this.#drawer.list(node, "least", size) ?? [];
    }
    const [items, otherItems] = [itemNode(node), itemNode(other)];
    const [min] = itemRange(node);
    for (const item of this.find(items, otherItems)) {
      yield [item];
      yield [item, ...(this.#drawer.list(node, "least", Math.max(min - 1, 0)) ?? [])];
    }
    const samples = FILLS.map((fill) => this.#drawer.draw(items, fill)).filter((item) => item !== undefined);
    yield* samples.map((item) => [item, item]);
    for (const { schema } of other.parts) yield* twins(samples, mapKeys(schema) ?? []);
  }

  *#objects(node: Node, other: Node): Generator<Json> {
    const drawn: (JsonObject | undefined)[] = [];
    const base = (fill: Fill, index: number) => (drawn[index] ??= this.#drawer.object(node, fill));
    const bases = function* () {
      for (const [index, fill] of FILLS.entries()) yield* [base(fill, index)].filter(isJsonObject);
    };
    for (const size of borderSizes([0, Number.POSITIVE_INFINITY], rangeOf(other, "minProperties", "maxProperties"))) {
      yield this.#drawer.object(node, "least", size) ?? {};
    }
    const names = knownNames(node, other);
    for (const name of [...names, nameBeyond(names)]) yield* this.#withField(node, other, bases, name);
    for (const object of bases()) {
      for (const name of requiredOf(other)) yield withoutField(object, name);
      yield* combinations(object, branchNames(node, other));
    }
  }

  /** Yields objects of all kinds with a field value that the other node rejects. */
  *#withField(node: Node, other: Node, bases: () => Iterable<JsonObject>, name: string): Generator<Json> {
    for (const value of this.#refusedIn(node, other, name)) {
      for (const base of bases()) yield { ...base, [name]: value };
      const narrowed = inCase(node, { required: [name], properties: { [name]: { enum: [value] } } });
      if (value !== null) for (const fill of FILLS) yield* this.#drawn(narrowed, fill);
    }
  }

  /** Yields a few values of a field that the other node rejects. */
  *#refusedIn(node: Node, other: Node, name: string): Generator<Json> {
    const [field, otherField] = [fieldNode(node, name), fieldNode(other, name)];
    if (field === undefined) return;
    let count = 0;
    for (const value of otherField ? this.find(field, otherField) : this.#drawer.values(field, TRIED_VALUES)) {
      yield value;
      if (++count >= TRIED_VALUES) return;
    }
  }
}

/**
 * Yields nodes whose values are more likely to be rejected: they match an excluded schema, two branches, or all but one
 * requirement of a branch.
 */
function* narrowings(node: Node, other: Node): Generator<Node> {
  for (const excluded of exclusionsOf(other)) yield inCase(node, excluded);
  for (const { branches } of choicesOf(other)) {
    for (const branch of branches) for (const broken of breaches(branch)) yield inCase(node, broken);
  }
  for (const { keyword, branches } of [...choicesOf(other), ...choicesOf(node)]) {
    for (const [index, branch] of branches.entries()) {
      yield inCase(node, branch);
      if (keyword === "anyOf") continue;
      for (const second of branches.slice(index + 1)) yield inCase(inCase(node, branch), second);
    }
  }
}

/** Returns copies of a branch, each with one of its requirements negated. */
function breaches(branch: StructuralSchema): StructuralSchema[] {
  const { properties, required, not, ...rest } = branch;
  const names = required ?? [];
  return [
    ...[...fieldsOf(branch)].map(([name, field]) => ({
      ...branch,
      properties: { ...properties, [name]: { not: field } },
      required: [...names, name],
    })),
    ...names.map((name) => ({
      ...branch,
      required: names.filter((each) => each !== name),
      allOf: [...(branch.allOf ?? []), { not: { required: [name] } }],
    })),
    ...(not ? [{ ...rest, ...(properties && { properties }), ...(required && { required }), anyOf: [not] }] : []),
  ];
}

/** Returns the sizes right outside the limits of the other node, and the limits of the node itself, smallest first. */
function borderSizes([min, max]: [number, number], [otherMin, otherMax]: [number, number]): number[] {
  const sizes = [otherMin - 1, otherMax + 1, min, max];
  const possible = sizes.filter((size) => size >= min && size <= max && Number.isFinite(size));
  return [...new Set(possible)].sort((a, b) => a - b);
}

/** Yields pairs of different items that have the same keys. */
function* twins(samples: readonly Json[], keys: readonly string[]): Generator<Json> {
  const objects = samples.filter(isJsonObject);
  for (const [index, first] of objects.entries()) {
    for (const second of objects.slice(index + 1)) {
      const shared = keys.flatMap((key) => (Object.hasOwn(first, key) ? [[key, first[key] ?? null] as const] : []));
      yield [first, { ...keys.reduce(withoutField, second), ...Object.fromEntries(shared) }];
    }
  }
}

function withoutField(object: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = object;
  return rest;
}

const COMBINED_NAMES = 5;

/** Returns the fields that branches require. */
function branchNames(node: Node, other: Node): string[] {
  const branches = [node, other].flatMap((each) => [
    ...choicesOf(each).flatMap((choice) => choice.branches),
    ...exclusionsOf(each),
  ]);
  return [...new Set(branches.flatMap(({ required = [] }) => required))].slice(0, COMBINED_NAMES);
}

/** Yields the object once for each subset of the fields, without the fields that are not in the subset. */
function* combinations(object: JsonObject, names: readonly string[]): Generator<JsonObject> {
  for (let chosen = 0; chosen < 2 ** names.length; chosen++) {
    yield names.filter((_, index) => (chosen & (1 << index)) === 0).reduce(withoutField, object);
  }
}
