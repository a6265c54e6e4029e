/** Estimates the highest cost of an expression. Source: google/cel-go, checker/cost.go. */
import type { Checked } from "../check/checked.js";
import { ACCUMULATOR, type Comprehension, type Core } from "../syntax/core.js";
import type { DeclType } from "../types/decl-type.js";
import { isOptional, type Type } from "../types/type.js";
import { type Estimate, estimateCall, type Operand } from "./models.js";
import { Path } from "./path.js";
import { add, exactly, multiply, type Size, UNKNOWN, union } from "./size.js";

export interface CostEstimate {
  readonly cost: bigint;
  /** Values whose size matters, and that no bound limits. */
  readonly unbounded: ReadonlySet<DeclType>;
}

/**
 * Estimates the cost of an expression about a value of type `self`. If `limited` is given, it is assumed to have at most
 * one element, which shows how much a missing bound costs.
 */
export function estimate(checked: Checked, self: DeclType, server: number, limited?: DeclType): CostEstimate {
  const estimator = new Estimator(checked, self, server, limited);
  return { cost: estimator.cost(checked.root), unbounded: estimator.unbounded };
}

const NAME = 1n;
/** First API server that tracks the sizes of variables, of elements of lists and maps, and of values of `dyn()`. */
const TRACKED_SINCE = 33;
const LIST = 10n;
const MAP = 30n;

/** Sizes of the keys and values of a list or map in the expression. */
interface Entries {
  readonly kind: "list" | "map";
  readonly key: Size;
  readonly value: Size;
}

interface Variable {
  readonly path: Path | undefined;
  readonly size: Size | undefined;
  readonly entries?: Entries | undefined;
}

type CallCore = Extract<Core, { kind: "call" }>;

class Estimator {
  readonly unbounded = new Set<DeclType>();
  readonly #costs = new Map<Core, bigint>();
  readonly #paths = new Map<Core, Path | undefined>();
  readonly #sizes = new Map<Core, Size>();
  readonly #entries = new Map<Core, Entries>();
  readonly #variables = new Map<string, Variable[]>();
  readonly #isTracked: boolean;

  constructor(
    readonly checked: Checked,
    readonly self: DeclType,
    readonly server: number,
    readonly limited: DeclType | undefined,
  ) {
    this.#isTracked = server >= TRACKED_SINCE;
  }

  /** The depth of the recursion is limited, because `parse` limits the depth of the tree. */
  cost(core: Core): bigint {
    const known = this.#costs.get(core);
    if (known !== undefined) return known;
    const cost = this.#costOf(core);
    this.#costs.set(core, cost);
    return cost;
  }

  #costOf(core: Core): bigint {
    const name = this.checked.names.get(core) ?? (core.kind === "ident" ? core.name : undefined);
    if (name !== undefined) return this.#name(core, name);
    switch (core.kind) {
      case "select":
        return this.#select(core);
      case "list":
        return this.#list(core);
      case "map":
        return this.#map(core);
      case "call":
        return this.#call(core);
      case "comprehension":
        return this.#isTracked && core.range.kind === "list" && core.range.items.length === 0 && isBinding(core)
          ? this.#binding(core)
          : this.#comprehension(core);
      default:
        return 0n;
    }
  }

  #name(core: Core, name: string): bigint {
    const variable = this.#variable(name);
    this.#paths.set(core, variable ? variable.path : Path.of(name));
    return NAME;
  }

  #select(core: Extract<Core, { kind: "select" }>): bigint {
    const operand = this.cost(core.operand);
    if (core.isTest) return operand; // has() is free
    const { kind } = this.checked.typeOf(core.operand);
    const own = kind === "map" || kind === "object" ? NAME : 0n;
    this.#paths.set(core, Path.append(this.#path(core.operand), core.field));
    return add(operand, own);
  }

  #list(core: Extract<Core, { kind: "list" }>): bigint {
    const items = core.items.map(({ value }) => value);
    const cost = this.#sum(items);
    this.#entries.set(core, { kind: "list", key: exactly(1), value: this.#unionOf(items) });
    return add(cost, LIST);
  }

  #map(core: Extract<Core, { kind: "map" }>): bigint {
    const [keys, values] = [core.entries.map(({ key }) => key), core.entries.map(({ value }) => value)];
    const cost = this.#sum(core.entries.flatMap(({ key, value }) => [key, value]));
    this.#entries.set(core, { kind: "map", key: this.#unionOf(keys), value: this.#unionOf(values) });
    return add(cost, MAP);
  }

  #sum(cores: readonly Core[]): bigint {
    return cores.reduce((sum, core) => add(sum, this.cost(core)), 0n);
  }

  #unionOf(cores: readonly Core[]): Size {
    if (cores.length === 0) return exactly(0);
    return cores.map((core) => this.#size(core) ?? UNKNOWN).reduce(union);
  }

  // Calls

  #call(core: CallCore): bigint {
    if (this.#isTracked && core.name === "dyn" && core.args[0]) return this.#dyn(core, core.args[0]);
    const args = core.args.map((arg) => ({ cost: this.cost(arg), operand: this.#operand(arg) }));
    const overloads = this.checked.overloads.get(core);
    if (!overloads) return 0n;
    const target = this.checked.qualified.has(core) ? undefined : core.target;
    const targetCost = target ? this.cost(target) : 0n;
    const call = {
      target: target && this.#operand(target),
      args: args.map(({ operand }) => operand),
      itemOf: (list: Operand) => this.#itemOf(list),
      server: this.server,
    };
    let most = 0n;
    let size: Size | undefined;
    for (const { cost: model } of overloads) {
      const found: Estimate = estimateCall(model, call);
      const costs = args.map(({ cost }) => cost);
      const total = add(found.cost, model === "conditional" ? conditional(costs) : costs.reduce(add, 0n));
      if (total > most) most = total;
      if (found.size) size = size ? union(size, found.size) : found.size;
      if (model === "conditional" || model === "add-list" || model === "add-strings") this.#mergeEntries(core);
      const isIndex = model === "index-list" || model === "index-map";
      if (isIndex) {
        const [container] = core.args as [Core];
        size = this.#entriesOf(container)?.value;
        this.#paths.set(core, Path.append(this.#path(container), model === "index-list" ? "@items" : "@values"));
      }
      size ??= this.#size(core);
    }
    if (size) this.#sizes.set(core, size);
    return add(targetCost, most);
  }

  #dyn(core: CallCore, arg: Core): bigint {
    const cost = this.cost(arg);
    this.#copySizes(core, arg);
    return add(cost, NAME);
  }

  /** The two last arguments are the parts that are joined, or of which one is chosen. */
  #mergeEntries(core: CallCore): void {
    const [left, right] = core.args.slice(-2).map((arg) => this.#entriesOf(arg));
    if (!left || !right) return;
    this.#entries.set(core, {
      kind: left.kind,
      key: union(left.key, right.key),
      value: union(left.value, right.value),
    });
  }

  #operand(core: Core): Operand & { readonly path: Path | undefined } {
    const path = this.#path(core);
    return {
      core,
      type: this.checked.typeOf(core),
      size: this.#size(core),
      path: path?.isOfAccumulator ? undefined : path,
    };
  }

  #itemOf(list: Operand & { readonly path?: Path | undefined }): Operand | undefined {
    const [type] = list.type.parameters;
    if (!type) return undefined;
    return { type, size: list.path && this.#declaredSize(list.path.with("@items")) };
  }

  // Loops

  #comprehension(core: Comprehension): bigint {
    const range = this.cost(core.range);
    const init = this.cost(core.init);
    this.#bind(core.accumulator, core.init);
    const variables = this.#loopVariables(core);
    for (const [name, variable] of variables) this.#push(name, variable);
    const loop = add(this.cost(core.condition), this.cost(core.step));
    for (const [name] of variables) this.#variables.get(name)?.pop();
    const result = this.cost(core.result);
    this.#variables.get(core.accumulator)?.pop();
    const size = this.#size(core.range) ?? UNKNOWN;
    this.#setLoopSize(core, size);
    return [range, init, result, multiply(size.max, loop)].reduce(add);
  }

  /** A loop that makes a list or map has at most as many elements as its range. */
  #setLoopSize(core: Comprehension, range: Size): void {
    if (!this.#isTracked) {
      this.#sizes.set(core, range); // also of loops that return something else
    } else if (core.init.kind === "literal") {
      const size = this.#size(core.init);
      if (size) this.#sizes.set(core, size);
    } else if (core.init.kind === "list" || core.init.kind === "map") {
      this.#sizes.set(core, range);
      const entries = this.#entriesOf(core.step);
      if (entries) this.#entries.set(core, entries);
    }
  }

  #binding(core: Comprehension): bigint {
    const cost = add(this.cost(core.range), this.cost(core.init));
    this.#bind(core.accumulator, core.init);
    const result = this.cost(core.result);
    this.#variables.get(core.accumulator)?.pop();
    this.#copySizes(core, core.result);
    return add(cost, result);
  }

  #bind(name: string, value: Core): void {
    const untracked = { path: name === ACCUMULATOR ? undefined : Path.of(name), size: undefined };
    const tracked = () => ({ path: this.#path(value), size: this.#size(value), entries: this.#entriesOf(value) });
    this.#push(name, this.#isTracked ? tracked() : untracked);
  }

  #push(name: string, variable: Variable): void {
    const stack = this.#variables.get(name);
    if (stack) stack.push(variable);
    else this.#variables.set(name, [variable]);
  }

  #variable(name: string): Variable | undefined {
    return this.#variables.get(name)?.at(-1);
  }

  #loopVariables({ range, variables }: Comprehension): readonly (readonly [string, Variable])[] {
    const entries = this.#entriesOf(range);
    const isList = (entries?.kind ?? this.checked.typeOf(range).kind) === "list";
    const path = this.#path(range);
    const variable = (subpath: string, size: Size | undefined) => ({ path: Path.append(path, subpath), size });
    const [first = "", second] = variables;
    const value = () => variable(isList ? "@items" : "@values", entries?.value);
    if (second === undefined || !this.#isTracked) return [[first, isList ? value() : variable("@keys", entries?.key)]];
    return [
      [first, variable(isList ? "@indices" : "@keys", entries?.key)],
      [second, value()],
    ];
  }

  // Sizes

  #path(core: Core): Path | undefined {
    const variable = core.kind === "ident" ? this.#variable(core.name) : undefined;
    return variable ? variable.path : this.#paths.get(core);
  }

  #copySizes(to: Core, from: Core): void {
    const [size, entries] = [this.#size(from), this.#entriesOf(from)];
    if (size) this.#sizes.set(to, size);
    if (entries) this.#entries.set(to, entries);
  }

  #entriesOf(core: Core): Entries | undefined {
    if (!this.#isTracked) return undefined;
    return this.#entries.get(core) ?? (core.kind === "ident" ? this.#variable(core.name)?.entries : undefined);
  }

  #size(core: Core): Size | undefined {
    const known = this.#sizes.get(core) ?? writtenSize(core);
    if (known) return known;
    const path = this.#path(core);
    const declared = path && this.#declaredSize(path);
    if (declared) {
      this.#sizes.set(core, declared);
      return declared;
    }
    if (isScalar(this.checked.typeOf(core), this.#isTracked)) return exactly(1);
    return core.kind === "ident" ? this.#variable(core.name)?.size : undefined;
  }

  /**
   * Returns the size that the schema allows for a value. The first part of a path is ignored: it always counts as `self`.
   * Source: k8s.io/apiextensions-apiserver, pkg/apiserver/schema/cel/compilation.go (sizeEstimator).
   */
  #declaredSize(path: Path): Size | undefined {
    let decl: DeclType | undefined = this.self;
    let isKey = false;
    for (const name of path.members) {
      if (isKey) return undefined; // keys have no parts
      isKey = name === "@keys" && decl.type.kind === "map";
      if (isKey) continue;
      decl = name === "@items" || name === "@values" ? decl.element : decl.fields?.get(name);
      if (!decl) return undefined;
    }
    if (isKey) return exactly(0);
    if (decl.isUnbounded) this.unbounded.add(decl);
    return { min: 0n, max: BigInt(decl === this.limited ? 1 : decl.maxElements) };
  }
}

function conditional([condition = 0n, yes = 0n, no = 0n]: readonly bigint[]): bigint {
  return add(condition, yes > no ? yes : no);
}

/** Distinguishes a variable that a macro binds from a loop over an empty list. */
function isBinding({ condition, accumulator }: Comprehension): boolean {
  const isNever = condition.kind === "literal" && condition.value.type === "bool" && !condition.value.value;
  return isNever && accumulator !== "__result__";
}

/** Returns the size of a literal, list or map in the expression. */
function writtenSize(core: Core): Size | undefined {
  switch (core.kind) {
    case "literal": {
      const { value } = core;
      if (value.type === "string") return exactly([...value.value].length);
      return exactly(value.type === "bytes" ? value.value.length : 1);
    }
    case "list":
      return exactly(core.items.length);
    case "map":
      return exactly(core.entries.length);
    default:
      return undefined;
  }
}

const SCALARS = new Set(["bool", "double", "duration", "int", "timestamp", "uint"]);

function isScalar(type: Type, isTracked: boolean): boolean {
  if (isTracked && isOptional(type)) return isScalar(type.parameters[0] as Type, isTracked);
  return SCALARS.has(type.kind);
}
