/** Compiles rules. Source: k8s.io/apiextensions-apiserver, pkg/apiserver/schema/cel/compilation.go. */
import { type CheckResult, check } from "../check/check.js";
import type { Checked } from "../check/checked.js";
import { estimate } from "../cost/estimate.js";
import type { Environment } from "../environment/environment.js";
import { type ExpressionProblem, MOST_PROBLEMS, problemAt } from "../syntax/problem.js";
import { readExpression } from "../syntax/read.js";
import type { DeclType } from "../types/decl-type.js";
import { BOOL, optionalOf, printType, STRING, type Type } from "../types/type.js";
import { validate } from "./validate.js";

export interface Expression {
  readonly source: string;
  /** Type of the value that `self` and `oldSelf` stand for. */
  readonly self: DeclType;
  /** `rule` must be a bool, and `messageExpression` a string. */
  readonly use: "rule" | "messageExpression";
  /** True if `oldSelf` is optional, because the rule also applies to new values. */
  readonly optionalOldSelf: boolean;
}

export interface Compiled {
  readonly checked: Checked;
  readonly usesOldSelf: boolean;
  /** Highest estimated cost of one evaluation. */
  readonly cost: bigint;
  /** Values whose size no bound limits, although the cost depends on it. */
  readonly unbounded: ReadonlySet<DeclType>;
}

export type Compilation =
  | { readonly compiled: Compiled; readonly problems?: never }
  | { readonly compiled?: never; readonly problems: readonly ExpressionProblem[] };

/**
 * Compiles an expression. Returns its type errors, at most `MOST_PROBLEMS`, or the first problem of the syntax, with
 * places in code points of the source.
 */
export function compile(expression: Expression, environment: Environment): Compilation {
  const { source, self, use } = expression;
  const { checked, problems } = checkTypes(expression, environment);
  if (!checked) return { problems };
  const invalid = validate(checked, environment.minor);
  if (invalid.length > 0) return { problems: invalid.slice(0, MOST_PROBLEMS) };
  const wanted = use === "rule" ? BOOL : STRING;
  if (checked.type.kind !== wanted.kind) {
    const message = `the result must be a ${wanted.name}, but is ${printType(checked.type)}`;
    return { problems: [problemAt({ at: 0, length: [...source].length }, message)] };
  }
  const { cost, unbounded } = estimate(checked, self, environment.server);
  return { compiled: { checked, usesOldSelf: checked.usesOldSelf, cost, unbounded } };
}

/** Finds the types in an expression. Returns its type errors, at most `MOST_PROBLEMS`, or the first problem of the syntax. */
export function checkTypes(expression: Omit<Expression, "use">, environment: Environment): CheckResult {
  const { core, problem } = readExpression(expression.source, environment);
  if (problem) return { problems: [problem] };
  const result = check(core, variablesOf(expression), environment);
  return result.checked ? result : { problems: result.problems.slice(0, MOST_PROBLEMS) };
}

function variablesOf({ self, optionalOldSelf }: Omit<Expression, "use">): ReadonlyMap<string, Type> {
  return new Map([
    ["self", self.type],
    ["oldSelf", optionalOldSelf ? optionalOf(self.type) : self.type],
  ]);
}
