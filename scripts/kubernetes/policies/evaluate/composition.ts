/**
 * Values of the variables of a policy. Each one is evaluated at most once for all expressions of a kind, when the first
 * of them reads it. Source: k8s.io/apiserver, pkg/admission/plugin/cel/composition.go and pkg/cel/lazy/lazy.go.
 */

import { CALL_LIMIT } from "../../cel/evaluate/limits.js";
import type { Result } from "../../cel/evaluate/program.js";
import { Failure, type MapValue, reworded, Unknown, unreadable, type Value } from "../../cel/values/value.js";
import type { PolicyVariable } from "../compile/policy.js";
import { VARIABLES } from "../compile/variables.js";
import { DEEPEST_VALUE, depthOf } from "./depth.js";

interface Evaluated {
  readonly value: Value;
  readonly cost: number;
  /** Variables that the evaluation has read. */
  readonly read: ReadonlySet<string>;
}

/**
 * The variables as a value. A variable needs others that need others, without a limit of the depth, so all that it can
 * read are evaluated before it, and the ones that it has really read are counted.
 */
export class Composition {
  readonly #evaluated = new Map<string, Evaluated>();
  readonly #counted = new Set<string>();
  #cost = 0;

  constructor(
    readonly variables: ReadonlyMap<string, PolicyVariable>,
    /** The variables that the API server provides. */
    readonly given: ReadonlyMap<string, Value>,
  ) {}

  /** Returns the value of the object with all variables. */
  get value(): MapValue {
    return mapOfVariables(this.variables, (name) => {
      this.#evaluate(name);
      this.#count(name);
      return this.#evaluated.get(name)?.value;
    });
  }

  /** Returns the cost of the variables that were read for the first time since the last call. */
  takeCost(): number {
    const cost = this.#cost;
    this.#cost = 0;
    return cost;
  }

  /** Evaluates a variable after all others that it can read. They are declared before it, so this ends. */
  #evaluate(wanted: string): void {
    const open = [wanted];
    for (let name = open.at(-1); name !== undefined; name = open.at(-1)) {
      const variable = this.variables.get(name);
      const missing = variable?.reads.filter((other) => this.variables.has(other) && !this.#evaluated.has(other)) ?? [];
      if (missing.length > 0) open.push(...missing);
      else open.pop();
      if (variable && missing.length === 0 && !this.#evaluated.has(name)) {
        this.#evaluated.set(name, this.#run(name, variable));
      }
    }
  }

  #run(name: string, { run }: PolicyVariable): Evaluated {
    const read = new Set<string>();
    const others = mapOfVariables(this.variables, (other) => {
      read.add(other);
      return this.#evaluated.get(other)?.value;
    });
    const { result, cost } = run(new Map<string, Value>([...this.given, [VARIABLES, others]]), CALL_LIMIT);
    return { value: asValue(result, name), cost, read };
  }

  #count(wanted: string): void {
    const open = [wanted];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const evaluated = this.#counted.has(name) ? undefined : this.#evaluated.get(name);
      if (!evaluated) continue;
      this.#counted.add(name);
      this.#cost += evaluated.cost;
      open.push(...evaluated.read);
    }
  }
}

function asValue(result: Result, name: string): Value {
  if (!(result instanceof Failure)) return depthOf(result) > DEEPEST_VALUE ? tooDeep(name) : result;
  return unreadable(reworded(result, `the variable ${name} cannot be evaluated: ${result.message}`));
}

/** The API server has no limit, so its result is unknown. */
function tooDeep(name: string): Value {
  return unreadable(new Unknown(`the value of variable ${name} is nested more than ${DEEPEST_VALUE} levels deep`));
}

/** The API server takes this part of a name for an escaped character, and so finds no variable with the name. */
const ESCAPE = /__[^_]+__/;

function mapOfVariables(
  variables: ReadonlyMap<string, PolicyVariable>,
  get: (name: string) => Value | undefined,
): MapValue {
  return {
    kind: "map",
    size: variables.size,
    keys: [...variables.keys()],
    get: (key) => (typeof key === "string" && !ESCAPE.test(key) ? get(key) : undefined),
  };
}
