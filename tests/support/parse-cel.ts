import { parse } from "../../scripts/kubernetes/cel/syntax/parse.js";
import type { Expr } from "../../scripts/kubernetes/cel/syntax/tree.js";

/** API server that reads no names in backticks. */
const SERVER = 36;

/** Parses an expression. Throws if it is not valid. */
export function parseCel(source: string): Expr {
  const { expr, problem } = parse(source, SERVER);
  if (!expr) throw new Error(`${problem.message} at ${problem.offset}: ${source}`);
  return expr;
}
