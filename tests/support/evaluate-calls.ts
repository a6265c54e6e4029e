import type { Expr } from "../../scripts/kubernetes/cel/syntax/tree.js";
import { literalValue } from "../../scripts/kubernetes/cel/values/literal.js";
import { Failure, type Library, listValue, type Value } from "../../scripts/kubernetes/cel/values/value.js";
import { parseCel } from "./parse-cel.js";

/**
 * Evaluates an expression that contains only literals, lists and calls, with the functions of some libraries. Returns
 * the message of a failure as a string that starts with `error: `.
 */
export function evaluateCalls(source: string, libraries: readonly Library[]): Value {
  try {
    return evaluate(parseCel(source), libraries);
  } catch (error) {
    if (error instanceof Failed) return `error: ${error.message}`;
    throw error;
  }
}

class Failed extends Error {}

function evaluate(expr: Expr, libraries: readonly Library[]): Value {
  switch (expr.kind) {
    case "literal":
      return literalValue(expr.value);
    case "list":
      return listValue(expr.items.map(({ value }) => evaluate(value, libraries)));
    case "call": {
      const args = [...(expr.target ? [expr.target] : []), ...expr.args].map((arg) => evaluate(arg, libraries));
      const named = libraries.map(({ functions, methods }) => (expr.target ? methods : functions)[expr.name]);
      const result = named.map((call) => call?.(...args)).find((found) => found !== undefined);
      if (result === undefined) throw new Failed("no overload");
      if (result instanceof Failure) throw new Failed(result.message);
      return result;
    }
    default:
      throw new Error(`not a call or a literal: ${expr.kind}`);
  }
}
