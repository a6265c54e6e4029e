/**
 * Evaluates a checked expression in one world (see `world.ts`). Every question about a value that its schema does not
 * answer is one for the world, so the results in all worlds include every result that a value can have. With `Reads`,
 * only some reads fail, lists and maps have at most two elements, and not all worlds are possible.
 */
import { type Comprehension, type Core, partsOf } from "../syntax/core.js";
import { counterOf, type Quantifier, quantifierOf } from "../syntax/macros.js";
import { isOptional } from "../types/type.js";
import { INT64, rangeOf, sizeOf } from "./bounds.js";
import type { Effort } from "./effort.js";
import { Members } from "./members.js";
import type { Reads } from "./reads.js";
import { Relations } from "./relations.js";
import type { Scope } from "./scope.js";
import { textOf } from "./text.js";
import {
  boolean,
  FAULT,
  Fault,
  integer,
  literalValue,
  NONE,
  namesOf,
  type Outcome,
  optionally,
  present,
  type Value,
} from "./value.js";
import { type ElementFact, type World, worlds } from "./world.js";

type Call = Extract<Core, { kind: "call" }>;

/** Functions that cannot fail for arguments of the declared types. */
const TOTAL: ReadonlySet<string> = new Set(["contains", "endsWith", "hasValue", "orValue", "startsWith", "type"]);

const COMPARISONS: ReadonlySet<string> = new Set(["_<_", "_<=_", "_>_", "_>=_"]);

const SIGNS: ReadonlyMap<string, 1n | -1n> = new Map([
  ["_+_", 1n],
  ["_-_", -1n],
]);

/** Functions whose result has the same items as their target. */
const SAME_ITEMS: ReadonlySet<string> = new Set(["@sortByAssociatedKeys", "distinct", "reverse", "slice", "sort"]);

/** Most items of a list that are told apart. */
const MOST_ITEMS = 100;

export class Evaluator {
  readonly #members: Members;
  readonly #relations: Relations;

  constructor(
    readonly effort: Effort,
    readonly world: World,
    readonly reads?: Reads,
    /** Number of macros around the expression. */
    readonly depth = 0,
    /** The elements that these macros are about, by the name of their list or map. */
    readonly elements: ReadonlyMap<string, readonly Value[]> = new Map(),
  ) {
    this.#members = new Members(effort, world, reads);
    this.#relations = new Relations(effort, world, this.#members);
  }

  /** Returns the result of an expression that is a bool. */
  truth(core: Core, variables: Scope): Outcome<boolean> {
    const value = this.evaluate(core, variables);
    if (value instanceof Fault) return value;
    if (value.kind !== "bool" && this.#fails(`test of ${value.name}`)) return FAULT;
    return this.#relations.isTrue(value);
  }

  /** The depth of the recursion is limited, because `parse` limits the depth of the tree. */
  evaluate(core: Core, variables: Scope): Outcome<Value> {
    this.effort.spend();
    const value = this.#evaluate(core, variables);
    if (value instanceof Fault || value.optional) return value;
    const type = this.effort.typeOf(core);
    if (isOptional(type)) return this.#members.optional(value);
    return type.kind === "dyn" && !this.reads ? asDyn(value) : value;
  }

  #evaluate(core: Core, variables: Scope): Outcome<Value> {
    switch (core.kind) {
      case "literal":
        return this.effort.literal(core);
      case "ident":
        return variables.get(core.name) ?? this.#global(core, variables);
      case "select":
        return this.#select(core, variables);
      case "list": {
        const items = this.#all(partsOf(core), variables);
        if (items instanceof Fault) return items;
        const marks = marksOf(core.items);
        const value = this.#opaque(core, `${marks}[${namesOf(items)}]`);
        return marks === "" ? { ...value, items } : this.#mayFail(value);
      }
      case "map": {
        const parts = this.#all(partsOf(core), variables);
        if (parts instanceof Fault) return parts;
        return this.#mayFail(this.#opaque(core, `${marksOf(core.entries)}{${namesOf(parts)}}`));
      }
      case "call":
        return this.#call(core, variables);
      case "comprehension":
        return this.#comprehension(core, variables);
    }
  }

  /** Evaluates a name with a dot, or that of a type. */
  #global(core: Extract<Core, { kind: "ident" }>, variables: Scope): Outcome<Value> {
    return variables.global(core.name.replace(/^\./, "")) ?? this.#opaque(core, core.name);
  }

  #all(parts: readonly Core[], variables: Scope): Outcome<Value[]> {
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

  #select(core: Extract<Core, { kind: "select" }>, variables: Scope): Outcome<Value> {
    const constant = this.effort.checked.names.get(core);
    if (constant !== undefined) return this.#opaque(core, constant);
    const holder = this.evaluate(core.operand, variables);
    if (holder instanceof Fault) return holder;
    if (holder.optional) {
      const part = this.#optionalPart(holder, literalValue({ type: "string", value: core.field }));
      return part instanceof Fault || !core.isTest ? part : boolean(part.optional?.value !== undefined);
    }
    if (holder.kind === "dyn" && core.isTest && this.#fails(`has(${holder.name})`)) return FAULT;
    if (core.isTest) return boolean(this.#members.has(holder, core.field));
    return this.#members.read(holder, core.field, core);
  }

  // Calls

  #call(core: Call, variables: Scope): Outcome<Value> {
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
      return on instanceof Fault ? on : this.#alternative(on, core, variables);
    }
    const values = this.#all(isMethod ? [target, ...args] : args, variables);
    return values instanceof Fault ? values : this.#apply(core, values);
  }

  /** Combines two bools. `decisive` is the result that one of them decides, whatever the other one is. */
  #both(left: Core, right: Core, variables: Scope, decisive: boolean): Outcome<boolean> {
    const a = this.truth(left, variables);
    if (a === decisive) return decisive;
    const b = this.truth(right, variables);
    if (b === decisive || !(a instanceof Fault)) return b;
    return b instanceof Fault && a.isOfAbsent && !b.isOfAbsent ? new Fault(a.read) : a;
  }

  /** Evaluates a call of `or` or `orValue`, whose argument matters only for none. */
  #alternative(target: Value, core: Call, variables: Scope): Outcome<Value> {
    if (!target.optional && this.#fails(`${core.name} of ${target.name}`)) return FAULT;
    const on = target.optional ? target : this.#members.optional(target);
    const [other] = core.args as [Core];
    if (!on.optional?.value) return this.evaluate(other, variables);
    return core.name === "or" ? on : on.optional.value;
  }

  #apply(core: Call, values: readonly Value[]): Outcome<Value> {
    const [a, b] = values as [Value, Value];
    const { name } = core;
    if (name === "_==_") return boolean(this.#relations.isEqual(a, b));
    if (name === "_!=_") return boolean(!this.#relations.isEqual(a, b));
    const optional = this.#optional(core, values);
    if (optional) return optional;
    if (name === "dyn") return { ...a, kind: "dyn" };
    if (name === "_[_]") return a.optional ? this.#optionalPart(a, b) : this.#members.index(core, a, b);
    if (name === "@in" && b.kind !== "dyn") return this.#isIn(a, b);
    const isDyn = values.some(({ kind }) => kind === "dyn");
    if (name === "size" && !isDyn) return this.#size(core, a);
    const isComparison = COMPARISONS.has(name);
    const compared = isComparison ? this.#relations.compare(name, a, b) : undefined;
    if (compared !== undefined) return boolean(compared);
    const sign = SIGNS.get(name);
    if (sign !== undefined && values.length === 2 && a.kind === "int" && b.kind === "int") {
      return this.#sum(core, a, b, sign);
    }
    const value = this.#opaque(core, `${this.#functionOf(core)}/${values.length}(${namesOf(values)})`);
    const items = this.#listOf(name, values);
    if (items) return { ...value, items };
    if (this.reads && name === "sum" && a.items?.every(({ kind }) => kind === "int")) return this.#total(core, a.items);
    return (TOTAL.has(name) || isComparison) && !isDyn ? value : this.#mayFail(value);
  }

  /** Evaluates a function of optional values. Returns undefined for any other function. */
  #optional(core: Call, values: readonly Value[]): Outcome<Value> | undefined {
    const [a, b] = values;
    switch (this.#functionOf(core)) {
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
      case "_[?_]":
        return a && b && this.#optionalPart(a, b);
      default:
        return undefined;
    }
  }

  /** Reads a field or an element as an optional value. This fails only for values and keys of other types. */
  #optionalPart(operand: Value, key: Value): Outcome<Value> {
    const holder = operand.optional ? operand.optional.value : operand;
    if (!holder) return NONE;
    const canFail = holder.kind === "dyn" || key.kind === "dyn";
    if (canFail && this.#fails(`${holder.name}[?${key.name}]`)) return FAULT;
    return this.#members.optionalPart(holder, key);
  }

  /** Returns the name of a function, which can contain that of its library. */
  #functionOf(core: Call): string {
    return this.effort.checked.qualified.get(core) ?? core.name;
  }

  /** A key of another type is an error. */
  #isIn(element: Value, container: Value): Outcome<Value> {
    const canFail = container.kind === "map" && element.kind === "dyn";
    if (canFail && this.#fails(`${element.name} in ${container.name}`)) return FAULT;
    return boolean(this.#relations.isIn(element, container));
  }

  #size(core: Core, value: Value): Value {
    if (value.literal?.type === "string") return integer(BigInt([...value.literal.value].length));
    if (value.items) return integer(BigInt(value.items.length));
    if (value.size) return value.size;
    return { name: this.#sizeName(value), kind: this.effort.typeOf(core).kind, range: sizeOf(value) };
  }

  #sizeName({ name }: Value): string {
    return this.effort.name(`size(${name})`);
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
    const sameItems = this.reads && SAME_ITEMS.has(name) ? values.slice(0, 1) : [];
    const lists = name === "_+_" ? values : sameItems;
    if (lists.length === 0 || lists.some(({ kind, items }) => kind !== "list" || !(items || this.reads)))
      return undefined;
    const items = lists.flatMap((list) => list.items ?? this.#members.rowsOf(list, 1).flat());
    return items.length <= MOST_ITEMS ? items : undefined;
  }

  // Macros

  #comprehension(core: Comprehension, variables: Scope): Outcome<Value> {
    if (core.condition.kind === "literal") {
      const isBinding = core.range.kind === "list" && core.range.items.length === 0;
      if (isBinding) {
        const bound = this.evaluate(core.init, variables);
        return this.evaluate(core.result, variables.with(core.accumulator, bound));
      }
    }
    const range = this.evaluate(core.range, variables);
    if (range instanceof Fault) return range;
    if (range.kind === "dyn" && this.#fails(`loop over ${range.name}`)) return FAULT;
    const quantifier = quantifierOf(core);
    const isListed = !quantifier && range.items !== undefined && core.variables.length === 1;
    if (this.reads || isListed) return this.#loop(core, range, variables);
    if (quantifier) return result(this.#quantified({ core, range, ...quantifier, isCount: false }, variables));
    const counter = counterOf(core);
    const text = textOf(core, variables, this.effort);
    if (!counter) return this.#mayFail(this.#opaque(core, text));
    const count = this.#count({ core, range, predicate: counter.predicate, decisive: true, isCount: true }, variables);
    if (count instanceof Fault) return count;
    const made = counter.isList ? { ...this.#opaque(core, text), size: count } : count;
    return this.evaluate(core.result, variables.with(core.accumulator, made));
  }

  /** Evaluates a macro for each element. */
  #loop(core: Comprehension, range: Value, variables: Scope): Outcome<Value> {
    const { accumulator, variables: names } = core;
    let made = this.evaluate(core.init, variables);
    for (const row of this.#members.rowsOf(range, names.length)) {
      const inside = variables.with(accumulator, made).withAll(names, row);
      if (this.truth(core.condition, inside) === false) break;
      made = this.evaluate(core.step, inside);
    }
    return this.evaluate(core.result, variables.with(accumulator, made));
  }

  #quantified(search: Search, variables: Scope): Outcome<boolean> {
    const { core, range, predicate, decisive } = search;
    if (range.items && core.variables.length === 1) {
      const found = range.items.map((item) => this.truth(predicate, variables.withAll(core.variables, [item])));
      return found.includes(decisive) ? decisive : (found.find((each) => each instanceof Fault) ?? !decisive);
    }
    const own = this.#own(search, variables);
    if (own === decisive) return decisive;
    const isFound = this.#finds(search, variables);
    if (isFound === true) return decisive;
    return isFound instanceof Fault || own instanceof Fault ? FAULT : !decisive;
  }

  /** Counts the elements for which a predicate is true. */
  #count(search: Search, variables: Scope): Outcome<Value> {
    const own = this.#own(search, variables);
    if (own instanceof Fault) return own;
    const isFound = this.#finds(search, variables);
    if (isFound instanceof Fault) return isFound;
    const ownCount = own === true ? 1n : 0n;
    if (!isFound) return integer(ownCount);
    const { max } = sizeOf(search.range);
    const name = this.effort.name(`count(${textOf(search.core, variables, this.effort)})`);
    return { name, kind: "int", range: { min: ownCount + 1n, max } };
  }

  /** Returns the result of a predicate for the element that an outer macro is about, if it is one of the same list. */
  #own({ core, range, predicate }: Search, variables: Scope): Outcome<boolean> | undefined {
    const row = this.elements.get(range.name);
    return row?.length === core.variables.length
      ? this.truth(predicate, variables.withAll(core.variables, row))
      : undefined;
  }

  /** Reports whether a predicate has the decisive result for an element, apart from the one that an outer macro is about. */
  #finds(search: Search, variables: Scope): Outcome<boolean> {
    const { core, range, decisive, isCount } = search;
    const outer = this.elements.get(range.name);
    const isOfOthers = outer?.length === core.variables.length;
    const others = isOfOthers ? ` except ${namesOf(outer)}` : "";
    const { min, max } = sizeOf(range);
    const isEmpty = isOfOthers ? max <= 1n : this.world.isBelow(this.#sizeName(range), 1n, { min, max });
    if (isEmpty) return false;
    const element = this.#elementTest(search, variables);
    const { all, some } = this.world.elementsOf(`${this.depth} of ${range.name}${others}`);
    const found = this.#outcomesFor(element, [...all.values()]);
    if (found.size === 0 || isOnly(!decisive, found)) return false;
    const isKnown = [...some.values()].some((fact) =>
      isOnly(decisive, this.#outcomesFor(element, [...all.values(), fact])),
    );
    const canLack = found.has(!decisive) || (isOfOthers && min <= 1n);
    const text = `${textOf(core, variables, this.effort)}${others}`;
    const mayFail = found.has(FAULT);
    if (mayFail && isCount) {
      if (this.#fails(text)) return FAULT;
      all.set(`${text} has no error`, (world) => !(element(world) instanceof Fault));
    }
    if (isKnown || (isOnly(decisive, found) && !canLack)) return true;
    if (mayFail && this.#fails(text)) return FAULT;
    const isFound = !canLack || this.world.decide(text) === decisive;
    (isFound ? some : all).set(text, (world) => element(world) === (decisive === isFound));
    return isFound;
  }

  /** Returns a function that evaluates the predicate of a macro for any element. */
  #elementTest({ core, range, predicate }: Search, variables: Scope): (world: World) => Outcome<boolean> {
    const row = this.#members.rowOf(range, this.effort.typeOf(core.range), core.variables.length, this.depth);
    const inner = variables.withAll(core.variables, row);
    const elements = new Map([[range.name, row] as const, ...this.elements]);
    const depth = this.depth + 1;
    return (world) => new Evaluator(this.effort, world, undefined, depth, elements).truth(predicate, inner);
  }

  /** Returns all results that the predicate of a macro can have for an element about which something is known. */
  #outcomesFor(
    element: (world: World) => Outcome<boolean>,
    known: readonly ElementFact[],
  ): ReadonlySet<Outcome<boolean>> {
    const found = new Set<Outcome<boolean>>();
    for (const world of worlds(Number.POSITIVE_INFINITY, this.world)) {
      if (known.every((holds) => holds(world))) found.add(element(world));
      if (found.size === 3) break;
    }
    return found;
  }
}

/** Search for elements for which the predicate of a macro has the decisive result. */
interface Search extends Quantifier {
  readonly core: Comprehension;
  readonly range: Value;
  /** True if all elements are counted: the error of one is that of the macro, whatever the others are. */
  readonly isCount: boolean;
}

function isOnly(outcome: boolean, outcomes: ReadonlySet<Outcome<boolean>>): boolean {
  return outcomes.size === 1 && outcomes.has(outcome);
}

/** Returns a value as the operand of functions that the type check allows for every type. */
function asDyn(value: Value): Value {
  return value.kind === "dyn" || value.literal || value.bool !== undefined ? value : { ...value, kind: "dyn" };
}

/** Returns the indexes of the items or entries that an optional value can omit. */
function marksOf(parts: readonly { readonly optional: boolean }[]): string {
  return parts.flatMap(({ optional }, at) => (optional ? [`?${at}`] : [])).join("");
}

function not(outcome: Outcome<boolean>): Outcome<boolean> {
  return outcome instanceof Fault ? outcome : !outcome;
}

function result(outcome: Outcome<boolean>): Outcome<Value> {
  return outcome instanceof Fault ? outcome : boolean(outcome);
}
