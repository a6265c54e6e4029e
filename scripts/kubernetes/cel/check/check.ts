/** Checks the types of an expression. Source: google/cel-go, checker/checker.go. */
import { nearest } from "../../../core/nearest.js";
import { type Environment, firstServerWith, introducedIn } from "../environment/environment.js";
import type { Overload } from "../environment/overload.js";
import type { Comprehension, Core } from "../syntax/core.js";
import { macroNames } from "../syntax/macros.js";
import { type ExpressionProblem, problemAt } from "../syntax/problem.js";
import { memberOf } from "../types/member.js";
import {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  ERROR,
  INT,
  isOptional,
  isSame,
  listOf,
  mapOf,
  NULL,
  optionalOf,
  printType,
  STRING,
  type Type,
  typeOf,
  UINT,
  unwrapOptional,
  withParameters,
} from "../types/type.js";
import type { Checked } from "./checked.js";
import { isWildcard, moreGeneral, Substitution } from "./substitution.js";
import { noField, noFunction, noOverload } from "./words.js";

export type CheckResult =
  | { readonly checked: Checked; readonly problems?: never }
  | { readonly checked?: never; readonly problems: readonly ExpressionProblem[] };

/** Checks an expression in which the given variables exist. */
export function check(root: Core, variables: ReadonlyMap<string, Type>, environment: Environment): CheckResult {
  const checker = new Checker(variables, environment);
  checker.check(root);
  return checker.problems.length > 0 ? { problems: checker.problems } : { checked: checker.result(root) };
}

const LITERALS = { bool: BOOL, bytes: BYTES, double: DOUBLE, int: INT, null: NULL, string: STRING, uint: UINT };

/** Larger types come from rules that repeat a type inside itself again and again. */
const MAX_TYPE_SIZE = 500;

/** Form of the names of functions, in contrast to those of operators, such as `_+_`. */
const NAME = /^[A-Za-z][\w.]*$/;

type Call = Extract<Core, { kind: "call" }>;

class Checker {
  readonly problems: ExpressionProblem[] = [];
  readonly #types = new Map<Core, Type>();
  readonly #overloads = new Map<Core, readonly Overload[]>();
  readonly #names = new Map<Core, string>();
  readonly #dotted = new Map<Core, string>();
  readonly #qualified = new Map<Core, string>();
  readonly #parameters = new Substitution();
  /** Variables of macros, innermost last. */
  readonly #scopes: ReadonlyMap<string, Type>[] = [];
  #usesOldSelf = false;

  constructor(
    readonly variables: ReadonlyMap<string, Type>,
    readonly environment: Environment,
  ) {}

  result(root: Core): Checked {
    const typeOfPart = (part: Core) => this.#parameters.resolveFully(this.#types.get(part) ?? DYN);
    return {
      root,
      type: typeOfPart(root),
      typeOf: typeOfPart,
      overloads: this.#overloads,
      names: this.#names,
      variables: this.#dotted,
      qualified: this.#qualified,
      usesOldSelf: this.#usesOldSelf,
    };
  }

  /** The depth of the recursion is limited, because `parse` limits the depth of the tree. */
  check(core: Core): Type {
    const known = this.#types.get(core);
    if (known) return known;
    const type = this.#typeOf(core);
    const isLarge = sizeOf(type) > MAX_TYPE_SIZE;
    if (isLarge) this.#report(core, "the type of this expression is too complex");
    this.#types.set(core, isLarge ? ERROR : type);
    return isLarge ? ERROR : type;
  }

  #typeOf(core: Core): Type {
    switch (core.kind) {
      case "literal":
        return LITERALS[core.value.type];
      case "ident":
        return this.#ident(core);
      case "select": {
        const named = core.isTest ? undefined : this.#qualifiedName(core);
        if (named) return named;
        const type = this.#member(core, core.operand, core.field);
        return core.isTest ? BOOL : type;
      }
      case "list":
        return this.#list(core);
      case "map":
        return this.#map(core);
      case "call":
        return this.#call(core);
      case "comprehension":
        return this.#comprehension(core);
    }
  }

  #report(at: Core, message: string): Type {
    this.problems.push(problemAt(at, message));
    return ERROR;
  }

  // Names

  #ident(core: Extract<Core, { kind: "ident" }>): Type {
    const { name } = core;
    const bare = name.replace(/^\./, "");
    const type = (name === bare ? this.#local(name) : undefined) ?? this.#global(bare);
    if (!type) return this.#report(core, `there is no variable \`${name}\``);
    if (bare === "oldSelf") this.#usesOldSelf = true;
    const isVariable = this.#local(name) !== undefined || this.variables.has(bare);
    if (!isVariable) this.#names.set(core, bare);
    return type;
  }

  #local(name: string): Type | undefined {
    return this.#scopes.findLast((scope) => scope.has(name))?.get(name);
  }

  #global(name: string): Type | undefined {
    const named = this.environment.typeNames.get(name);
    return this.variables.get(name) ?? (named && typeOf(named));
  }

  /** Returns the type of a name with dots, unless it starts with a variable of a macro. */
  #qualifiedName(core: Extract<Core, { kind: "select" }>): Type | undefined {
    const name = qualifiedNameOf(core);
    if (name === undefined || this.#local(name.split(".")[0] as string)) return undefined;
    const bare = name.replace(/^\./, "");
    const type = this.#global(bare);
    if (type) (this.variables.has(bare) ? this.#dotted : this.#names).set(core, bare);
    return type;
  }

  #member(core: Core, operand: Core, name: string): Type {
    const type = this.#parameters.resolve(this.check(operand));
    if (unwrapOptional(type).kind === "parameter") this.#parameters.isAssignable(DYN, unwrapOptional(type));
    const member = memberOf(type, name, this.environment.minor);
    if (member.type) return member.type;
    if (member.problem === "no field") return this.#noField(core, type, name);
    return this.#report(core, noField(type, name, member.problem));
  }

  #noField(at: Core, type: Type, name: string): Type {
    const problem = problemAt(at, noField(type, name, "no field"));
    this.problems.push({ ...problem, field: { name, object: unwrapOptional(type) } });
    return ERROR;
  }

  /** Reports a key that no field has, as in `self["a"]`. That an object has fields and not keys is another problem. */
  #noKey(core: Call, [holder]: readonly Type[]): Type | undefined {
    const [, key] = core.args;
    if (core.name !== "_[_]" || !holder?.fields || key?.kind !== "literal" || key.value.type !== "string")
      return undefined;
    const { value: name } = key.value;
    return memberOf(holder, name, this.environment.minor).type ? undefined : this.#noField(key, holder, name);
  }

  // Lists and maps

  #list({ items }: Extract<Core, { kind: "list" }>): Type {
    let element: Type | undefined;
    for (const { value, optional } of items) element = this.#join(element, this.#value(value, optional));
    return listOf(element ?? this.#parameters.newParameter());
  }

  #map({ entries }: Extract<Core, { kind: "map" }>): Type {
    let key: Type | undefined;
    let value: Type | undefined;
    for (const entry of entries) {
      key = this.#join(key, this.check(entry.key));
      value = this.#join(value, this.#value(entry.value, entry.optional));
    }
    return mapOf(key ?? this.#parameters.newParameter(), value ?? this.#parameters.newParameter());
  }

  /** Returns the type of an item. The value of an optional item must be optional. */
  #value(value: Core, optional: boolean): Type {
    const type = this.check(value);
    if (!optional || isWildcard(type)) return type;
    if (isOptional(type)) return unwrapOptional(type);
    return this.#report(value, `\`?\` requires an optional value, but the type is ${printType(this.#shown(type))}`);
  }

  /** Items of different types make a list of dyn, for `format`. `validate` rejects all other mixed lists. */
  #join(before: Type | undefined, type: Type): Type {
    if (!before) return type;
    return this.#parameters.isAssignable(before, type) ? moreGeneral(before, type) : DYN;
  }

  #shown(type: Type): Type {
    return this.#parameters.resolveFully(type);
  }

  // Calls

  #call(core: Call): Type {
    if (core.name === "_?._") return this.#optionalMember(core);
    const qualified = this.#qualifiedFunction(core);
    const args = this.#arguments(core.args, qualified ?? core.name);
    if (qualified !== undefined) {
      if (this.environment.functions.has(qualified)) this.#qualified.set(core, qualified);
      return this.#resolve(core, qualified, args, false);
    }
    if (!core.target) return this.#resolve(core, core.name, args, false);
    return this.#resolve(core, core.name, [this.check(core.target), ...args], true);
  }

  /** Returns the function of a library that a call with a target means, such as `sets.contains`. */
  #qualifiedFunction({ target, name }: Call): string | undefined {
    const prefix = target && qualifiedNameOf(target)?.replace(/^\./, "");
    if (prefix === undefined) return undefined;
    const qualified = `${prefix}.${name}`;
    if (this.environment.functions.has(qualified)) return qualified;
    const isVariable = this.#local(prefix) !== undefined || this.variables.has(prefix);
    return introducedIn(qualified) === undefined || isVariable ? undefined : qualified;
  }

  /**
   * Returns the types of arguments. If no function has the name, it can be a misspelled macro, whose variable would be
   * reported wherever it occurs.
   */
  #arguments(args: readonly Core[], name: string): Type[] {
    const isKnown = this.environment.functions.has(name) || introducedIn(name) !== undefined;
    const variables = isKnown ? [] : args.flatMap((arg) => (this.#isUndeclared(arg) ? [arg.name] : []));
    this.#scopes.push(new Map(variables.map((variable) => [variable, ERROR])));
    const types = args.map((arg) => this.check(arg));
    this.#scopes.pop();
    return types;
  }

  #isUndeclared(core: Core): core is Extract<Core, { kind: "ident" }> {
    return core.kind === "ident" && !this.#local(core.name) && !this.#global(core.name);
  }

  #optionalMember(core: Call): Type {
    const [operand, field] = core.args;
    const name = field?.kind === "literal" && field.value.type === "string" ? field.value.value : "";
    const type = this.#member(core, operand as Core, name);
    if (field) this.#types.set(field, STRING);
    this.#overloads.set(core, this.environment.functions.get("_?._") ?? []);
    return isOptional(type) || type === ERROR ? type : optionalOf(type);
  }

  #resolve(core: Call, name: string, args: readonly Type[], isMember: boolean): Type {
    const overloads = this.environment.functions.get(name);
    if (!overloads) return this.#report(core, this.#noFunction(name, isMember));
    const isLogical = name === "_&&_" || name === "_||_";
    const found: Overload[] = [];
    let result: Type | undefined;
    for (const overload of overloads) {
      if (overload.isMember !== isMember) continue;
      const { parameters, result: made } = this.#instance(overload);
      if (!this.#parameters.areAssignable(args, parameters)) continue;
      found.push(overload);
      const type = this.#parameters.resolve(made);
      if (!result) result = type;
      else if (result.kind !== "dyn" && !isSame(type, result)) result = DYN;
    }
    if (!result) {
      const unknown = this.#noKey(core, args);
      if (unknown) return unknown;
      const at = isLogical ? (core.args.find((arg) => !this.#isBool(arg)) ?? core) : core;
      return this.#report(
        at,
        noOverload(
          name,
          args.map((arg) => this.#shown(arg)),
          isMember,
        ),
      );
    }
    this.#overloads.set(core, found);
    return result;
  }

  #isBool(core: Core): boolean {
    return this.#parameters.isAssignable(this.check(core), BOOL);
  }

  #noFunction(name: string, isMember: boolean): string {
    const first = firstServerWith(name, this.environment);
    if (first === undefined) return noFunction(name, nearest(name, this.#functionNames(isMember)));
    return `\`${name}()\` requires Kubernetes 1.${first} or later`;
  }

  /** Returns the names of functions and macros that a call can have, with or without a target. */
  #functionNames(isMember: boolean): string[] {
    const { functions, minor } = this.environment;
    const names = [...functions].flatMap(([name, overloads]) =>
      NAME.test(name) && overloads.some((overload) => overload.isMember === isMember) ? [name] : [],
    );
    return isMember ? [...names, ...macroNames(minor)] : [...names, "has"];
  }

  /** Returns the types of an overload, with new type parameters. */
  #instance({ parameters, result, typeParameters }: Overload): { parameters: readonly Type[]; result: Type } {
    if (typeParameters.length === 0) return { parameters, result };
    const fresh = new Map(typeParameters.map((name) => [name, this.#parameters.newParameter()]));
    const replace = (type: Type): Type =>
      type.kind === "parameter" ? (fresh.get(type.name) as Type) : withParameters(type, type.parameters.map(replace));
    return { parameters: parameters.map(replace), result: replace(result) };
  }

  // Loops

  #comprehension(core: Comprehension): Type {
    const range = this.#parameters.resolve(this.check(core.range));
    const accumulated = this.check(core.init);
    const variables = this.#rangeTypes(core, range);
    this.#scopes.push(new Map([[core.accumulator, accumulated]]));
    this.#scopes.push(new Map(core.variables.map((name, i) => [name, variables[i] as Type])));
    this.#mustBe(core.condition, BOOL);
    this.#mustBe(core.step, accumulated);
    this.#scopes.pop();
    const result = this.#parameters.resolve(this.check(core.result));
    this.#scopes.pop();
    return result;
  }

  /** Returns the types of the variables: an item or a key, or an index or a key and a value. */
  #rangeTypes({ range, variables }: Comprehension, type: Type): readonly Type[] {
    const isPair = variables.length > 1;
    switch (type.kind) {
      case "list":
        return isPair ? [INT, ...type.parameters] : type.parameters;
      case "map":
        return type.parameters;
      case "dyn":
      case "error":
      case "parameter":
        this.#parameters.isAssignable(DYN, type);
        return [DYN, DYN];
      default:
        this.#report(range, `a macro needs a list or map, but the type is ${printType(type)}`);
        return [ERROR, ERROR];
    }
  }

  #mustBe(core: Core, wanted: Type): void {
    const type = this.check(core);
    if (this.#parameters.isAssignable(wanted, type)) return;
    const [is, must] = [type, wanted].map((part) => printType(this.#shown(part)));
    this.#report(core, `the type must be ${must}, but is ${is}`);
  }
}

/** Returns the name in a chain of names such as `net.IP`. */
function qualifiedNameOf(core: Core): string | undefined {
  const names: string[] = [];
  let part = core;
  for (; part.kind === "select" && !part.isTest; part = part.operand) names.unshift(part.field);
  return part.kind === "ident" ? [part.name, ...names].join(".") : undefined;
}

const sizes = new WeakMap<Type, number>();

function sizeOf(type: Type): number {
  if (type.parameters.length === 0) return 1;
  const known = sizes.get(type);
  if (known !== undefined) return known;
  const size = type.parameters.reduce((sum, part) => sum + sizeOf(part), 1);
  sizes.set(type, size);
  return size;
}
