/**
 * Rules by what they mean, whatever their layout: `a && b` asks for the same as `b && a`, as `(a) && b`, and as two rules
 * of which one asks for each. CEL's && and || yield the same in any order, errors included: false && error is false on
 * either side. So do the laws of De Morgan hold, and only those that need no values are used here.
 */
import { childExpressions, type Expr } from "./syntax.js";

/** The conditions of a rule, all of which must be true: what stands between its outermost &&. */
export function conjunctsOf(rule: Expr): Expr[] {
  return operandsOf("_&&_", withInnerNegation(rule, false));
}

/** The same string for expressions that differ only in layout, or in the order of what && and || join. */
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
      return JSON.stringify(["list", ...expr.items.map(meaningOf)]);
    case "map":
      return JSON.stringify(["map", ...expr.entries.map(({ key, value }) => [meaningOf(key), meaningOf(value)])]);
    case "call":
      return callMeaning(expr);
  }
}

/** Whether an expression reads a variable of this name anywhere. */
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

/** What one operator joins, however it is nested. */
function operandsOf(name: "_&&_" | "_||_", expr: Expr): Expr[] {
  return expr.kind === "call" && expr.name === name ? expr.args.flatMap((arg) => operandsOf(name, arg)) : [expr];
}

/** The expression, or its opposite, with every ! as far inside as it goes. */
function withInnerNegation(expr: Expr, isNegated: boolean): Expr {
  if (expr.kind === "call" && !expr.target) {
    const [first] = expr.args;
    if (expr.name === "!_" && first) return withInnerNegation(first, !isNegated);
    if (expr.name === "_&&_" || expr.name === "_||_") {
      const args = expr.args.map((arg) => withInnerNegation(arg, isNegated));
      return { ...expr, name: isNegated ? OPPOSITES[expr.name] : expr.name, args };
    }
  }
  return isNegated ? { kind: "call", name: "!_", args: [expr], at: expr.at } : expr;
}

const OPPOSITES = { "_&&_": "_||_", "_||_": "_&&_" } as const;
