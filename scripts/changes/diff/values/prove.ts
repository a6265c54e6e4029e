/**
 * Proves that every value of one node matches another. A positive answer is always correct; a negative answer only
 * means that there is no proof. Scalars are decided by a search, lists and objects by their parts, and branches case by
 * case.
 */
import type { StructuralSchema } from "../../../core/model/schema.js";
import { areItemsKept, holdsNoItems } from "./arrays.js";
import type { Effort } from "./effort.js";
import { enumOf, listedValues } from "./extent.js";
import {
  allowsType,
  branchNode,
  type Choice,
  caseOf,
  choicesOf,
  exclusionsOf,
  fits,
  inCase,
  includesPart,
  keyOf,
  type Node,
  namesOf,
  type Part,
  settle,
  typesOf,
  type ValueType,
} from "./node.js";
import { hasNoFields, isShapeKept } from "./objects.js";
import type { Proof } from "./proof.js";
import type { Scalars } from "./scalars.js";

/** Number of fields that are counted as one step when their presence is compared. */
const FIELDS_PER_STEP = 8;

export class Prover implements Proof {
  readonly #effort: Effort;
  readonly #scalars: Scalars;
  /**
   * Known answers, by pair of nodes: true if the first is proven to be included in the second. While a proof is in
   * progress, its answer is false.
   */
  readonly #known = new Map<string, boolean>();

  constructor(effort: Effort, scalars: Scalars) {
    this.#effort = effort;
    this.#scalars = scalars;
  }

  /** Reports whether every value of a node matches another node. */
  includes(node: Node, other: Node): boolean {
    this.#effort.spend();
    if (fits(node, null) && !fits(other, null)) return false;
    if (other.parts.every((part) => includesPart(node, part))) return true;
    const key = `${keyOf(node)} ${keyOf(other)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, false);
    const isProven = typesOf(node).every((type) => this.includesType(type, node, other));
    this.#known.set(key, isProven);
    return isProven;
  }

  /** Reports whether every value of a type that matches a node also matches another node. */
  includesType(type: ValueType, node: Node, other: Node): boolean {
    this.#effort.spend(node.parts.length);
    if (!hasType(node, type)) return true;
    const listed = listedValues(type, node);
    if (listed) return listed.every((value) => fits(other, value));
    if (type !== "array" && type !== "object") return this.#scalars.search(type, node, other) === "none";
    if (type === "object") this.#effort.spend(Math.floor(namesOf(node).length / FIELDS_PER_STEP));
    if (this.#keeps(type, node, other)) return true;
    return this.isEmptyType(type, node) || this.#includesCases(type, node, other);
  }

  #keeps(type: "array" | "object", node: Node, other: Node): boolean {
    const open = other.parts.filter((part) => !includesPart(node, part));
    const isOpenToAll = open.every(({ schema }) => allowsType(schema, type) && enumOf(schema) === undefined);
    if (!isOpenToAll || !open.every((part) => this.#branchesHold(type, node, part))) return false;
    return type === "array" ? areItemsKept(this, node, other) : isShapeKept(this, node, other);
  }

  /** Checks an open choice case by case, once for each branch that a value may match. */
  #includesCases(type: ValueType, node: Node, other: Node): boolean {
    const choice = choicesOf(node).find(({ isOpen }) => isOpen);
    return choice?.branches.every((branch) => this.includesType(type, caseOf(node, choice, branch), other)) ?? false;
  }

  #branchesHold(type: ValueType, node: Node, part: Part): boolean {
    const other: Node = { ...branchNode({}), parts: [part] };
    return (
      choicesOf(other).every((choice) => this.#choiceHolds(type, node, choice)) &&
      exclusionsOf(other).every((excluded) => this.isEmptyType(type, inCase(node, excluded)))
    );
  }

  #choiceHolds(type: ValueType, node: Node, { keyword, branches }: Choice): boolean {
    if (!this.#anyHolds(type, node, branches)) return false;
    return keyword === "anyOf" || pairsOf(branches).every((pair) => this.isEmptyType(type, pair.reduce(inCase, node)));
  }

  /** Reports whether one branch matches all values, or all values that none of the other branches match. */
  #anyHolds(type: ValueType, node: Node, branches: readonly StructuralSchema[]): boolean {
    if (branches.some((branch) => this.includesType(type, node, branchNode(branch)))) return true;
    return branches.some((branch) => {
      const others = branches
        .filter((other) => other !== branch)
        .map(oppositeOf)
        .filter((opposite) => opposite !== undefined);
      return others.length > 0 && this.includesType(type, others.reduce(inCase, node), branchNode(branch));
    });
  }

  /** Reports whether no value matches a node. */
  isEmpty(node: Node): boolean {
    return !fits(node, null) && typesOf(node).every((type) => this.isEmptyType(type, node));
  }

  /** Reports whether no value of a type matches a node. */
  isEmptyType(type: ValueType, node: Node): boolean {
    this.#effort.spend(node.parts.length);
    if (!hasType(node, type)) return true;
    const listed = listedValues(type, node);
    if (listed) return listed.length === 0;
    if (type !== "array" && type !== "object") return this.#scalars.search(type, node) === "none";
    return (
      (type === "array" ? holdsNoItems(this, node) : hasNoFields(this, node)) ||
      choicesOf(node).some((choice) => this.#isImpossible(type, node, choice)) ||
      exclusionsOf(node).some((excluded) => this.includesType(type, settle(node, excluded), branchNode(excluded)))
    );
  }

  /** Reports whether no branch can match, or whether two branches of a `oneOf` always match. */
  #isImpossible(type: ValueType, node: Node, choice: Choice): boolean {
    const { keyword, branches, isOpen } = choice;
    if (isOpen && branches.every((branch) => this.isEmptyType(type, caseOf(node, choice, branch)))) return true;
    const rest = settle(node, branches);
    const isFitted = (branch: StructuralSchema) => this.includesType(type, rest, branchNode(branch));
    return keyword === "oneOf" && branches.filter(isFitted).length > 1;
  }
}

/**
 * Returns the opposite of a branch that is about a single field or consists of a `not`. Returns undefined for other
 * branches.
 */
function oppositeOf(branch: StructuralSchema): StructuralSchema | undefined {
  const { not, required = [], properties, ...others } = branch;
  if (Object.keys(others).length > 0) return undefined;
  if (not) return branch.required === undefined && properties === undefined ? not : undefined;
  const [name, ...more] = required;
  if (name === undefined || more.length > 0) return undefined;
  if (!properties) return { not: branch };
  const field = properties[name];
  if (!field || Object.keys(properties).length > 1) return undefined;
  return { properties: { [name]: oppositeOf(field) ?? { not: field } } };
}

function pairsOf(branches: readonly StructuralSchema[]): StructuralSchema[][] {
  return branches.flatMap((first, index) => branches.slice(index + 1).map((second) => [first, second]));
}

function hasType(node: Node, type: ValueType): boolean {
  return node.parts.every(({ schema }) => allowsType(schema, type));
}
