/**
 * Decides whether a rule is true for every object of an older schema, which lacks the fields and the enum members that
 * are new. A result is true, false or unknown. A read of a missing field is an error, which counts as unknown. The API
 * server rejects an object if a rule is false or an error.
 */
import { hasDefault, type StructuralSchema } from "../../core/model/schema.js";
import { variablesOf } from "./syntax/macros.js";
import type { Expr } from "./syntax/tree.js";
import type { DeclType } from "./types/decl-type.js";
import { fieldIn, typeOfSchema } from "./types/type-of-schema.js";

/** Type of a value in the older schema, `absent` if an older object cannot have it, or undefined if it is unknown. */
type Known = DeclType | "absent" | undefined;
type Truth = boolean | undefined;
type Call = Extract<Expr, { kind: "call" }>;
type Select = Extract<Expr, { kind: "select" }>;

interface Environment {
  readonly variables: ReadonlyMap<string, Known>;
  /** Assumptions about optional fields by path, such as `self.tls.mode`: true if the field exists. */
  readonly taken: ReadonlyMap<string, boolean>;
}

/**
 * Maximum number of optional fields in a rule for which all combinations are tried. Each field doubles their number.
 */
const MOST_OPTIONAL = 6;

/**
 * Reports whether `rule` holds for all objects that match `schema`, which is the schema of `self` before the rule was
 * added.
 */
export function holdsForOldObjects(rule: Expr, schema: StructuralSchema): boolean {
  return isAlways(true, rule, environmentOf(schema));
}

/**
 * Simplifies a rule for the objects that match `schema`: `has()` of a field that they cannot have is false, and
 * operands that it decides are removed. This is possible because CEL's && and || absorb errors, so the rest of `false
 * && …` does not matter.
 */
export function withoutNew(rule: Expr, schema: StructuralSchema): Expr {
  return reduced(rule, environmentOf(schema));
}

function environmentOf(schema: StructuralSchema): Environment {
  const self = typeOfSchema(schema);
  const variables = new Map<string, Known>([
    ["self", self],
    ["oldSelf", self],
  ]);
  return { variables, taken: new Map() };
}

function reduced(expr: Expr, env: Environment): Expr {
  if (expr.kind !== "call") return expr;
  const [field] = expr.args;
  if (expr.name === "has" && field?.kind === "select") {
    return isReadable(field.operand, env) && knownOf(field, env) === "absent" ? literal(false, expr) : expr;
  }
  const inner = insideOf(expr, env);
  return folded({
    ...expr,
    ...(expr.target && { target: reduced(expr.target, env) }),
    args: expr.args.map((arg) => reduced(arg, inner)),
  });
}

/**
 * Returns the environment for the arguments of a call. The variables of a macro are its elements, whose schema is known
 * only for a list.
 */
function insideOf({ name, target, args }: Call, env: Environment): Environment {
  const names = target ? args.slice(0, variablesOf(name, args)) : [];
  const element = target && names.length === 1 && OVER_ITEMS.has(name) ? itemOf(knownOf(target, env)) : undefined;
  const bound = names.flatMap((arg): [string, Known][] => (arg.kind === "ident" ? [[arg.name, element]] : []));
  return bound.length === 0 ? env : { ...env, variables: new Map([...env.variables, ...bound]) };
}

/** Macros with one variable for the items of a list. The variables of other macros are unknown. */
const OVER_ITEMS: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "filter", "map"]);

/** Simplifies a call whose operands decide its result. */
function folded(call: Call): Expr {
  const [left, right, third] = call.args;
  const [a, b] = [left, right].map((operand) => operand && boolOf(operand));
  switch (call.name) {
    case "!_":
      return a === undefined ? call : literal(!a, call);
    case "_&&_":
    case "_||_": {
      const decisive = call.name === "_||_";
      if (a === decisive || b === decisive) return literal(decisive, call);
      if (a === undefined && b === undefined) return call;
      return (a === undefined ? left : right) ?? call;
    }
    case "_==_":
      return a === undefined || b === undefined ? call : literal(a === b, call);
    case "_?_:_":
      return a === undefined ? call : ((a ? right : third) ?? call);
    default:
      return call;
  }
}

function boolOf(expr: Expr): Truth {
  return expr.kind === "literal" && expr.value.type === "bool" ? expr.value.value : undefined;
}

function literal(value: boolean, { at, length }: Expr): Expr {
  return { kind: "literal", value: { type: "bool", value }, at, length };
}

/** Reports whether an expression has the wanted result with and without each optional field that it tests for. */
function isAlways(wanted: boolean, expr: Expr, env: Environment): boolean {
  const asked = optionalFields(expr, env);
  if (asked.length > MOST_OPTIONAL) return truthOf(expr, env) === wanted;
  return casesOf(asked).every(
    (taken) => truthOf(expr, { ...env, taken: new Map([...env.taken, ...taken]) }) === wanted,
  );
}

function casesOf(paths: readonly string[]): [string, boolean][][] {
  return paths.reduce<[string, boolean][][]>(
    (cases, path) => cases.flatMap((taken) => [true, false].map((is): [string, boolean][] => [...taken, [path, is]])),
    [[]],
  );
}

/**
 * Returns the paths in `has(…)` whose fields an older object can have or lack, and about which no assumption exists
 * yet.
 */
function optionalFields(expr: Expr, env: Environment): string[] {
  if (expr.kind !== "call") return [];
  const own = expr.name === "has" ? expr.args.filter((arg) => arg.kind === "select") : [];
  const optional = own.filter((field) => isDeclared(knownOf(field, env)) && presenceOf(field, env) === undefined);
  const paths = optional.map(memberPath).filter((path) => path !== undefined);
  return [...new Set([...paths, ...expr.args.flatMap((arg) => optionalFields(arg, env))])];
}

/** Returns the path of a chain of fields that starts at a variable. */
function memberPath(expr: Expr): string | undefined {
  if (expr.kind === "ident") return expr.name;
  if (expr.kind !== "select" || expr.optional) return undefined;
  const operand = memberPath(expr.operand);
  return operand === undefined ? undefined : `${operand}.${expr.field}`;
}

function truthOf(expr: Expr, env: Environment): Truth {
  if (expr.kind !== "call") return boolOf(expr);
  const [left, right, third] = expr.args;
  switch (expr.name) {
    case "!_":
      return left && not(truthOf(left, env));
    case "_&&_":
      return both(left && truthOf(left, env), right && truthOf(right, env));
    case "_||_":
      return not(both(not(left && truthOf(left, env)), not(right && truthOf(right, env))));
    case "_?_:_":
      return left && right && third
        ? conditional(truthOf(left, env), truthOf(right, env), truthOf(third, env))
        : undefined;
    case "_==_":
      return left && right ? equal(left, right, env) : undefined;
    case "_!=_":
      return left && right ? not(equal(left, right, env)) : undefined;
    case "has":
      return left?.kind === "select" && isReadable(left.operand, env) ? presenceOf(left, env) : undefined;
    case "all":
      return macroTruth(expr, env, true);
    case "exists":
      return macroTruth(expr, env, false);
    default:
      return undefined;
  }
}

function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

function both(a: Truth, b: Truth): Truth {
  if (a === false || b === false) return false;
  return a === true && b === true ? true : undefined;
}

/** Evaluates a conditional. If the condition is unknown, it can be an error, and so can the result. */
function conditional(condition: Truth, yes: Truth, no: Truth): Truth {
  if (condition === undefined) return undefined;
  return condition ? yes : no;
}

/** Compares two known truths, or a field with a string that its older enum does not contain. */
function equal(left: Expr, right: Expr, env: Environment): Truth {
  const [a, b] = [truthOf(left, env), truthOf(right, env)];
  if (a !== undefined && b !== undefined) return a === b;
  return isNewText(left, right, env) || isNewText(right, left, env) ? false : undefined;
}

function isNewText(field: Expr, literal: Expr, env: Environment): boolean {
  if (literal.kind !== "literal" || literal.value.type !== "string") return false;
  const known = isReadable(field, env) ? knownOf(field, env) : undefined;
  return isDeclared(known) && known.schema.enum?.includes(literal.value.value) === false;
}

/** Evaluates a macro over all items: true for all of them, or false for any of them, whatever the items are. */
function macroTruth(expr: Call, env: Environment, wanted: boolean): Truth {
  const [variable, body] = expr.args;
  if (!expr.target || variable?.kind !== "ident" || !body || expr.args.length !== 2) return undefined;
  if (!isReadable(expr.target, env)) return undefined;
  const { name } = variable;
  const taken = [...env.taken].filter(([path]) => !path.startsWith(`${name}.`));
  const variables = new Map([...env.variables, [name, itemOf(knownOf(expr.target, env))]]);
  return isAlways(wanted, body, { variables, taken: new Map(taken) }) ? wanted : undefined;
}

/**
 * Returns the schema of a macro's variable: an item of a list. For a map it is a key, which has no schema here. Null
 * has nothing to read.
 */
function itemOf(known: Known): Known {
  const item = isDeclared(known) && known.type.kind === "list" ? known.element : undefined;
  return item?.schema.nullable === true ? undefined : item;
}

function isDeclared(known: Known): known is DeclType {
  return typeof known === "object";
}

/** Reports whether every older object has the values that an expression reads, so reading them is not an error. */
function isReadable(expr: Expr, env: Environment): boolean {
  if (expr.kind === "ident") return env.variables.has(expr.name);
  return expr.kind === "select" && isReadable(expr.operand, env) && presenceOf(expr, env) === true;
}

/** Reports whether older objects have a field, provided that they have the object that contains it. */
function presenceOf(field: Select, env: Environment): Truth {
  const known = knownOf(field, env);
  if (known === "absent") return false;
  const owner = knownOf(field.operand, env);
  if (!isDeclared(known) || !isDeclared(owner) || field.optional) return undefined;
  const isRequired = owner.schema.required?.includes(fieldIn(owner, field.field).name);
  if ((isRequired || hasDefault(known.schema)) && known.schema.nullable !== true) return true;
  const path = memberPath(field);
  return path === undefined ? undefined : env.taken.get(path);
}

function knownOf(expr: Expr, env: Environment): Known {
  if (expr.kind === "ident") return env.variables.get(expr.name);
  if (expr.kind !== "select") return undefined;
  const operand = knownOf(expr.operand, env);
  return isDeclared(operand) ? fieldIn(operand, expr.field).type : undefined;
}
