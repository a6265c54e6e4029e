import { readExpression } from "../../scripts/kubernetes/cel/syntax/read.js";
import type { Expr } from "../../scripts/kubernetes/cel/syntax/tree.js";

/** Parses an expression. Throws if it is not valid. */
export function parseCel(source: string): Expr {
  const { expr, problem } = readExpression(source);
  if (!expr) throw new Error(`${problem.message} at ${problem.offset}: ${source}`);
  return expr;
}
