/**
 * Checks the expressions of all rules of a structural schema, as the API server does when it validates a CRD. Blank
 * expressions are skipped: they are a problem of the schema. Source:
 * k8s.io/apiextensions-apiserver, pkg/apis/apiextensions/validation/validation.go.
 */
import type { StructuralSchema, ValidationRule } from "../../../core/model/schema.js";
import { isBlank } from "../../../core/white-space.js";
import { fieldInWords } from "../../schema-field.js";
import type { Expression } from "../compile/compile.js";
import { add, multiply } from "../cost/size.js";
import { type Environment, environmentOf } from "../environment/environment.js";
import type { ExpressionProblem } from "../syntax/problem.js";
import { type DeclType, MAX_REQUEST_BYTES } from "../types/decl-type.js";
import { type Analysis, type Analyze, analyzerOf } from "./analysis.js";
import { nearestField } from "./field.js";
import type { RuleProblem } from "./problem.js";
import { type MissingBound, type RuleScope, ruleScopes, type SchemaPath } from "./walk.js";

/** Highest cost of one expression, and of all expressions of a version. */
export const EXPRESSION_COST_LIMIT = 10_000_000n;
export const SCHEMA_COST_LIMIT = 100_000_000n;

/** Highest cost of an expression. */
export interface ExpressionCost {
  /** Path of the expression in the schema. */
  readonly path: SchemaPath;
  /** Cost of one evaluation. */
  readonly cost: bigint;
  /** Number of evaluations for one object. Messages are evaluated once. */
  readonly cardinality: bigint;
  /** Cost of all evaluations, which the limits apply to. */
  readonly total: bigint;
  /** The missing bound that contributes most. */
  readonly missing?: MissingBound;
}

export interface SchemaRules {
  readonly problems: readonly RuleProblem[];
  /** Mistakes in rules that the API server accepts. */
  readonly advice: readonly RuleProblem[];
  readonly costs: readonly ExpressionCost[];
  /** Sum of all costs. */
  readonly total: bigint;
}

/** Parts of the replaced CRD that an update keeps. The API server applies fewer checks to them. */
export interface Kept {
  /** All rules and message expressions of the replaced CRD. They can use every feature of the API server. */
  readonly expressions: Readonly<Record<Expression["use"], ReadonlySet<string>>>;
  /** True if the schema is unchanged. The limit of one expression does not apply to it, but the limit of all does. */
  readonly isUnchanged: boolean;
}

const NOTHING: Kept = { expressions: { rule: new Set(), messageExpression: new Set() }, isUnchanged: false };

/**
 * Checks the rules of the schema of a version in an API server, given by its minor version. `kept` is unset if the CRD
 * is new.
 */
export function checkSchemaRules(schema: StructuralSchema, server: number, kept: Kept = NOTHING): SchemaRules {
  const update: Update = { ...kept, server };
  const problems: RuleProblem[] = [];
  const advice: RuleProblem[] = [];
  const costs: ExpressionCost[] = [];
  for (const scope of ruleScopes(schema, server)) {
    const analyze = scope.self && analyzerOf(scope.self);
    for (const [index, rule] of scope.rules.entries()) {
      const path = [...scope.path, "x-kubernetes-validations", index];
      const found = checkRule({ ...rule, rule: rule.rule ?? "" }, { scope, analyze, update }); // decoding omits what is empty
      problems.push(...found.problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] })));
      advice.push(...found.advice.map((problem) => ({ ...problem, path: [...path, ...problem.path] })));
      costs.push(...found.costs.map((cost) => ({ ...cost, path: [...path, ...cost.path] })));
    }
  }
  const total = costs.reduce((sum, cost) => add(sum, cost.total), 0n);
  if (isTooExpensiveInTotal(costs, kept)) {
    const args = { cost: String(total), limit: String(SCHEMA_COST_LIMIT) };
    problems.push({ code: "rule-cost-total", args, path: [] });
  }
  return { problems, advice, costs, total };
}

/** Reports whether the rules cost too much even if those that are reported for their own cost are corrected. */
function isTooExpensiveInTotal(costs: readonly ExpressionCost[], { isUnchanged }: Kept): boolean {
  const lowest = ({ total }: ExpressionCost) => (total > EXPRESSION_COST_LIMIT && !isUnchanged ? 0n : total);
  return costs.reduce((sum, cost) => add(sum, lowest(cost)), 0n) > SCHEMA_COST_LIMIT;
}

interface Update extends Kept {
  /** Minor version of the API server. */
  readonly server: number;
}

interface RuleResult {
  readonly problems: readonly RuleProblem[];
  readonly advice: readonly RuleProblem[];
  readonly costs: readonly ExpressionCost[];
}

/** Input of the results of a rule. */
interface Surroundings {
  readonly scope: RuleScope;
  /** Unset if CEL has no type for the values. */
  readonly analyze: Analyze | undefined;
  readonly update: Update;
}

/** Checks one rule. Paths are relative to the rule. */
function checkRule(rule: ValidationRule, { scope, analyze, update }: Surroundings): RuleResult {
  const none = { problems: [], advice: [], costs: [] };
  if (!analyze) return { ...none, problems: [{ code: "rule-untyped", args: {}, path: ["rule"] }] };
  const source = expressionOf(rule, "rule");
  if (source === undefined) return none;
  const optionalOldSelf = rule.optionalOldSelf === true;
  const analyzed = analyzedPart({ source, use: "rule", optionalOldSelf }, { scope, analyze, update });
  if (!analyzed.analysis) return { ...none, problems: analyzed.problems };
  const problems = [...analyzed.problems, ...oldSelfProblems(rule, scope, analyzed.analysis)];
  const advice = [...constantAdvice(analyzed.analysis), ...hiddenReads(analyzed.analysis, "rule")];
  const messageExpression = expressionOf(rule, "messageExpression");
  if (messageExpression === undefined) return { problems, advice, costs: analyzed.costs };
  const expression = { source: messageExpression, use: "messageExpression", optionalOldSelf } as const;
  const once: RuleScope = { ...scope, cardinality: 1n, unbounded: undefined };
  const message = analyzedPart(expression, { scope: once, analyze, update });
  return {
    problems: [...problems, ...message.problems],
    advice: [...advice, ...(message.analysis ? hiddenReads(message.analysis, "messageExpression") : [])],
    costs: [...analyzed.costs, ...message.costs],
  };
}

/** Returns the environment of an expression. If it is kept, that is the environment of stored expressions. */
function environmentFor(source: string, part: Expression["use"], { expressions, server }: Update): Environment {
  return expressions[part].has(source) ? environmentOf(server, server) : environmentOf(server);
}

/** Returns an expression of a rule, or undefined if it is omitted or blank. */
function expressionOf(rule: ValidationRule, part: Expression["use"]): string | undefined {
  const source = rule[part];
  return typeof source === "string" && !isBlank(source) ? source : undefined;
}

function constantAdvice({ constant }: Analysis): RuleProblem[] {
  if (constant === undefined) return [];
  return [{ code: constant ? "rule-always-true" : "rule-always-false", args: {}, path: ["rule"] }];
}

function hiddenReads({ hidden }: Analysis, part: Expression["use"]): RuleProblem[] {
  return hidden.map((problem) => expressionProblem(problem, part));
}

interface Part extends Omit<RuleResult, "advice"> {
  readonly analysis?: Analysis;
}

/** Analyzes one expression of a rule. */
function analyzedPart(
  expression: Omit<Expression, "self">,
  { scope, analyze, update }: Surroundings & { readonly analyze: Analyze },
): Part {
  const part = expression.use;
  const { analysis, problems } = analyze(expression, environmentFor(expression.source, part, update));
  if (!analysis) return { problems: problems.map((problem) => expressionProblem(problem, part)), costs: [] };
  const cost = expressionCost(analysis, scope, part);
  const isTooCostly = cost.total > EXPRESSION_COST_LIMIT && !update.isUnchanged;
  return { analysis, costs: [cost], problems: isTooCostly ? [costProblem(cost, part)] : [] };
}

function expressionProblem(problem: ExpressionProblem, part: Expression["use"]): RuleProblem {
  const { kind, message, field, offset, length } = problem;
  const place = { path: [part], offset, length };
  if (field) {
    const near = nearestField(field);
    const args = { field: field.name, ...(near !== undefined && { nearest: near }) };
    return { code: "rule-field-unknown", args, ...place };
  }
  return { code: kind === "syntax" ? "rule-syntax" : "rule-type", args: { part, problem: message }, ...place };
}

function costProblem({ total, missing }: ExpressionCost, part: Expression["use"]): RuleProblem {
  const bound = missing && `${missing.keyword} at ${fieldInWords(missing.path)}`;
  const args = { part, cost: String(total), limit: String(EXPRESSION_COST_LIMIT), ...(bound && { bound }) };
  return { code: "rule-cost", args, path: [part] };
}

function oldSelfProblems(rule: ValidationRule, { uncorrelated }: RuleScope, { usesOldSelf }: Analysis): RuleProblem[] {
  if (usesOldSelf && uncorrelated) {
    return [{ code: "rule-old-self", args: { within: fieldInWords(uncorrelated) }, path: ["rule"] }];
  }
  const isIdle = !usesOldSelf && rule.optionalOldSelf !== undefined;
  return isIdle ? [{ code: "rule-optional-old-self", args: {}, path: ["optionalOldSelf"] }] : [];
}

// Costs

function expressionCost({ cost, missing: inner }: Analysis, scope: RuleScope, part: Expression["use"]): ExpressionCost {
  const cardinality = scope.cardinality ?? mostIn(scope.self as DeclType);
  const outerFactor = scope.unbounded ? Number(cardinality) : 1;
  const isInner = inner && inner.factor > outerFactor;
  const missing = isInner ? { keyword: inner.keyword, path: [...scope.path, ...inner.path] } : scope.unbounded;
  return { path: [part], cost, cardinality, total: multiply(cost, cardinality), ...(missing && { missing }) };
}

/** Returns how many values of the shortest size an object can contain, each with a comma. */
function mostIn({ minSerializedSize }: DeclType): bigint {
  return BigInt(Math.floor(MAX_REQUEST_BYTES / (minSerializedSize + 1)));
}
