import { childExpressions, type Expr, type Span } from "./tree.js";

/** Maximum nesting that the API server allows, which also protects the stack. Source: google/cel-go, parser/parser.go. */
export const MAX_DEPTH = 250;
/** Maximum length in code points that the API server parses. Source: google/cel-go, parser/parser.go. */
export const MAX_LENGTH = 100_000;

export const tooDeep = `it must not be nested more than ${MAX_DEPTH} levels deep`;

/** Calls that add no level: chains of `&&` and `||` are balanced, and signs do not contain each other. */
const WITHOUT_LEVEL = new Set(["_&&_", "_||_", "!_", "-_"]);

/**
 * Returns the first part that is nested too deeply. A chain such as `a + b + c` or `a.b.c` nests each part in the next.
 * Source: google/cel-go, parser/parser.go (Visit).
 */
export function tooDeepAt(root: Expr): Span | undefined {
  const open: { expr: Expr; depth: number }[] = [{ expr: root, depth: levelOf(root) }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { expr, depth } = next;
    if (depth > MAX_DEPTH) return expr;
    for (const part of childExpressions(expr)) open.push({ expr: part, depth: depth + levelOf(part) });
  }
  return undefined;
}

function levelOf(expr: Expr): 0 | 1 {
  if (expr.kind === "select" || expr.kind === "index") return 1;
  if (expr.kind !== "call" || WITHOUT_LEVEL.has(expr.name)) return 0;
  const isOperator = /[^\w.]/.test(expr.name);
  return expr.target || isOperator ? 1 : 0;
}
