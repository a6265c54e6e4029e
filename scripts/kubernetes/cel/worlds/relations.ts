import type { Kind } from "../types/type.js";
import { possibleStrings, rangeOf, sizeOf } from "./bounds.js";
import type { Effort } from "./effort.js";
import type { Members } from "./members.js";
import type { Value } from "./value.js";
import type { World } from "./world.js";

/** Types whose values are equal to themselves and ordered. A computed double can be NaN. */
const ORDERED: ReadonlySet<Kind> = new Set(["bool", "bytes", "duration", "int", "string", "timestamp", "uint"]);

/** Relations between values in one world. */
export class Relations {
  constructor(
    readonly effort: Effort,
    readonly world: World,
    readonly members: Members,
  ) {}

  isTrue({ bool, name }: Value): boolean {
    return bool ?? this.world.decide(name);
  }

  isEqual(a: Value, b: Value): boolean {
    if (a.kind === "bool" && b.kind === "bool") return this.isTrue(a) === this.isTrue(b);
    if (a.name === b.name && (isOrdered(a) || a.decl || this.members.reads)) return true;
    if (a.literal && b.literal && a.literal.type === b.literal.type) return a.name === b.name;
    if (a.literal) return this.#isLiteral(b, a);
    return b.literal ? this.#isLiteral(a, b) : this.world.decide(equation(a.name, b.name));
  }

  #isLiteral(value: Value, { name, literal }: Value): boolean {
    if (literal?.type === "string" && !value.literal) {
      const all = possibleStrings(value)?.map((text) => this.effort.key(text));
      return !this.effort.excludes(value, literal.value) && this.world.isLiteral(value.name, name, all);
    }
    if (literal?.type === "int" && value.kind === "int") {
      return this.world.isInteger(value.name, literal.value, rangeOf(value));
    }
    return this.world.decide(equation(value.name, `${literal?.type} ${name}`));
  }

  /** Compares values with an operator, or returns undefined if it is another function, or they have no order. */
  compare(operator: string, a: Value, b: Value): boolean | undefined {
    if (!isOrdered(a) || !isOrdered(b) || a.kind !== b.kind) return undefined;
    switch (operator) {
      case "_<_":
        return this.#isLess(a, b);
      case "_>_":
        return this.#isLess(b, a);
      case "_<=_":
        return !this.#isLess(b, a);
      case "_>=_":
        return !this.#isLess(a, b);
      default:
        return undefined;
    }
  }

  #isLess(a: Value, b: Value): boolean {
    if (a.name === b.name) return false;
    if (a.kind === "int") {
      const [left, right] = [rangeOf(a), rangeOf(b)];
      if (left.max < right.min) return true;
      if (left.min >= right.max) return false;
      if (b.literal) return this.world.isBelow(a.name, right.min, left);
      if (a.literal) return !this.world.isBelow(b.name, left.min + 1n, right);
    }
    return this.world.decide(`${a.name} < ${b.name}`);
  }

  isIn(element: Value, container: Value): boolean {
    if (container.items) return container.items.some((item) => this.isEqual(element, item));
    if (sizeOf(container).max === 0n) return false;
    if (container.kind === "map") {
      const { literal } = element;
      return literal?.type === "string"
        ? this.members.has(container, literal.value)
        : this.members.hasKey(container, element.name);
    }
    return this.world.decide(`${element.name} in ${container.name}`);
  }
}

/** Returns the question whether two values are equal, in either order. */
function equation(a: string, b: string): string {
  return a < b ? `${a} == ${b}` : `${b} == ${a}`;
}

function isOrdered({ kind, decl, literal }: Value): boolean {
  return ORDERED.has(kind) || (kind === "double" && (decl !== undefined || literal !== undefined));
}
