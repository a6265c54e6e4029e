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
  const results = [use === "rule" ? BOOL : STRING];
  const { checked, problems } = compileWith({ source, variables: variablesOf(expression), results }, environment);
  if (!checked) return { problems };
  const { cost, unbounded } = estimate(checked, self, environment.server);
  return { compiled: { checked, usesOldSelf: checked.usesOldSelf, cost, unbounded } };
}

/** Expression about any variables. */
export interface VariableExpression {
  readonly source: string;
  /** Types of the variables, by their names. A name can contain dots. */
  readonly variables: ReadonlyMap<string, Type>;
  /** Types that the result can have. Omitted if it can have any. */
  readonly results?: readonly Type[];
}

/**
 * Compiles an expression about any variables, without an estimate of its cost, which depends on schemas. Returns its
 * type errors, at most `MOST_PROBLEMS`, or the first problem of the syntax, with places in code points of the source.
 */
export function compileWith({ source, variables, results }: VariableExpression, environment: Environment): CheckResult {
  const found = checkWith(source, variables, environment);
  if (!found.checked) return found;
  const invalid = validate(found.checked, environment.minor);
  if (invalid.length > 0) return { problems: invalid.slice(0, MOST_PROBLEMS) };
  const { type } = found.checked;
  if (!results || results.some(({ kind }) => kind === type.kind)) return found;
  const names = results.map(({ name }) => name).join(" or ");
  const message = `the result must be a ${names}, but is ${printType(type)}`;
  return { problems: [problemAt({ at: 0, length: [...source].length }, message)] };
}

/** Finds the types in an expression. Returns its type errors, at most `MOST_PROBLEMS`, or the first problem of the syntax. */
export function checkTypes(expression: Omit<Expression, "use">, environment: Environment): CheckResult {
  return checkWith(expression.source, variablesOf(expression), environment);
}

function checkWith(source: string, variables: ReadonlyMap<string, Type>, environment: Environment): CheckResult {
  const { core, problem } = readExpression(source, environment);
  if (problem) return { problems: [problem] };
  const result = check(core, variables, environment);
  return result.checked ? result : { problems: result.problems.slice(0, MOST_PROBLEMS) };
}

function variablesOf({ self, optionalOldSelf }: Omit<Expression, "use">): ReadonlyMap<string, Type> {
  return new Map([
    ["self", self.type],
    ["oldSelf", optionalOldSelf ? optionalOf(self.type) : self.type],
  ]);
}
