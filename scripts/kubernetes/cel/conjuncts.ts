/**
 * Compares rules by meaning, whatever their layout: `a && b` requires the same as `b && a`, as `(a) && b`, and as two
 * rules with one condition each.
 *
 * In CEL, the order of the operands of && and || does not matter, even if one is an error: false && error is false in
 * either order. De Morgan's laws therefore hold as well. Only laws that do not depend on values are used here.
 */
import { childExpressions, type Expr } from "./syntax/tree.js";

/** Returns the conditions that must all be true for a rule to be true: the operands of its outermost &&. */
export function conjunctsOf(rule: Expr): Expr[] {
  return operandsOf("_&&_", withInnerNegation(rule, false));
}

/**
 * Returns a string that is equal for expressions that differ only in layout or in the order of the operands of && and
 * ||.
 */
export function meaningOf(expr: Expr): string {
  switch (expr.kind) {
    case "literal":
      return literalMeaning(expr);
    case "ident":
      return `$${expr.name}`;
    case "select":
      return JSON.stringify([expr.optional ? ".?" : ".", meaningOf(expr.operand), expr.field]);
    case "index":
      return JSON.stringify([expr.optional ? "[?" : "[", meaningOf(expr.operand), meaningOf(expr.index)]);
    case "list":
      return JSON.stringify(["list", ...expr.items.map(({ value }) => meaningOf(value))]);
    case "map":
      return JSON.stringify(["map", ...expr.entries.map(({ key, value }) => [meaningOf(key), meaningOf(value)])]);
    case "call":
      return callMeaning(expr);
  }
}

/** Reports whether an expression reads a variable of this name anywhere. */
export function mentions(expr: Expr, name: string): boolean {
  if (expr.kind === "ident") return expr.name === name;
  return childExpressions(expr).some((part) => mentions(part, name));
}

type Call = Extract<Expr, { kind: "call" }>;

function literalMeaning({ value }: Extract<Expr, { kind: "literal" }>): string {
  return JSON.stringify([value.type, "value" in value ? String(value.value) : ""]);
}

function callMeaning(expr: Call): string {
  if (expr.name === "_&&_" || expr.name === "_||_") {
    const operands = operandsOf(expr.name, expr).map((operand) => meaningOf(withInnerNegation(operand, false)));
    return JSON.stringify([expr.name, ...[...new Set(operands)].sort()]);
  }
  const target = expr.target ? [meaningOf(expr.target)] : [];
  const args = expr.args.map((arg) => meaningOf(withInnerNegation(arg, false)));
  return JSON.stringify([expr.name, target, args]);
}

/** Returns all operands that one operator joins, whatever their nesting. */
function operandsOf(name: "_&&_" | "_||_", expr: Expr): Expr[] {
  return expr.kind === "call" && expr.name === name ? expr.args.flatMap((arg) => operandsOf(name, arg)) : [expr];
}

/** Returns an expression, or its negation, with every ! moved as far inside as possible. */
function withInnerNegation(expr: Expr, isNegated: boolean): Expr {
  if (expr.kind === "call" && !expr.target) {
    const [first] = expr.args;
    if (expr.name === "!_" && first) return withInnerNegation(first, !isNegated);
    if (expr.name === "_&&_" || expr.name === "_||_") {
      const args = expr.args.map((arg) => withInnerNegation(arg, isNegated));
      return { ...expr, name: isNegated ? OPPOSITES[expr.name] : expr.name, args };
    }
  }
  return isNegated ? { kind: "call", name: "!_", args: [expr], at: expr.at, length: expr.length } : expr;
}

const OPPOSITES = { "_&&_": "_||_", "_||_": "_&&_" } as const;
