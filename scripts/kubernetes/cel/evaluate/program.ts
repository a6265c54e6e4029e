/**
 * Evaluates checked expressions. Every part becomes a function once, which makes further evaluations cheap.
 *
 * Source: google/cel-go, interpreter; for the cost, interpreter/runtimecost.go.
 */
import type { Checked } from "../check/checked.js";
import { actualCost } from "../cost/actual.js";
import { type Comprehension, type Core, partsOf } from "../syntax/core.js";
import type { Type } from "../types/type.js";
import { literalValue } from "../values/literal.js";
import { mapValue } from "../values/maps.js";
import { Failure, failureOf, isKind, kindOf, listValue, optionalValue, Unknown, type Value } from "../values/value.js";
import { implementationOf } from "./functions.js";
import { findElement, missingKey } from "./libraries/collections.js";
import { Cancelled } from "./limits.js";

export type Result = Value | Failure;

export interface Evaluation {
  readonly result: Result;
  /** Cost of this evaluation, in the units of the estimated cost. */
  readonly cost: number;
}

/**
 * Evaluates an expression for the values of its variables. An evaluation that costs more than the limit ends with a
 * failure.
 */
export type Program = (variables: ReadonlyMap<string, Value>, costLimit: number) => Evaluation;

/** Returns the program of an expression. */
export function programOf(checked: Checked): Program {
  const planner = new Planner(checked);
  const step = planner.plan(checked.root);
  return (variables, costLimit) => {
    const frame: Frame = { slots: [], cost: 0, limit: costLimit };
    for (const [name, slot] of planner.globals) frame.slots[slot] = readable(variables.get(name));
    try {
      return { result: step(frame), cost: frame.cost };
    } catch (error) {
      if (!(error instanceof Cancellation)) throw error;
      return { result: error.failure, cost: frame.cost };
    }
  };
}

/** Part of a program. */
type Step = (frame: Frame) => Result;

/** State of one evaluation. */
interface Frame {
  /** Values of the variables. A variable that was not read yet has none. */
  readonly slots: (Result | undefined)[];
  cost: number;
  readonly limit: number;
}

/** Ends an evaluation, wherever it is. */
class Cancellation extends Error {
  constructor(readonly failure: Cancelled) {
    super();
  }
}

function charge(frame: Frame, cost: number): void {
  frame.cost += cost;
  if (frame.cost > frame.limit) throw new Cancellation(new Cancelled(`the evaluation costs more than ${frame.limit}`));
}

type Call = Extract<Core, { kind: "call" }>;
type Select = Extract<Core, { kind: "select" }>;

const NAME = 1;
const LIST = 10;
const MAP = 30;

/** Calls that read an element. */
const ELEMENTS: ReadonlySet<string> = new Set(["_[_]", "_[?_]", "_?._"]);

/** Functions that are called only once if their argument is a constant. */
const CONVERSIONS: ReadonlySet<string> = new Set([
  ...["bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint"],
]);

class Planner {
  /** Slots of the variables from outside. */
  readonly globals = new Map<string, number>();
  /** Slots of the variables of macros, innermost last. */
  readonly #locals: Local[] = [];
  #slots = 0;
  /** Macros repeat some parts. */
  readonly #steps = new Map<Core, Step>();

  constructor(readonly checked: Checked) {}

  /** The depth of the recursion is limited, because `parse` limits the depth of the tree. */
  plan(core: Core): Step {
    const known = this.#steps.get(core);
    if (known) return known;
    const step = this.#isConstant(core) ? this.#constant(core) : this.#plan(core);
    this.#steps.set(core, step);
    return step;
  }

  #plan(core: Core): Step {
    switch (core.kind) {
      case "literal":
        return this.#constant(core);
      case "ident":
        return this.#read(core, NAME);
      case "select":
        return core.isTest ? this.#has(core) : this.#read(core, NAME);
      case "list":
        return this.#list(core);
      case "map":
        return this.#map(core);
      case "call":
        if (isInNothing(core)) return () => false;
        return ELEMENTS.has(core.name) ? this.#read(core, NAME) : this.#call(core);
      case "comprehension":
        return this.#comprehension(core);
    }
  }

  /** Reports whether a part is evaluated only once. Source: google/cel-go, interpreter/decorators.go (decOptimize). */
  #isConstant(core: Core): boolean {
    const isEach = (parts: readonly Core[]) => parts.every((part) => this.#isConstant(part));
    switch (core.kind) {
      case "literal":
        return true;
      case "list":
        return core.items.every(({ optional }) => !optional) && isEach(partsOf(core));
      case "map":
        return core.entries.every(({ optional }) => !optional) && isEach(partsOf(core));
      case "call":
        return CONVERSIONS.has(core.name) && !core.target && core.args.length === 1 && isEach(core.args);
      default:
        return this.checked.names.has(core);
    }
  }

  /** Evaluates a part without variables once. Its cost is not counted. */
  #constant(core: Core): Step {
    const step = core.kind === "literal" ? () => literalValue(core.value) : this.#plan(core);
    let value: Result | undefined;
    return () => {
      if (value === undefined) value = step({ slots: [], cost: 0, limit: Number.POSITIVE_INFINITY });
      return value;
    };
  }

  // Variables, fields and elements

  /**
   * Reads a variable, or something inside a value. `cost` is that of the variable, or of any other value.
   * Every further field and element costs 1.
   */
  #read(core: Core, cost: number): Step {
    const type = this.checked.names.get(core);
    if (type !== undefined) return () => ({ kind: "type", name: type });
    if (core.kind === "ident") return this.#variable(core.name, cost);
    const variable = this.checked.variables.get(core);
    if (variable !== undefined) return this.#variable(variable, cost);
    if (core.kind === "select") {
      const holder = this.#holder(core.operand, cost);
      const { field } = core;
      return (frame) => element(holder(frame), field, false, frame);
    }
    if (core.kind === "call" && core.name === "_?_:_") return this.#conditional(core);
    if (core.kind !== "call" || !ELEMENTS.has(core.name)) return charged(this.plan(core), cost);
    const [operand, index] = core.args as [Core, Core];
    const isOptional = core.name !== "_[_]";
    const holder = this.#holder(operand, cost);
    const key = this.plan(index);
    // The cost of an index that is read is that of the element.
    const own = isRead(index) && !isConditional(index) ? 0 : NAME;
    return (frame) => {
      const on = holder(frame);
      if (on instanceof Failure) return on;
      const at = key(frame);
      return at instanceof Failure ? at : element(on, at, isOptional, frame, own);
    };
  }

  #holder(core: Core, cost: number): Step {
    return isRead(core) ? this.#read(core, isConditional(core) ? 0 : cost) : charged(this.plan(core), cost);
  }

  #variable(written: string, cost: number): Step {
    const name = written.replace(/^\./, "");
    const local = written === name ? this.#locals.findLast((other) => other.name === name) : undefined;
    const slot = local?.slot ?? this.#globalSlot(name);
    return (frame) => {
      if (frame.slots[slot] === undefined) frame.slots[slot] = local?.init?.(frame) ?? null;
      charge(frame, cost);
      return frame.slots[slot] as Result;
    };
  }

  #globalSlot(name: string): number {
    const slot = this.globals.get(name) ?? this.#slots++;
    this.globals.set(name, slot);
    return slot;
  }

  /** Tests a field without a cost of its own. */
  #has({ operand, field }: Select): Step {
    const holder = this.#holder(operand, 0);
    return (frame) => {
      const on = holder(frame);
      if (on instanceof Failure) return on;
      charge(frame, NAME);
      const inner = isKind(on, "optional") ? on.value : on;
      const found = inner === undefined ? undefined : readable(findElement(inner, field));
      return found instanceof Failure ? found : found !== undefined;
    };
  }

  // Lists and maps

  #list({ items }: Extract<Core, { kind: "list" }>): Step {
    const steps = items.map(({ value, optional }) => ({ step: this.plan(value), optional }));
    return (frame) => {
      const values: Value[] = [];
      for (const { step, optional } of steps) {
        const value = step(frame);
        if (value instanceof Failure) return value;
        const kept = optional ? optionalItem(value) : value;
        if (kept instanceof Failure) return kept;
        if (kept !== undefined) values.push(kept);
      }
      charge(frame, LIST);
      return listValue(values);
    };
  }

  #map({ entries }: Extract<Core, { kind: "map" }>): Step {
    const steps = entries.map(({ key, value, optional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      optional,
    }));
    return (frame) => {
      const pairs: [Value, Value | undefined][] = [];
      for (const step of steps) {
        const key = step.key(frame);
        if (key instanceof Failure) return key;
        const value = step.value(frame);
        if (value instanceof Failure) return value;
        const kept = step.optional ? optionalItem(value) : value;
        if (kept instanceof Failure) return kept;
        pairs.push([key, kept]);
      }
      charge(frame, MAP);
      return mapValue(pairs);
    };
  }

  // Calls

  #call(core: Call): Step {
    const { name, target, args } = core;
    if (name === "_&&_") return this.#both(args, false);
    if (name === "_||_") return this.#both(args, true);
    if (name === "_?_:_") return this.#conditional(core);
    if (name === "@not_strictly_false") return this.#notFalse(core);
    if (target && (name === "or" || name === "orValue")) return this.#optionalOr(target, args[0] as Core, name);
    return this.#function(core);
  }

  /**
   * Evaluates `&&` or `||`. An operand that decides the result hides the failure of the other one, and one that is
   * unknown could decide it.
   */
  #both(args: readonly Core[], decisive: boolean): Step {
    const [left, right] = args.map((arg) => this.plan(arg)) as [Step, Step];
    return (frame) => {
      const a = left(frame);
      if (a === decisive) return decisive;
      const b = right(frame);
      if (b === decisive) return decisive;
      if (b instanceof Unknown) return b;
      if (a instanceof Failure) return a;
      if (b instanceof Failure) return b;
      return typeof a === "boolean" && typeof b === "boolean" ? !decisive : noOverload(decisive ? "||" : "&&", [a, b]);
    };
  }

  /** Evaluates a condition, and one of two branches. A variable in a branch is free. */
  #conditional({ args }: Call): Step {
    const [is, yes, no] = args as [Core, Core, Core];
    const condition = this.plan(is);
    const [first, second] = [yes, no].map((branch) => (isRead(branch) ? this.#read(branch, 0) : this.plan(branch)));
    return (frame) => {
      const value = condition(frame);
      if (typeof value === "boolean") return (value ? first : second)?.(frame) as Result;
      return value instanceof Failure ? value : noOverload("_?_:_", [value]);
    };
  }

  /** Lets a loop go on after a failure, which a later element can hide. */
  #notFalse(core: Call): Step {
    const step = this.plan(core.args[0] as Core);
    return (frame) => {
      const value = step(frame);
      charge(frame, NAME);
      return value !== false;
    };
  }

  #optionalOr(target: Core, other: Core, name: string): Step {
    const [first, second] = [this.plan(target), this.plan(other)];
    return (frame) => {
      const value = first(frame);
      if (value instanceof Failure) return value;
      if (!isKind(value, "optional")) return noOverload(name, [value]);
      if (value.value === undefined) return second(frame);
      return name === "or" ? value : value.value;
    };
  }

  #function(core: Call): Step {
    const { checked } = this;
    const qualified = checked.qualified.get(core);
    const name = qualified ?? core.name;
    const isMethod = core.target !== undefined && qualified === undefined;
    const steps = [...(isMethod ? [core.target as Core] : []), ...core.args].map((arg) => this.plan(arg));
    const implementation = implementationOf(name, isMethod);
    const ofNone = name === "sum" ? zeroOf(checked.typeOf(core)) : undefined;
    const models = (checked.overloads.get(core) ?? []).map(({ cost }) => cost);
    return (frame) => {
      const values: Value[] = [];
      for (const step of steps) {
        const value = step(frame);
        if (value instanceof Failure) return value;
        values.push(value);
      }
      const isOfNone = ofNone !== undefined && isKind(values[0], "list") && values[0].size === 0;
      const found = isOfNone ? ofNone : implementation(...values);
      const result = found === undefined ? noOverload(name, values) : found;
      if (result instanceof Cancelled) throw new Cancellation(result);
      charge(frame, actualCost(models, values, result));
      return result;
    };
  }

  // Loops

  #comprehension(core: Comprehension): Step {
    const range = this.plan(core.range);
    const accumulator = { name: core.accumulator, slot: this.#slots++, init: this.plan(core.init) };
    const variables = core.variables.map((name) => ({ name, slot: this.#slots++ }));
    this.#locals.push(accumulator, ...variables);
    const [condition, step] = [this.plan(core.condition), this.plan(core.step)];
    this.#locals.length -= variables.length;
    const result = this.plan(core.result);
    this.#locals.length -= 1;
    return (frame) => {
      const rows = rowsOf(range(frame), variables.length);
      if (rows instanceof Failure) return rows;
      frame.slots[accumulator.slot] = undefined;
      for (const row of rows) {
        for (const [index, { slot }] of variables.entries()) frame.slots[slot] = readable(row[index]);
        if (condition(frame) === false) break;
        frame.slots[accumulator.slot] = step(frame);
      }
      return result(frame);
    };
  }
}

/** Variable of a macro. Its first value is evaluated when it is read, as in `cel.bind`. */
interface Local {
  readonly name: string;
  readonly slot: number;
  readonly init?: Step;
}

/** Returns the values of the variables of a macro, for each element of a list or map. */
function rowsOf(range: Result, count: number): Failure | Iterable<readonly Value[]> {
  if (range instanceof Failure) return range;
  const isPair = count > 1;
  if (isKind(range, "list")) {
    return isPair ? range.items.map((item, index) => [BigInt(index), item]) : range.items.map((item) => [item]);
  }
  if (!isKind(range, "map") && !isKind(range, "object")) return noOverload("a macro", [range]);
  return range.keys.map((key) => (isPair ? [key, range.get(key) ?? null] : [key]));
}

/** Reports whether a part reads a variable, or something inside a value. */
function isRead(core: Core): boolean {
  if (core.kind === "select") return !core.isTest;
  return core.kind === "ident" || isConditional(core) || (core.kind === "call" && ELEMENTS.has(core.name));
}

/**
 * Reports whether a part tests the elements of `[]`. It is false without an evaluation, and without a cost. Source:
 * google/cel-go, interpreter/decorators.go (maybeOptimizeSetMembership).
 */
function isInNothing({ name, args: [, list] }: Call): boolean {
  return name === "@in" && list?.kind === "list" && list.items.length === 0;
}

function isConditional(core: Core): boolean {
  return core.kind === "call" && core.name === "_?_:_";
}

function charged(step: Step, cost: number): Step {
  return (frame) => {
    const value = step(frame);
    charge(frame, cost);
    return value;
  };
}

/**
 * Reads a field or an element. Inside an optional value, or after `?`, one that is missing makes an optional value
 * without a value.
 */
function element(holder: Result, key: Value, isOptional: boolean, frame: Frame, cost = NAME): Result {
  if (holder instanceof Failure) return holder;
  const isInside = isKind(holder, "optional");
  const inner = isInside ? holder.value : holder;
  if (inner === undefined) return holder;
  charge(frame, cost);
  const value = readable(findElement(inner, key));
  if (value instanceof Failure) return value;
  if (isInside || isOptional) return optionalValue(value);
  return value ?? (value === null ? null : missing(inner, key));
}

function readable(value: Value | undefined): Result | undefined {
  return isKind(value, "unreadable") ? failureOf(value) : value;
}

function missing(holder: Value, key: Value): Failure {
  return isKind(holder, "list") ? new Failure(`index out of bounds: ${key}`) : missingKey(key);
}

/** Returns the sum of no values, which depends on their type. */
function zeroOf({ kind }: Type): Value {
  switch (kind) {
    case "double":
      return 0;
    case "uint":
      return { kind, value: 0n };
    case "duration":
      return { kind, nanoseconds: 0n };
    default:
      return 0n;
  }
}

/** Returns the value of an item that is written with `?`, or undefined if the item is omitted. */
function optionalItem(value: Value): Result | undefined {
  return isKind(value, "optional") ? value.value : noOverload("?", [value]);
}

/** A value of type dyn, such as one that is an integer or a string, can have a type that a function does not accept. */
function noOverload(name: string, values: readonly Value[]): Failure {
  return new Failure(`no such overload: ${name} of ${values.map(kindOf).join(", ")}`);
}
