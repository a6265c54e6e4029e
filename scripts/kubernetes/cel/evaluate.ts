/**
 * Evaluates an expression in one world (see `worlds.ts`), with names in place of values. Errors are absorbed as in CEL:
 * false && error is false and true || error is true, in either order.
 */
import type { SchemaNode } from "../../core/model/api.js";
import { elementOf, isMap, memberOf, possibleStrings } from "./members.js";
import { variablesOf } from "./syntax/macros.js";
import type { Expr, Literal } from "./syntax/tree.js";
import type { World } from "./worlds.js";

/** Value that is known only by its name. Two values with the same name are equal. */
interface Value {
  readonly name: string;
  readonly node?: SchemaNode;
  readonly isRoot?: boolean;
  readonly bool?: boolean;
  readonly literal?: Literal;
  /** Elements of a list that the expression itself creates. */
  readonly items?: readonly Value[];
  /** Set for an optional value, such as the result of `.?`. */
  readonly optional?: { readonly value?: Value };
}

/** Error, and the read that caused it, if any. */
export interface Fault {
  /** True if the only cause is a read of the field that is missing in this world. */
  readonly isOfAbsent: boolean;
  readonly read?: Expr;
}

type Evaluation = { readonly value: Value } | { readonly fault: Fault };

type Environment = ReadonlyMap<string, Evaluation>;
type Call = Extract<Expr, { kind: "call" }>;

const NONE: Value = { name: "none", optional: {} };

export class Evaluator {
  /** Names of everything that was read and can be missing. */
  readonly reads = new Set<string>();

  constructor(
    readonly world: World,
    /** Name of the one value that is missing in this world. */
    readonly absent: string | undefined,
  ) {}

  evaluate(expr: Expr, env: Environment): Evaluation {
    switch (expr.kind) {
      case "literal":
        return { value: literalValue(expr.value) };
      case "ident":
        return env.get(expr.name) ?? { value: { name: expr.name } };
      case "select":
        return this.#each([expr.operand], env, ([operand]) => this.#select(operand, expr.field, expr));
      case "index":
        return this.#each([expr.operand, expr.index], env, ([operand, index]) => this.#index(operand, index, expr));
      case "list":
        return this.#each(
          expr.items.map(({ value }) => value),
          env,
          (items) => ({ value: { name: `[${namesOf(items)}]`, items } }),
        );
      case "map": {
        const parts = expr.entries.flatMap(({ key, value }) => [key, value]);
        return this.#each(parts, env, (values) => ({ value: { name: `{${namesOf(values)}}` } }));
      }
      case "call":
        return this.#call(expr, env);
    }
  }

  /** Combines several values into one. An error in any of them is an error of the result. */
  #each<T extends readonly Expr[]>(
    exprs: readonly [...T],
    env: Environment,
    then: (values: { [Key in keyof T]: Value }) => Evaluation,
  ): Evaluation {
    const values: Value[] = [];
    for (const expr of exprs) {
      const result = this.evaluate(expr, env);
      if ("fault" in result) return result;
      values.push(result.value);
    }
    return then(values as { [Key in keyof T]: Value });
  }

  // Fields and keys

  #select(operand: Value, name: string, expr: Extract<Expr, { kind: "select" | "index" }>): Evaluation {
    if (operand.optional && !operand.optional.value) return { value: NONE };
    const holder = operand.optional?.value ?? operand;
    const member = memberOf(holder.node, name, holder.isRoot === true);
    const value: Value = { name: `${holder.name}.${member.name}`, ...(member.node && { node: member.node }) };
    if (operand.optional || expr.optional) return { value: this.#has(holder, name) ? present(value) : NONE };
    if (member.presence !== "optional") return { value };
    this.reads.add(value.name);
    if (value.name !== this.absent && this.world.decide(`has ${value.name}`)) return { value };
    return { fault: { isOfAbsent: value.name === this.absent, read: expr } };
  }

  #has(holder: Value, name: string): boolean {
    const member = memberOf(holder.node, name, holder.isRoot === true);
    if (member.presence === "always") return true;
    const full = `${holder.name}.${member.name}`;
    return full !== this.absent && this.world.decide(`has ${full}`);
  }

  /** Reads an element. A list index, and a key that is not a string literal, are assumed to exist. */
  #index(operand: Value, index: Value, expr: Extract<Expr, { kind: "index" }>): Evaluation {
    const holder = operand.optional ? operand.optional.value : operand;
    if (!holder) return { value: NONE };
    if (index.literal?.type === "string") return this.#select(operand, index.literal.value, expr);
    const element = elementOf(holder.node);
    const value: Value = { name: `${holder.name}[${index.name}]`, ...(element && { node: element }) };
    if (!operand.optional && !expr.optional) return { value };
    return { value: this.world.decide(`has ${value.name}`) ? present(value) : NONE };
  }

  // Calls

  #call(expr: Call, env: Environment): Evaluation {
    const { name, target, args } = expr;
    const [first, second, third] = args;
    if (name === "has" && first?.kind === "select") return this.#hasField(first, env);
    if (name === "_&&_") return this.#every(args.map((arg) => () => this.evaluate(arg, env)));
    if (name === "_||_") return not(this.#every(args.map((arg) => () => not(this.#truth(this.evaluate(arg, env))))));
    if (name === "_?_:_" && first && second && third) {
      return this.#each([first], env, ([is]) => this.evaluate(this.#isTrue(is) ? second : third, env));
    }
    if (name === "bind" && target?.kind === "ident" && target.name === "cel" && first?.kind === "ident") {
      return second && third
        ? this.evaluate(third, new Map([...env, [first.name, this.evaluate(second, env)]]))
        : opaque(name, []);
    }
    if (!target) return this.#each(args, env, (values) => this.#operator(name, values));
    if (variablesOf(name, args) > 0) {
      return this.#each([target], env, ([on]) =>
        name.startsWith("opt") ? this.#optionalMacro(on, expr, env) : this.#macro(on, expr, env),
      );
    }
    if (name === "orValue" || name === "or") {
      return this.#each([target], env, ([on]) => (first && isNone(on) ? this.evaluate(first, env) : orValue(on, name)));
    }
    return this.#each([target, ...args], env, (values) => this.#method(name, values));
  }

  #hasField({ operand, field }: Extract<Expr, { kind: "select" }>, env: Environment): Evaluation {
    return this.#each([operand], env, ([value]) => {
      const holder = value.optional ? value.optional.value : value;
      return boolean(holder !== undefined && this.#has(holder, field));
    });
  }

  #operator(name: string, values: readonly Value[]): Evaluation {
    const [a, b] = values;
    if (!a) return opaque(name, values);
    if (name === "!_") return boolean(!this.#isTrue(a));
    if (name === "dyn") return { value: a };
    if (name === "size" && a.items) return integer(a.items.length);
    if (!b) return opaque(name, values);
    switch (name) {
      case "_==_":
        return boolean(this.#isEqual(a, b));
      case "_!=_":
        return boolean(!this.#isEqual(a, b));
      case "_<_":
        return boolean(this.#isLess(a, b));
      case "_>_":
        return boolean(this.#isLess(b, a));
      case "_<=_":
        return boolean(!this.#isLess(b, a));
      case "_>=_":
        return boolean(!this.#isLess(a, b));
      case "@in":
        return boolean(this.#isIn(a, b));
      case "_+_":
        return a.items || b.items ? this.#joined(a, b) : (sumOf([a, b]) ?? opaque(name, values));
      default:
        return opaque(name, values);
    }
  }

  #method(name: string, values: readonly Value[]): Evaluation {
    const [on, other] = values;
    if (!on) return opaque(name, values);
    const isOptionals = on.name === "optional";
    if (isOptionals && name === "none") return { value: NONE };
    if (isOptionals && name === "of" && other) return { value: present(other) };
    if (isOptionals && name === "ofNonZeroValue" && other) {
      return { value: this.world.decide(`${other.name} is not zero`) ? present(other) : NONE };
    }
    if (name === "hasValue" && on.optional) return boolean(!isNone(on));
    if (name === "value") {
      return isNone(on) ? { fault: { isOfAbsent: false } } : { value: on.optional?.value ?? on };
    }
    if (name === "size" && on.items) return integer(on.items.length);
    if (name === "sum" && on.items) return sumOf(on.items) ?? opaque(name, values);
    if (SAME_ITEMS.has(name)) {
      return { value: { name: callName(name, values), items: this.#itemsOf(on) } };
    }
    return opaque(name, values);
  }

  #joined(a: Value, b: Value): Evaluation {
    return { value: { name: callName("_+_", [a, b]), items: [...this.#itemsOf(a), ...this.#itemsOf(b)] } };
  }

  // Boolean values

  #truth(result: Evaluation): Evaluation {
    return "fault" in result ? result : boolean(this.#isTrue(result.value));
  }

  #isTrue(value: Value): boolean {
    return value.bool ?? this.world.decide(value.name);
  }

  /** Reports whether all parts are true. A false part hides errors, and an error hides the parts that are true. */
  #every(parts: readonly (() => Evaluation)[]): Evaluation {
    const faults: Fault[] = [];
    for (const part of parts) {
      const result = part();
      if ("fault" in result) faults.push(result.fault);
      else if (!this.#isTrue(result.value)) return boolean(false);
    }
    const [first] = faults;
    if (!first) return boolean(true);
    return { fault: { ...first, isOfAbsent: faults.every(({ isOfAbsent }) => isOfAbsent) } };
  }

  #isEqual(a: Value, b: Value): boolean {
    if (a.bool !== undefined || b.bool !== undefined) return this.#isTrue(a) === this.#isTrue(b);
    if (a.name === b.name) return true;
    if (a.literal && b.literal) return false;
    if (b.literal) return this.world.isLiteral(a.name, b.name, possibleStrings(a.node)?.map(textName));
    if (a.literal) return this.world.isLiteral(b.name, a.name, possibleStrings(b.node)?.map(textName));
    return this.world.decide([a.name, b.name].sort().join(" == "));
  }

  #isLess(a: Value, b: Value): boolean {
    const [left, right] = [numberOf(a), numberOf(b)];
    if (left !== undefined && right !== undefined) return left < right;
    return a.name !== b.name && this.world.decide(`${a.name} < ${b.name}`);
  }

  #isIn(element: Value, list: Value): boolean {
    if (list.items) return list.items.some((item) => this.#isEqual(element, item));
    if (element.literal?.type === "string" && isMap(list.node)) return this.#has(list, element.literal.value);
    return this.world.decide(`${element.name} in ${list.name}`);
  }

  // Macros

  /**
   * Returns the elements of a list or map: none, one or two. Two are enough to tell elements apart. A list inside an
   * element has at most one.
   */
  #itemsOf(list: Value): readonly Value[] {
    if (list.items) return list.items;
    return this.#indexesOf(list).map((index) => this.#item(list, index));
  }

  #indexesOf({ name }: Value): Value[] {
    if (!this.world.decide(`${name} has an element`)) return [];
    const isInner = name.includes("[#");
    const indexes = !isInner && this.world.decide(`${name} has two elements`, false) ? ["#1", "#2"] : ["#1"];
    return indexes.map((index) => ({ name: index }));
  }

  #item(list: Value, index: Value): Value {
    const node = elementOf(list.node);
    return { name: `${list.name}[${index.name}]`, ...(node && { node }) };
  }

  #macro(list: Value, { name, args }: Call, env: Environment): Evaluation {
    const count = variablesOf(name, args);
    const names = args.slice(0, count).map((arg) => (arg.kind === "ident" ? arg.name : ""));
    const rows = this.#rowsOf(list, count);
    const inner = rows.map(
      (row) => new Map([...env, ...row.map((value, at) => [names[at] ?? "", { value }] as const)]),
    );
    const bodies = args.slice(count);
    const each = (body: Expr | undefined) =>
      inner.map((scope) => () => this.#truth(body ? this.evaluate(body, scope) : opaque(name, [])));
    switch (name) {
      case "all":
        return this.#every(each(bodies[0]));
      case "exists":
        return not(this.#every(each(bodies[0]).map((part) => () => not(part()))));
      case "exists_one":
      case "existsOne":
        return this.#strict(each(bodies[0]), (found) => boolean(found.filter(({ bool }) => bool).length === 1));
      case "filter":
        return this.#strict(each(bodies[0]), (found) => ({
          value: {
            name: `${name}(${list.name}, ${namesOf(found)})`,
            items: rows.flatMap((row, index) => (found[index]?.bool ? row.slice(-1) : [])),
          },
        }));
      default:
        return this.#mapped(name, list, bodies, inner);
    }
  }

  /**
   * Evaluates `map` and similar macros. The last body produces the new element. If there are two bodies, the first is a
   * condition.
   */
  #mapped(name: string, list: Value, bodies: readonly Expr[], inner: readonly Environment[]): Evaluation {
    const body = bodies.at(-1);
    const condition = bodies.length > 1 ? bodies[0] : undefined;
    const parts = inner.map((scope) => (): Evaluation => {
      const is = condition && this.#truth(this.evaluate(condition, scope));
      if (is && "fault" in is) return is;
      if (is?.value.bool === false || !body) return { value: NONE };
      const result = this.evaluate(body, scope);
      return "fault" in result ? result : { value: present(result.value) };
    });
    return this.#strict(parts, (values) => {
      const items = values.flatMap(({ optional }) => optional?.value ?? []);
      const made = `${name}(${list.name}, ${namesOf(items)})`;
      return { value: name === "map" || name === "transformList" ? { name: made, items } : { name: made } };
    });
  }

  #strict(parts: readonly (() => Evaluation)[], then: (values: readonly Value[]) => Evaluation): Evaluation {
    const values: Value[] = [];
    for (const part of parts) {
      const result = part();
      if ("fault" in result) return result;
      values.push(result.value);
    }
    return then(values);
  }

  /** Returns the values of the variables of a macro for each element. For a map, the first variable is the key. */
  #rowsOf(list: Value, count: number): Value[][] {
    if (count === 1 && !isMap(list.node)) return this.#itemsOf(list).map((item) => [item]);
    if (list.items) return list.items.map((item, index) => [{ name: `#${index + 1}` }, item]);
    const rows = this.#indexesOf(list).map((index) => [index, this.#item(list, index)]);
    return rows.map((row) => row.slice(0, count));
  }

  #optionalMacro(on: Value, { name, args }: Call, env: Environment): Evaluation {
    const [variable, body] = args;
    if (isNone(on) || variable?.kind !== "ident" || !body) return { value: NONE };
    const result = this.evaluate(body, new Map([...env, [variable.name, { value: on.optional?.value ?? on }]]));
    return "fault" in result || name === "optFlatMap" ? result : { value: present(result.value) };
  }
}

const SAME_ITEMS = new Set(["sort", "reverse", "distinct", "slice"]);

function not(result: Evaluation): Evaluation {
  return "fault" in result ? result : boolean(result.value.bool === false);
}

function boolean(bool: boolean): Evaluation {
  return { value: { name: String(bool), bool } };
}

function integer(value: number): Evaluation {
  return { value: literalValue({ type: "int", value: BigInt(value) }) };
}

/** Returns the number, if it is known. Rules count fields, as in `(has(self.a) ? 1 : 0) + …`. */
function numberOf({ literal }: Value): number | undefined {
  return literal?.type === "int" || literal?.type === "uint" || literal?.type === "double"
    ? Number(literal.value)
    : undefined;
}

function sumOf(values: readonly Value[]): Evaluation | undefined {
  const numbers = values.flatMap((value) => numberOf(value) ?? []);
  const isWhole = numbers.length === values.length && numbers.every(Number.isSafeInteger);
  return isWhole ? integer(numbers.reduce((sum, number) => sum + number, 0)) : undefined;
}

function opaque(name: string, values: readonly Value[]): Evaluation {
  return { value: { name: callName(name, values) } };
}

function callName(name: string, values: readonly Value[]): string {
  return `${name}(${namesOf(values)})`;
}

function namesOf(values: readonly Value[]): string {
  return values.map(({ name }) => name).join(", ");
}

function present(value: Value): Value {
  return { name: `optional(${value.name})`, optional: { value } };
}

function isNone({ optional }: Value): boolean {
  return optional !== undefined && !optional.value;
}

function orValue(on: Value, name: "or" | "orValue"): Evaluation {
  return { value: name === "or" ? on : (on.optional?.value ?? on) };
}

function literalValue(literal: Literal): Value {
  if (literal.type === "bool") return { name: String(literal.value), bool: literal.value };
  if (literal.type === "null") return { name: "null", literal };
  if (literal.type === "string") return { name: textName(literal.value), literal };
  if (literal.type === "bytes") return { name: `b${textName(literal.value)}`, literal };
  return { name: String(literal.value), literal };
}

function textName(text: string): string {
  return JSON.stringify(text);
}
