import { type Comprehension, type Core, partsOf } from "../syntax/core.js";
import type { Effort } from "./effort.js";
import type { Scope } from "./scope.js";
import { Fault, literalValue } from "./value.js";

/** Returns a name for an expression in which the variables have their values. */
export function textOf(core: Core, variables: Scope, effort: Effort): string {
  return new Texts(variables, effort).textOf(core, []);
}

class Texts {
  constructor(
    readonly variables: Scope,
    readonly effort: Effort,
  ) {}

  /** `bound` contains the variables of the loops around an expression, innermost last. */
  textOf(core: Core, bound: readonly string[]): string {
    this.effort.spend();
    const parts =
      core.kind === "comprehension"
        ? this.#partsOfLoop(core, bound)
        : partsOf(core).map((part) => this.textOf(part, bound));
    return this.effort.name(`${this.#ownText(core, bound)}(${parts.join(", ")})`);
  }

  /** The variables of a loop are not those of its range, where the same names can belong to variables around the loop. */
  #partsOfLoop(
    { range, init, condition, step, result, accumulator, variables }: Comprehension,
    bound: readonly string[],
  ): string[] {
    const after = [...bound, accumulator];
    const inside = [...after, ...variables];
    return [
      this.textOf(range, bound),
      this.textOf(init, bound),
      this.textOf(condition, inside),
      this.textOf(step, inside),
      this.textOf(result, after),
    ];
  }

  #ownText(core: Core, bound: readonly string[]): string {
    switch (core.kind) {
      case "literal":
        return `${core.value.type} ${literalValue(core.value).name}`;
      case "ident": {
        const at = bound.lastIndexOf(core.name);
        return at >= 0 ? `variable ${at}` : this.#variableText(core.name);
      }
      case "select":
        return `${core.isTest ? "has" : "select"} ${core.field}`;
      case "call":
        return `call ${core.name} ${core.target !== undefined}`;
      case "list":
        return `list ${core.items.map(({ optional }) => optional).join()}`;
      case "map":
        return `map ${core.entries.map(({ optional }) => optional).join()}`;
      case "comprehension":
        return `loop ${core.variables.length}`;
    }
  }

  #variableText(name: string): string {
    const value = name.startsWith(".") ? this.variables.global(name.slice(1)) : this.variables.get(name);
    if (value && !(value instanceof Fault)) return value.name;
    return `${value ? "error" : value} ${name}`;
  }
}
