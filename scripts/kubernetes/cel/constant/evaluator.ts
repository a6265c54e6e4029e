/**
 * Evaluates a checked expression in one world (see `worlds.ts`). Every question about a value that its schema does not
 * answer is one for the world, so the results in all worlds include every result that a value can have.
 */
import type { Checked } from "../check/checked.js";
import { fieldOf } from "../check/member.js";
import { ACCUMULATOR, type Comprehension, type Core, partsOf } from "../syntax/core.js";
import type { Literal } from "../syntax/tree.js";
import type { DeclType } from "../types/decl-type.js";
import type { Kind, Type } from "../types/type.js";
import { type World, worlds } from "../worlds.js";
import { excludes, INT64, isAlwaysSet, possibleStrings, rangeOf, sizeOf, type Value } from "./value.js";

/** Error, for which the API server rejects the object like for false. */
export type Outcome<T> = T | "error";
type Variables = ReadonlyMap<string, Outcome<Value>>;
type Call = Extract<Core, { kind: "call" }>;

/** Data that all worlds of an expression share. */
export class Effort {
  readonly #names = new Map<string, string>();
  readonly #kinds = new Map<Core, Type>();
  #left: number;

  constructor(
    readonly checked: Checked,
    /** Minor version that decides which fields exist. */
    readonly minor: number,
    steps: number,
  ) {
    this.#left = steps;
  }

  /** Counts one step. Throws if there are none left. */
  spend(): void {
    if (--this.#left < 0) throw new Exhausted();
  }

  /** Returns a short name, the same for the same text. Names inside names would otherwise grow without a limit. */
  name(text: string): string {
    const known = this.#names.get(text) ?? `#${this.#names.size}`;
    this.#names.set(text, known);
    return known;
  }

  typeOf(core: Core): Type {
    const known = this.#kinds.get(core) ?? this.checked.typeOf(core);
    this.#kinds.set(core, known);
    return known;
  }
}

export class Exhausted extends Error {}

/** Functions that cannot fail for arguments of the declared types. */
const TOTAL: ReadonlySet<string> = new Set(["contains", "endsWith", "hasValue", "orValue", "startsWith", "type"]);

/** Types whose values are equal to themselves and ordered. A computed double can be NaN. */
const ORDERED: ReadonlySet<Kind> = new Set(["bool", "bytes", "duration", "int", "string", "timestamp", "uint"]);

export class Evaluator {
  constructor(
    readonly effort: Effort,
    readonly world: World,
    /** Number of macros around the expression. */
    readonly depth = 0,
  ) {}

  /** Returns the result of an expression that is a bool. */
  truth(core: Core, variables: Variables): Outcome<boolean> {
    const value = this.evaluate(core, variables);
    if (value === "error") return "error";
    if (value.kind !== "bool" && this.#fails(value.name)) return "error";
    return this.#isTrue(value);
  }

  /** The depth of the recursion is limited, because `parse` limits the depth of the tree. */
  evaluate(core: Core, variables: Variables): Outcome<Value> {
    this.effort.spend();
    switch (core.kind) {
      case "literal":
        return literalValue(core.value);
      case "ident":
        return variables.get(core.name.replace(/^\./, "")) ?? this.#opaque(core, core.name);
      case "select":
        return this.#select(core, variables);
      case "list": {
        const items = this.#all(partsOf(core), variables);
        if (items === "error") return "error";
        const value = this.#opaque(core, `[${namesOf(items)}]`);
        return core.items.some(({ optional }) => optional) ? value : { ...value, items };
      }
      case "map": {
        const parts = this.#all(partsOf(core), variables);
        return parts === "error" ? "error" : this.#mayFail(this.#opaque(core, `{${namesOf(parts)}}`));
      }
      case "call":
        return this.#call(core, variables);
      case "comprehension":
        return this.#comprehension(core, variables);
    }
  }

  #all(parts: readonly Core[], variables: Variables): Outcome<Value[]> {
    const values: Value[] = [];
    for (const part of parts) {
      const value = this.evaluate(part, variables);
      if (value === "error") return "error";
      values.push(value);
    }
    return values;
  }

  #opaque(core: Core, text: string): Value {
    return { name: this.effort.name(text), kind: this.effort.typeOf(core).kind };
  }

  #mayFail(value: Value): Outcome<Value> {
    return this.#fails(value.name) ? "error" : value;
  }

  #fails(name: string): boolean {
    return this.world.decide(`${name} fails`, false);
  }

  #isTrue({ bool, name }: Value): boolean {
    return bool ?? this.world.decide(name);
  }

  // Fields and elements

  #select(core: Extract<Core, { kind: "select" }>, variables: Variables): Outcome<Value> {
    const constant = this.effort.checked.names.get(core);
    if (constant !== undefined) return this.#opaque(core, constant);
    const holder = this.evaluate(core.operand, variables);
    if (holder === "error") return "error";
    if (holder.kind === "dyn" && core.isTest && this.#fails(`has(${holder.name})`)) return "error";
    const { fields } = holder.decl ?? {};
    const field = fields ? fieldOf(fields, core.field, this.effort.minor) : unlessNull(holder.decl?.element);
    const isSet = isAlwaysSet(holder, core.field, fields && field) || this.#has(holder, textName(core.field));
    if (core.isTest) return boolean(isSet);
    return isSet ? this.#part(holder, textName(core.field), field) : "error";
  }

  #has(holder: Value, key: string): boolean {
    return this.world.decide(`has ${holder.name}[${key}]`);
  }

  #index(holder: Value, index: Value): Outcome<Value> {
    const isSafe = holder.kind === "list" && index.literal?.type === "int" && index.literal.value >= 0n;
    const isSet = isSafe && sizeOf(holder).min > rangeOf(index).min;
    if (!isSet && !this.#has(holder, index.name)) return "error";
    return this.#part(holder, index.name, unlessNull(holder.decl?.element));
  }

  /** Returns a field or an element. Without a schema, it can have any type, such as null. */
  #part(holder: Value, key: string, decl: DeclType | undefined): Value {
    return { name: this.effort.name(`${holder.name}[${key}]`), kind: decl?.type.kind ?? "dyn", decl };
  }

  // Calls

  #call(core: Call, variables: Variables): Outcome<Value> {
    const { name, target, args } = core;
    const [first, second, third] = args as [Core, Core, Core];
    if (name === "_&&_") return result(this.#both(first, second, variables, false));
    if (name === "_||_") return result(this.#both(first, second, variables, true));
    if (name === "!_") return result(not(this.truth(first, variables)));
    if (name === "_?_:_") {
      const is = this.truth(first, variables);
      return is === "error" ? "error" : this.evaluate(is ? second : third, variables);
    }
    const isMethod = target && !this.effort.checked.qualified.has(core);
    const values = this.#all(isMethod ? [target, ...args] : args, variables);
    return values === "error" ? "error" : this.#apply(core, values);
  }

  /** Combines two bools. `decisive` is the result that one of them decides, whatever the other one is. */
  #both(left: Core, right: Core, variables: Variables, decisive: boolean): Outcome<boolean> {
    const a = this.truth(left, variables);
    if (a === decisive) return decisive;
    const b = this.truth(right, variables);
    return b === decisive || a !== "error" ? b : "error";
  }

  #apply(core: Call, values: readonly Value[]): Outcome<Value> {
    const [a, b] = values as [Value, Value];
    const { name } = core;
    const isDyn = values.some(({ kind }) => kind === "dyn");
    if (name === "_==_") return boolean(this.#isEqual(a, b));
    if (name === "_!=_") return boolean(!this.#isEqual(a, b));
    if (name === "_[_]") return this.#index(a, b);
    if (name === "@in" && b.kind !== "dyn") return boolean(this.#isIn(a, b));
    if (name === "size" && !isDyn) return this.#size(core, a);
    const compare = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name] : undefined;
    if (compare && isOrdered(a) && isOrdered(b) && a.kind === b.kind) {
      return boolean(compare((left, right) => this.#isLess(left, right), a, b));
    }
    const sign = SIGNS.get(name);
    if (sign !== undefined && values.length === 2 && a.kind === "int" && b.kind === "int") {
      return this.#sum(core, a, b, sign);
    }
    const value = this.#opaque(core, `${name}/${values.length}(${namesOf(values)})`);
    return (TOTAL.has(name) || compare) && !isDyn ? value : this.#mayFail(value);
  }

  #size(core: Core, value: Value): Value {
    if (value.literal?.type === "string") return integer(BigInt([...value.literal.value].length));
    if (value.items) return integer(BigInt(value.items.length));
    return { ...this.#opaque(core, `size(${value.name})`), range: sizeOf(value) };
  }

  /** Adds or subtracts integers, which fails if the result has more than 64 bits. */
  #sum(core: Core, a: Value, b: Value, sign: 1n | -1n): Outcome<Value> {
    const [left, right] = [rangeOf(a), rangeOf(b)];
    const min = left.min + sign * (sign > 0n ? right.min : right.max);
    const max = left.max + sign * (sign > 0n ? right.max : right.min);
    const isSafe = min >= INT64.min && max <= INT64.max;
    if (isSafe && min === max) return integer(min);
    const value = this.#opaque(core, `${a.name} ${sign} ${b.name}`);
    return isSafe ? { ...value, range: { min, max } } : this.#mayFail(value);
  }

  // Comparisons

  #isEqual(a: Value, b: Value): boolean {
    if (a.kind === "bool" && b.kind === "bool") return this.#isTrue(a) === this.#isTrue(b);
    if (a.name === b.name && (isOrdered(a) || a.decl)) return true;
    if (a.literal && b.literal && a.literal.type === b.literal.type) return a.name === b.name;
    if (a.literal) return this.#isLiteral(b, a);
    return b.literal ? this.#isLiteral(a, b) : this.world.decide([a.name, b.name].sort().join(" == "));
  }

  #isLiteral(value: Value, { name, literal }: Value): boolean {
    if (literal?.type === "string" && !value.literal) {
      const all = possibleStrings(value)?.map(textName);
      return !excludes(value, literal.value) && this.world.isLiteral(value.name, name, all);
    }
    if (literal?.type === "int" && value.kind === "int") {
      return this.world.isInteger(value.name, literal.value, rangeOf(value));
    }
    return this.world.decide([value.name, `${literal?.type} ${name}`].sort().join(" == "));
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

  #isIn(element: Value, container: Value): boolean {
    if (container.items) return container.items.some((item) => this.#isEqual(element, item));
    if (sizeOf(container).max === 0n) return false;
    if (container.kind === "map") return this.#has(container, element.name);
    return this.world.decide(`${element.name} in ${container.name}`);
  }

  // Macros

  #comprehension(core: Comprehension, variables: Variables): Outcome<Value> {
    if (core.condition.kind === "literal") {
      const isBinding = core.range.kind === "list" && core.range.items.length === 0;
      if (isBinding) {
        const bound = this.evaluate(core.init, variables);
        return this.evaluate(core.result, new Map([...variables, [core.accumulator, bound]]));
      }
    }
    const range = this.evaluate(core.range, variables);
    if (range === "error") return "error";
    const quantified = quantifierOf(core);
    const text = this.#textOf(core, variables);
    if (!quantified) return this.#mayFail(this.#opaque(core, text));
    const { predicate, decisive } = quantified;
    return result(this.#quantified({ core, predicate, decisive, range, text }, variables));
  }

  /** Evaluates `all` (an item that is false decides) or `exists` (one that is true does). */
  #quantified({ core, predicate, decisive, range, text }: Quantified, variables: Variables): Outcome<boolean> {
    if (range.items && core.variables.length === 1) {
      const name = core.variables[0] as string;
      const found = range.items.map((item) => this.truth(predicate, new Map([...variables, [name, item]])));
      return found.includes(decisive) ? decisive : found.includes("error") ? "error" : !decisive;
    }
    const { min, max } = sizeOf(range);
    if (max === 0n) return !decisive;
    const found = this.#outcomesFor(core, predicate, range, variables);
    if (found.size === 1 && found.has(!decisive)) return !decisive;
    if (found.size === 1 && found.has(decisive) && min > 0n) return decisive;
    if (found.has("error") && this.#fails(text)) return "error";
    const canHold = found.has(!decisive) || min === 0n;
    return canHold ? this.world.decide(text) : decisive;
  }

  /** Returns all results that the predicate of a macro can have for an element. */
  #outcomesFor(
    { variables: names, range: core }: Comprehension,
    predicate: Core,
    range: Value,
    variables: Variables,
  ): Set<Outcome<boolean>> {
    const row = this.#rowOf(range, this.effort.typeOf(core), names.length);
    const inner = new Map([...variables, ...row.map((value, index) => [names[index] as string, value] as const)]);
    const found = new Set<Outcome<boolean>>();
    for (const world of worlds(Number.POSITIVE_INFINITY, this.world)) {
      found.add(new Evaluator(this.effort, world, this.depth + 1).truth(predicate, inner));
      if (found.size === 3) break;
    }
    return found;
  }

  /** Returns the variables of a macro for any element: the element of a list, or the key of a map; or both parts. */
  #rowOf(range: Value, { kind, parameters }: Type, count: number): Value[] {
    const isMap = kind === "map";
    const place = this.effort.name(`${this.depth} of ${range.name}`);
    const key: Value = { name: place, kind: isMap ? (parameters[0]?.kind ?? "dyn") : kind === "list" ? "int" : "dyn" };
    const element = this.#part(range, place, unlessNull(range.decl?.element));
    if (count === 2) return [key, element];
    return [isMap ? key : element];
  }

  /** Returns a name for an expression in which the variables have their values. */
  #textOf(core: Core, variables: Variables, bound: readonly string[] = []): string {
    this.effort.spend();
    const inside = core.kind === "comprehension" ? [...bound, core.accumulator, ...core.variables] : bound;
    const parts = partsOf(core).map((part) => this.#textOf(part, variables, inside));
    return this.effort.name(`${this.#ownText(core, variables, bound)}(${parts.join(", ")})`);
  }

  #ownText(core: Core, variables: Variables, bound: readonly string[]): string {
    switch (core.kind) {
      case "literal":
        return `${core.value.type} ${literalValue(core.value).name}`;
      case "ident": {
        const at = bound.lastIndexOf(core.name);
        const value = variables.get(core.name.replace(/^\./, ""));
        return at >= 0 ? `variable ${at}` : typeof value === "object" ? value.name : `${value} ${core.name}`;
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
}

interface Quantified {
  readonly core: Comprehension;
  readonly predicate: Core;
  readonly decisive: boolean;
  readonly range: Value;
  readonly text: string;
}

/** Returns the predicate of `all` or `exists`, and the result with which one element decides the macro. */
function quantifierOf({ accumulator, init, step }: Comprehension): { predicate: Core; decisive: boolean } | undefined {
  const isBool = init.kind === "literal" && init.value.type === "bool";
  if (accumulator !== ACCUMULATOR || !isBool || step.kind !== "call") return undefined;
  const [, predicate] = step.args;
  if (!predicate || (step.name !== "_&&_" && step.name !== "_||_")) return undefined;
  return { predicate, decisive: step.name === "_||_" };
}

type Comparison = (isLess: (a: Value, b: Value) => boolean, a: Value, b: Value) => boolean;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  "_<_": (isLess, a, b) => isLess(a, b),
  "_>_": (isLess, a, b) => isLess(b, a),
  "_<=_": (isLess, a, b) => !isLess(b, a),
  "_>=_": (isLess, a, b) => !isLess(a, b),
};

const SIGNS: ReadonlyMap<string, 1n | -1n> = new Map([
  ["_+_", 1n],
  ["_-_", -1n],
]);

function isOrdered({ kind, decl, literal }: Value): boolean {
  return ORDERED.has(kind) || (kind === "double" && (decl !== undefined || literal !== undefined));
}

/** Items of lists and values of maps can be null, which is not a value of the type. */
function unlessNull(decl: DeclType | undefined): DeclType | undefined {
  return decl?.schema.nullable === true ? undefined : decl;
}

function not(outcome: Outcome<boolean>): Outcome<boolean> {
  return outcome === "error" ? "error" : !outcome;
}

function result(outcome: Outcome<boolean>): Outcome<Value> {
  return outcome === "error" ? "error" : boolean(outcome);
}

function boolean(bool: boolean): Value {
  return { name: String(bool), kind: "bool", bool };
}

function integer(value: bigint): Value {
  return literalValue({ type: "int", value });
}

function literalValue(literal: Literal): Value {
  if (literal.type === "bool") return boolean(literal.value);
  const { type: kind } = literal;
  if (kind === "null") return { name: "null", kind, literal };
  if (kind === "string" || kind === "bytes") {
    return { name: kind === "string" ? textName(literal.value) : `b${textName(literal.value)}`, kind, literal };
  }
  return { name: `${kind === "int" ? "" : `${kind} `}${literal.value}`, kind, literal };
}

function textName(text: string): string {
  return JSON.stringify(text);
}

function namesOf(values: readonly Value[]): string {
  return values.map(({ name }) => name).join(", ");
}
