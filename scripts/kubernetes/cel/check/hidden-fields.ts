/**
 * Finds reads of fields that do not exist, but that `dyn()` hides from the check of types. A value keeps its schema when
 * the API server evaluates the rule, so such a read always fails, and `has()` of it is always false. Source:
 * k8s.io/apiserver, pkg/cel/common/values.go (unstructuredMap).
 */
import { type Comprehension, type Core, partsOf } from "../syntax/core.js";
import { type ExpressionProblem, MOST_PROBLEMS, problemAt } from "../syntax/problem.js";
import type { Span } from "../syntax/tree.js";
import { memberOf } from "../types/member.js";
import { DYN, INT, type Type } from "../types/type.js";
import type { Checked } from "./checked.js";
import { noField } from "./words.js";

/** Types of the variables of macros, as far as `dyn()` hides them. */
type Scope = ReadonlyMap<string, Type>;

/** Returns the hidden reads in an expression, at most `MOST_PROBLEMS`. `minor` decides the names of fields. */
export function hiddenFields(checked: Checked, minor: number): ExpressionProblem[] {
  const search = new HiddenFields(checked, minor);
  search.visit(checked.root, new Map());
  return search.problems.slice(0, MOST_PROBLEMS);
}

class HiddenFields {
  readonly problems: ExpressionProblem[] = [];
  /** Parts of an expression can be shared, and each is visited once. */
  readonly #visited = new Set<Core>();
  readonly #types = new Map<Core, Type>();

  constructor(
    readonly checked: Checked,
    readonly minor: number,
  ) {}

  visit(core: Core, scope: Scope): void {
    if (this.#visited.has(core)) return;
    this.#visited.add(core);
    const read = readIn(core);
    if (read && this.checked.typeOf(read.holder).kind === "dyn") this.#checkRead(read, scope);
    if (core.kind !== "comprehension") {
      for (const part of partsOf(core)) this.visit(part, scope);
      return;
    }
    this.visit(core.range, scope);
    const inner = this.#scopeIn(core, scope);
    for (const part of [core.init, core.condition, core.step, core.result]) this.visit(part, inner);
  }

  #checkRead({ holder, name, at }: Read, scope: Scope): void {
    const object = this.#typeOf(holder, scope);
    if (object.kind !== "object" || memberOf(object, name, this.minor).problem !== "no field") return;
    this.problems.push({ ...problemAt(at, noField(object, name, "no field")), field: { name, object } });
  }

  /** Returns the type that a value has although the check of types does not know it. */
  #typeOf(core: Core, scope: Scope): Type {
    const known = this.#types.get(core);
    if (known) return known;
    const checked = this.checked.typeOf(core);
    const type = checked.kind === "dyn" ? this.#hiddenType(core, scope) : checked;
    this.#types.set(core, type);
    return type;
  }

  #hiddenType(core: Core, scope: Scope): Type {
    if (core.kind === "ident") return scope.get(core.name) ?? DYN;
    const read = readIn(core);
    if (read) return memberOf(this.#typeOf(read.holder, scope), read.name, this.minor).type ?? DYN;
    if (core.kind !== "call" || core.target) return DYN;
    const [value] = core.args;
    if (core.name === "dyn" && value) return this.#typeOf(value, scope);
    return core.name === "_[_]" && value ? (this.#typeOf(value, scope).parameters.at(-1) ?? DYN) : DYN;
  }

  #scopeIn({ range, variables, accumulator }: Comprehension, scope: Scope): Scope {
    const { kind, parameters } = this.#typeOf(range, scope);
    const isIndexed = kind === "list" && variables.length > 1;
    const types = isIndexed ? [INT, ...parameters] : parameters;
    const bound = variables.map((name, index) => [name, types[index] ?? DYN] as const);
    return new Map([...scope, [accumulator, DYN], ...bound]);
  }
}

interface Read {
  readonly holder: Core;
  readonly name: string;
  /** The name of the field, or the key. */
  readonly at: Span;
}

/** Returns the field or key that an expression reads or tests, as in `a.b`, `has(a.b)` and `a["b"]`. */
function readIn(core: Core): Read | undefined {
  if (core.kind === "select") return { holder: core.operand, name: core.field, at: core };
  if (core.kind !== "call" || core.name !== "_[_]") return undefined;
  const [holder, key] = core.args;
  if (!holder || key?.kind !== "literal" || key.value.type !== "string") return undefined;
  return { holder, name: key.value.value, at: key };
}
