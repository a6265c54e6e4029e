import type { Outcome, Value } from "./value.js";

/** Variables with their values. Each contains those around it, because copies of all of them would take long. */
export class Scope {
  constructor(
    readonly name: string,
    readonly value: Outcome<Value>,
    readonly outer?: Scope,
  ) {}

  /** Returns the value of the innermost variable of a name. */
  get(name: string): Outcome<Value> | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.outer) {
      if (scope.name === name) return scope.value;
    }
    return undefined;
  }

  /** Returns the value of a variable that is not one of a macro, whatever macros name theirs. */
  global(name: string): Outcome<Value> | undefined {
    return this.outer?.global(name) ?? (this.name === name ? this.value : undefined);
  }

  with(name: string, value: Outcome<Value>): Scope {
    return new Scope(name, value, this);
  }

  withAll(names: readonly string[], values: readonly Value[]): Scope {
    return values.reduce<Scope>((scope, value, at) => scope.with(names[at] as string, value), this);
  }
}
