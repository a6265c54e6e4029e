/**
 * Evaluates a rule for one value. The result is undecided if it depends on types that JSON does not have (timestamps,
 * quantities, addresses) or on functions that are not listed here.
 */
import { isJsonArray, isJsonObject, type Json, sameJson } from "../../core/model/json.js";
import { compiledPattern } from "../re2/pattern.js";
import { variablesOf } from "./syntax/macros.js";
import type { Expr } from "./syntax/tree.js";

/** Result: a value, an error (for which the API server also rejects the object), or `open` if undecided. */
type Outcome = { readonly value: Json } | "error" | "open";
type Variables = ReadonlyMap<string, Json>;
type Call = Extract<Expr, { kind: "call" }>;

/** Reports whether a rule is true for a value and its old value, or returns undefined if that is undecided. */
export function isTrueFor(rule: Expr, self: Json, oldSelf?: Json): boolean | undefined {
  const outcome = evaluate(
    rule,
    new Map([["self", self], ...(oldSelf === undefined ? [] : [["oldSelf", oldSelf] as const])]),
  );
  if (outcome === "open") return undefined;
  return outcome !== "error" && outcome.value === true;
}

function evaluate(expr: Expr, variables: Variables): Outcome {
  switch (expr.kind) {
    case "literal":
      return literal(expr);
    case "ident": {
      const value = variables.get(expr.name);
      return value === undefined ? "open" : { value };
    }
    case "select":
      return expr.optional ? "open" : withValues([expr.operand], variables, ([on]) => select(on, expr.field));
    case "index":
      return expr.optional ? "open" : withValues([expr.operand, expr.index], variables, ([on, at]) => element(on, at));
    case "list":
      return withValues(
        expr.items.map((item) => item.value),
        variables,
        (value) => ({ value }),
      );
    case "map":
      return "open";
    case "call":
      return call(expr, variables);
  }
}

function literal({ value }: Extract<Expr, { kind: "literal" }>): Outcome {
  if (value.type === "null") return { value: null };
  if (value.type === "bytes") return "open";
  return typeof value.value === "bigint" ? numeric(Number(value.value)) : { value: value.value };
}

/**
 * Combines several values. An error in any of them is an error of the result. CEL does not guarantee an order of
 * evaluation.
 */
function withValues(exprs: readonly Expr[], variables: Variables, then: (values: Json[]) => Outcome): Outcome {
  const outcomes = exprs.map((expr) => evaluate(expr, variables));
  if (outcomes.includes("open")) return "open";
  if (outcomes.includes("error")) return "error";
  return then(valuesOf(outcomes));
}

function valuesOf(outcomes: readonly Outcome[]): Json[] {
  return outcomes.flatMap((outcome) => (typeof outcome === "object" ? [outcome.value] : []));
}

function bool(value: boolean): Outcome {
  return { value };
}

/** Returns a number only if JavaScript represents it exactly. */
function numeric(value: number): Outcome {
  return Number.isSafeInteger(value) ? { value } : "open";
}

function select(on: Json | undefined, name: string): Outcome {
  if (!isJsonObject(on)) return "error";
  const value = Object.hasOwn(on, name) ? on[name] : undefined;
  if (value !== undefined) return { value };
  return name.includes("__") ? "open" : "error";
}

function element(on: Json | undefined, at: Json | undefined): Outcome {
  if (isJsonObject(on)) {
    const value = typeof at === "string" && Object.hasOwn(on, at) ? on[at] : undefined;
    return value === undefined ? "error" : { value };
  }
  const value = isJsonArray(on) && typeof at === "number" ? on[at] : undefined;
  return value === undefined ? "error" : { value };
}

function call(expr: Call, variables: Variables): Outcome {
  const { name, target, args } = expr;
  const [first, second, third] = args;
  if (name === "_&&_") return every(args.map((arg) => evaluate(arg, variables)));
  if (name === "_||_") return not(every(args.map((arg) => not(evaluate(arg, variables)))));
  if (name === "!_" && first) return not(evaluate(first, variables));
  if (name === "_?_:_" && first && second && third) {
    return withValues([first], variables, ([is]) => evaluate(is === true ? second : third, variables));
  }
  if (name === "has" && first?.kind === "select") return hasField(first, variables);
  if (target && variablesOf(name, args) === 1) return macro(expr, target, variables);
  const operands = target ? [target, ...args] : args;
  return withValues(operands, variables, (values) => apply(name, values));
}

function hasField({ operand, field }: Extract<Expr, { kind: "select" }>, variables: Variables): Outcome {
  return withValues([operand], variables, ([on]) => {
    if (!isJsonObject(on)) return "error";
    return field.includes("__") ? "open" : bool(Object.hasOwn(on, field));
  });
}

function not(outcome: Outcome): Outcome {
  if (typeof outcome === "string") return outcome;
  return typeof outcome.value === "boolean" ? bool(!outcome.value) : "open";
}

/** Combines the operands of `&&`. A false operand hides errors and undecided operands. */
function every(outcomes: readonly Outcome[]): Outcome {
  if (outcomes.some((outcome) => typeof outcome === "object" && outcome.value === false)) return bool(false);
  if (outcomes.includes("open")) return "open";
  if (outcomes.includes("error")) return "error";
  return outcomes.every((outcome) => typeof outcome === "object" && outcome.value === true) ? bool(true) : "open";
}

function macro({ name, args }: Call, target: Expr, variables: Variables): Outcome {
  const [variable, body] = args;
  if (variable?.kind !== "ident" || !body || args.length !== 2) return "open";
  return withValues([target], variables, ([on]) => {
    const elements = isJsonArray(on) ? on : isJsonObject(on) ? Object.keys(on) : undefined;
    if (elements === undefined) return "open";
    const outcomes = elements.map((item) => evaluate(body, new Map([...variables, [variable.name, item]])));
    if (name === "all") return every(outcomes);
    if (name === "exists") return not(every(outcomes.map(not)));
    if (outcomes.includes("open")) return "open";
    if (outcomes.includes("error")) return "error";
    const values = valuesOf(outcomes);
    if (name === "map") return { value: values };
    const chosen = elements.filter((_, index) => values[index] === true);
    if (name === "filter") return { value: chosen };
    return name === "exists_one" ? bool(chosen.length === 1) : "open";
  });
}

function apply(name: string, values: readonly Json[]): Outcome {
  const [a, b] = values;
  if (a === undefined) return "open";
  if (name === "size" && values.length === 1) return size(a);
  if (b === undefined || values.length !== 2) return "open";
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  return operator?.(a, b) ?? "open";
}

const OPERATORS: Readonly<Record<string, (a: Json, b: Json) => Outcome>> = {
  "_==_": equal,
  "_!=_": (a, b) => not(equal(a, b)),
  "_<_": (a, b) => compare(a, b, (order) => order < 0),
  "_<=_": (a, b) => compare(a, b, (order) => order <= 0),
  "_>_": (a, b) => compare(a, b, (order) => order > 0),
  "_>=_": (a, b) => compare(a, b, (order) => order >= 0),
  "_+_": (a, b) => (typeof a === "string" && typeof b === "string" ? { value: a + b } : whole(a, b, (x, y) => x + y)),
  "_-_": (a, b) => whole(a, b, (x, y) => x - y),
  "@in": isIn,
  startsWith: (a, b) => strings(a, b, (text, part) => text.startsWith(part)),
  endsWith: (a, b) => strings(a, b, (text, part) => text.endsWith(part)),
  contains: (a, b) => strings(a, b, (text, part) => text.includes(part)),
  matches: (a, b) =>
    strings(a, b, (text, pattern) => {
      const compiled = compiledPattern(pattern);
      return compiled === undefined ? undefined : compiled.matcher(text).find();
    }),
};

/** Compares two values. Lists are undecided, because sets are equal in any order. */
function equal(a: Json, b: Json): Outcome {
  const isPlain = [a, b].every((value) => value === null || typeof value !== "object");
  return isPlain ? bool(sameJson(a, b)) : "open";
}

function compare(a: Json, b: Json, holds: (order: number) => boolean): Outcome {
  if (typeof a === "number" && typeof b === "number") return bool(holds(a - b));
  if (typeof a !== "string" || typeof b !== "string") return "open";
  const isPlain = [a, b].every((value) => /^[\x20-\x7e]*$/.test(value));
  return isPlain ? bool(holds(a < b ? -1 : a === b ? 0 : 1)) : "open";
}

function whole(a: Json, b: Json, make: (a: number, b: number) => number): Outcome {
  if (typeof a !== "number" || typeof b !== "number") return "open";
  return Number.isSafeInteger(a) && Number.isSafeInteger(b) ? numeric(make(a, b)) : "open";
}

function isIn(value: Json, container: Json): Outcome {
  if (isJsonObject(container)) return typeof value === "string" ? bool(Object.hasOwn(container, value)) : "open";
  if (!isJsonArray(container)) return "open";
  const found = container.map((item) => equal(item, value));
  return not(every(found.map(not)));
}

function strings(a: Json, b: Json, holds: (a: string, b: string) => boolean | undefined): Outcome {
  const is = typeof a === "string" && typeof b === "string" ? holds(a, b) : undefined;
  return is === undefined ? "open" : bool(is);
}

/** Returns the size of a value. CEL measures strings in code points. */
function size(value: Json): Outcome {
  if (typeof value === "string") return numeric([...value].length);
  if (Array.isArray(value)) return numeric(value.length);
  return isJsonObject(value) ? numeric(Object.keys(value).length) : "open";
}
