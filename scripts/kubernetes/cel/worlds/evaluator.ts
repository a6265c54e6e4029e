/**
 * Evaluates a checked expression in one world (see `worlds.ts`). Every question about a value that its schema does not
 * answer is one for the world, so the results in all worlds include every result that a value can have. With `Reads`,
 * only some reads fail, lists and maps have at most two elements, and not all worlds are possible.
 */
import type { Checked } from "../check/checked.js";
import { type Comprehension, type Core, partsOf } from "../syntax/core.js";
import { quantifierOf } from "../syntax/macros.js";
import type { Literal } from "../syntax/tree.js";
import type { DeclType } from "../types/decl-type.js";
import { fieldOf } from "../types/member.js";
import type { Kind, Type } from "../types/type.js";
import type { Reads } from "./reads.js";
import {
  excludes,
  FAULT,
  Fault,
  INT64,
  isAlwaysSet,
  NONE,
  optionally,
  possibleStrings,
  present,
  rangeOf,
  sizeOf,
  type Value,
} from "./value.js";
import { type World, worlds } from "./world.js";

export type Outcome<T> = T | Fault;
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

/** Functions whose result has the same items as their target. */
const SAME_ITEMS: ReadonlySet<string> = new Set(["@sortByAssociatedKeys", "distinct", "reverse", "slice", "sort"]);

/** Most items of a list that are told apart. */
const MOST_ITEMS = 100;

/** Types whose values are equal to themselves and ordered. A computed double can be NaN. */
const ORDERED: ReadonlySet<Kind> = new Set(["bool", "bytes", "duration", "int", "string", "timestamp", "uint"]);

export class Evaluator {
  constructor(
    readonly effort: Effort,
    readonly world: World,
    readonly reads?: Reads,
    /** Number of macros around the expression. */
    readonly depth = 0,
  ) {}

  /** Returns the result of an expression that is a bool. */
  truth(core: Core, variables: Variables): Outcome<boolean> {
    const value = this.evaluate(core, variables);
    if (value instanceof Fault) return value;
    if (value.kind !== "bool" && this.#fails(value.name)) return FAULT;
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
        if (items instanceof Fault) return items;
        const value = this.#opaque(core, `[${namesOf(items)}]`);
        return core.items.some(({ optional }) => optional) ? value : { ...value, items };
      }
      case "map": {
        const parts = this.#all(partsOf(core), variables);
        return parts instanceof Fault ? parts : this.#mayFail(this.#opaque(core, `{${namesOf(parts)}}`));
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
      if (value instanceof Fault) return value;
      values.push(value);
    }
    return values;
  }

  #opaque(core: Core, text: string): Value {
    return { name: this.effort.name(text), kind: this.effort.typeOf(core).kind };
  }

  #mayFail(value: Value): Outcome<Value> {
    return this.#fails(value.name) ? FAULT : value;
  }

  #fails(name: string): boolean {
    return !this.reads && this.world.decide(`${name} fails`, false);
  }

  #isTrue({ bool, name }: Value): boolean {
    return bool ?? this.world.decide(name);
  }

  // Fields and elements

  #select(core: Extract<Core, { kind: "select" }>, variables: Variables): Outcome<Value> {
    const constant = this.effort.checked.names.get(core);
    if (constant !== undefined) return this.#opaque(core, constant);
    const holder = this.evaluate(core.operand, variables);
    if (holder instanceof Fault) return holder;
    if (holder.optional) {
      const part = this.#optionalPart(holder, core.field);
      return core.isTest ? boolean(part.optional?.value !== undefined) : part;
    }
    if (holder.kind === "dyn" && core.isTest && this.#fails(`has(${holder.name})`)) return FAULT;
    return core.isTest ? boolean(this.#has(holder, core.field)) : this.#read(holder, core.field, core);
  }

  /** Reads a field, or a key that the rule names. */
  #read(holder: Value, name: string, core: Core): Outcome<Value> {
    const part = this.#named(holder, name);
    if (!this.reads) return this.#has(holder, name) ? part : FAULT;
    if (!this.reads.isOptional(holder, name)) return part;
    this.reads.found.set(part.name, part.first ?? part.name);
    return this.reads.has(this.world, holder, name, part) ? part : new Fault(core, part.name === this.reads.absent);
  }

  #has(holder: Value, name: string): boolean {
    if (this.reads) return this.reads.has(this.world, holder, name, this.#named(holder, name));
    const { fields } = holder.decl ?? {};
    const field = fields && fieldOf(fields, name, this.effort.minor);
    return isAlwaysSet(holder, name, field) || this.#hasKey(holder, textName(name));
  }

  #hasKey(holder: Value, key: string): boolean {
    return this.world.decide(`has ${holder.name}[${key}]`);
  }

  /** Returns a field, or the value of a key. */
  #named(holder: Value, name: string): Value {
    const { fields } = holder.decl ?? {};
    return this.#part(
      holder,
      textName(name),
      fields ? fieldOf(fields, name, this.effort.minor) : this.#elementOf(holder),
    );
  }

  #elementOf({ decl }: Value): DeclType | undefined {
    return this.reads ? decl?.element : unlessNull(decl?.element);
  }

  #index(core: Core, holder: Value, index: Value): Outcome<Value> {
    if (holder.optional) return this.#optionalElement(holder, index);
    if (index.literal?.type === "string" && holder.kind === "map") return this.#read(holder, index.literal.value, core);
    const isSafe = holder.kind === "list" && index.literal?.type === "int" && index.literal.value >= 0n;
    const isSet = this.reads || (isSafe && sizeOf(holder).min > rangeOf(index).min);
    if (!isSet && !this.#hasKey(holder, index.name)) return FAULT;
    return this.#part(holder, index.name, this.#elementOf(holder));
  }

  /** Returns a field or an element. Without a schema, it can have any type, such as null. */
  #part(holder: Value, key: string, decl: DeclType | undefined): Value {
    const name = this.effort.name(`${holder.name}[${key}]`);
    const first = holder.first === undefined ? undefined : this.effort.name(`${holder.first}[${key}]`);
    return { name, kind: decl?.type.kind ?? "dyn", decl, ...(first !== undefined && { first }) };
  }

  // Optional values

  /** Returns a field, or the value of a key that the rule names, as an optional value. */
  #optionalPart(operand: Value, name: string): Value {
    const holder = operand.optional ? operand.optional.value : operand;
    return holder && this.#has(holder, name) ? present(this.#named(holder, name)) : NONE;
  }

  #optionalElement(operand: Value, index: Value): Value {
    const holder = operand.optional ? operand.optional.value : operand;
    if (!holder) return NONE;
    if (index.literal?.type === "string") return this.#optionalPart(holder, index.literal.value);
    if (!this.#hasKey(holder, index.name)) return NONE;
    return present(this.#part(holder, index.name, this.#elementOf(holder)));
  }

  /** Evaluates a call of `or` or `orValue`, whose argument matters only for none. */
  #alternative(on: Value, core: Call, variables: Variables): Outcome<Value> {
    const [other] = core.args as [Core];
    if (!on.optional?.value) return this.evaluate(other, variables);
    return core.name === "or" ? on : on.optional.value;
  }

  /** Evaluates a function of optional values. Returns undefined for any other function, and for unknown values. */
  #optional(core: Call, values: readonly Value[]): Outcome<Value> | undefined {
    const [a, b] = values;
    switch (this.#nameOf(core)) {
      case "optional.none":
        return NONE;
      case "optional.of":
        return a && present(a);
      case "optional.ofNonZeroValue":
        return a && optionally(a, this.world.decide(`${a.name} is not zero`));
      case "hasValue":
        return a?.optional && boolean(a.optional.value !== undefined);
      case "value":
        return a?.optional && (a.optional.value ?? FAULT);
      case "_?._":
        return a && b?.literal?.type === "string" && isKnown(a) ? this.#optionalPart(a, b.literal.value) : undefined;
      case "_[?_]":
        return a && b && isKnown(a) ? this.#optionalElement(a, b) : undefined;
      default:
        return undefined;
    }
  }

  #nameOf({ name, target }: Call): string {
    return target?.kind === "ident" && target.name === "optional" ? `optional.${name}` : name;
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
      return is instanceof Fault ? is : this.evaluate(is ? second : third, variables);
    }
    if (name === "@not_strictly_false") {
      const is = this.truth(first, variables);
      return boolean(is instanceof Fault || is);
    }
    const isMethod = target && !this.effort.checked.qualified.has(core);
    if (isMethod && (name === "or" || name === "orValue")) {
      const on = this.evaluate(target, variables);
      if (on instanceof Fault) return on;
      if (on.optional) return this.#alternative(on, core, variables);
    }
    const values = this.#all(isMethod ? [target, ...args] : args, variables);
    return values instanceof Fault ? values : this.#apply(core, values);
  }

  /** Combines two bools. `decisive` is the result that one of them decides, whatever the other one is. */
  #both(left: Core, right: Core, variables: Variables, decisive: boolean): Outcome<boolean> {
    const a = this.truth(left, variables);
    if (a === decisive) return decisive;
    const b = this.truth(right, variables);
    if (b === decisive || !(a instanceof Fault)) return b;
    return b instanceof Fault && a.isOfAbsent && !b.isOfAbsent ? new Fault(a.read) : a;
  }

  #apply(core: Call, values: readonly Value[]): Outcome<Value> {
    const [a, b] = values as [Value, Value];
    const { name } = core;
    const isDyn = values.some(({ kind }) => kind === "dyn");
    if (name === "_==_") return boolean(this.#isEqual(a, b));
    if (name === "_!=_") return boolean(!this.#isEqual(a, b));
    const optional = this.#optional(core, values);
    if (optional) return optional;
    if (name === "dyn") return { ...a, kind: "dyn" };
    if (name === "_[_]") return this.#index(core, a, b);
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
    const items = this.reads && this.#listOf(name, values);
    if (items) return { ...value, items };
    if (this.reads && name === "sum" && a.items?.every(({ kind }) => kind === "int")) return this.#total(core, a.items);
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

  #total(core: Call, items: readonly Value[]): Outcome<Value> {
    let sum: Outcome<Value> = integer(0n);
    for (const item of items) if (!(sum instanceof Fault)) sum = this.#sum(core, sum, item, 1n);
    return sum;
  }

  /** Returns the items of a list that a function makes of the items of others. */
  #listOf(name: string, values: readonly Value[]): readonly Value[] | undefined {
    const lists = name === "_+_" ? values : SAME_ITEMS.has(name) ? values.slice(0, 1) : [];
    if (lists.length === 0 || lists.some(({ kind }) => kind !== "list")) return undefined;
    const items = lists.flatMap((list) => list.items ?? this.#rowsOf(list, 1).flat());
    return items.length <= MOST_ITEMS ? items : undefined;
  }

  // Comparisons

  #isEqual(a: Value, b: Value): boolean {
    if (a.kind === "bool" && b.kind === "bool") return this.#isTrue(a) === this.#isTrue(b);
    if (a.name === b.name && (isOrdered(a) || a.decl || this.reads)) return true;
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
    if (container.kind === "map") {
      const { literal } = element;
      return literal?.type === "string" ? this.#has(container, literal.value) : this.#hasKey(container, element.name);
    }
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
    if (range instanceof Fault) return range;
    if (this.reads) return this.#loop(core, range, variables);
    const quantified = quantifierOf(core);
    const text = this.#textOf(core, variables);
    if (!quantified) return this.#mayFail(this.#opaque(core, text));
    const { predicate, decisive } = quantified;
    return result(this.#quantified({ core, predicate, decisive, range, text }, variables));
  }

  /** Evaluates a macro for each element. */
  #loop(core: Comprehension, range: Value, variables: Variables): Outcome<Value> {
    const { accumulator, variables: names } = core;
    let made = this.evaluate(core.init, variables);
    for (const row of this.#rowsOf(range, names.length)) {
      const inside = new Map([
        ...variables,
        [accumulator, made] as const,
        ...row.map((value, at) => [names[at] as string, value] as const),
      ]);
      if (this.truth(core.condition, inside) === false) break;
      made = this.evaluate(core.step, inside);
    }
    return this.evaluate(core.result, new Map([...variables, [accumulator, made]]));
  }

  /** Returns the variables of a macro for each element: one or two elements, or none. Two are enough to tell them apart. */
  #rowsOf(range: Value, count: number): Value[][] {
    if (range.items) return range.items.map((item, at) => (count === 1 ? [item] : [indexOf(at), item]));
    const { min, max } = sizeOf(range);
    const { name } = range;
    if (max === 0n || !(min > 0n || this.world.decide(`${name} has an element`))) return [];
    // A list inside an element has at most one, to limit the number of worlds.
    const hasTwo = range.first === undefined && max > 1n && this.world.decide(`${name} has two elements`, false);
    return (hasTwo ? [0, 1] : [0]).map((at) => this.#elementRow(range, at, count));
  }

  #elementRow(range: Value, at: number, count: number): Value[] {
    const isMap = range.kind === "map";
    const index: Value = isMap ? { name: this.effort.name(`key ${at} of ${range.name}`), kind: "string" } : indexOf(at);
    const first = this.#part(range, isMap ? this.effort.name(`key 0 of ${range.name}`) : indexOf(0).name, undefined);
    const element = { ...this.#part(range, index.name, this.#elementOf(range)), first: range.first ?? first.name };
    if (count === 2) return [index, element];
    return [isMap ? index : element];
  }

  /** Evaluates `all` (an item that is false decides) or `exists` (one that is true does). */
  #quantified({ core, predicate, decisive, range, text }: Quantified, variables: Variables): Outcome<boolean> {
    if (range.items && core.variables.length === 1) {
      const name = core.variables[0] as string;
      const found = range.items.map((item) => this.truth(predicate, new Map([...variables, [name, item]])));
      return found.includes(decisive) ? decisive : (found.find((each) => each instanceof Fault) ?? !decisive);
    }
    const { min, max } = sizeOf(range);
    if (max === 0n) return !decisive;
    const found = this.#outcomesFor(core, predicate, range, variables);
    if (found.size === 1 && found.has(!decisive)) return !decisive;
    if (found.size === 1 && found.has(decisive) && min > 0n) return decisive;
    if (found.has(FAULT) && this.#fails(text)) return FAULT;
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
      found.add(new Evaluator(this.effort, world, undefined, this.depth + 1).truth(predicate, inner));
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
        return at >= 0
          ? `variable ${at}`
          : value && !(value instanceof Fault)
            ? value.name
            : `${value ? "error" : value} ${core.name}`;
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
  return outcome instanceof Fault ? outcome : !outcome;
}

function result(outcome: Outcome<boolean>): Outcome<Value> {
  return outcome instanceof Fault ? outcome : boolean(outcome);
}

/** Reports whether it is known which parts a value can have. */
function isKnown({ decl, optional }: Value): boolean {
  return optional !== undefined || decl?.fields !== undefined || decl?.element !== undefined;
}

/** Returns the index of an element, which stands for any index. */
function indexOf(at: number): Value {
  return { name: `index ${at}`, kind: "int", range: { min: 0n, max: INT64.max } };
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
