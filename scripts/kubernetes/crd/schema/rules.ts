import { RULE_REASONS, rulesOf, type StructuralSchema } from "../../../core/model/schema.js";
import { isBlank, trimSpace } from "../../../core/white-space.js";
import { findField } from "../field-path.js";
import { type CrdProblem, type Path, problem } from "../problem.js";
import { eachNode } from "../rule.js";

interface Rule {
  readonly rule?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
}

/**
 * Checks the fields of validation rules, except their CEL expressions.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (ValidateCustomResourceDefinitionOpenAPISchema).
 */
export const validationRulesRule = eachNode(({ schema, path }) =>
  rulesOf(schema).flatMap((rule, index) => {
    const place = [...path, "x-kubernetes-validations", index];
    return [...textProblems(rule, place), ...reasonProblems(rule, place), ...fieldPathProblems(rule, schema, place)];
  }),
);

const LINE_BREAK = /[\n\r]/;

function textProblems(rule: Rule, path: Path): CrdProblem[] {
  const { rule: expression = "", messageExpression = "" } = rule;
  const isBlankExpression = messageExpression !== "" && isBlank(messageExpression);
  return [
    ...(isBlank(expression) ? [problem("rule-missing", {}, [...path, "rule"])] : messageProblems(rule, path)),
    ...(isBlankExpression ? [messageProblem("messageExpression", BLANK, path)] : []),
  ];
}

function messageProblems({ rule = "", message = "" }: Rule, path: Path): CrdProblem[] {
  if (message !== "" && isBlank(message)) return [messageProblem("message", BLANK, path)];
  if (hasLineBreak(message)) return [messageProblem("message", SEVERAL_LINES, path)];
  const isMissing = message === "" && hasLineBreak(rule);
  return isMissing ? [messageProblem("message", "it is required, because the rule has several lines", path)] : [];
}

function messageProblem(part: "message" | "messageExpression", cause: string, path: Path): CrdProblem {
  return problem("rule-message", { part, problem: cause }, [...path, part]);
}

const BLANK = "it must not be blank";
const SEVERAL_LINES = "it must be one line";

function hasLineBreak(text: string): boolean {
  return LINE_BREAK.test(trimSpace(text));
}

function reasonProblems({ reason }: Rule, path: Path): CrdProblem[] {
  if (reason === undefined || RULE_REASONS.includes(reason)) return [];
  return [problem("rule-reason", { reason, reasons: RULE_REASONS.join(", ") }, [...path, "reason"])];
}

function fieldPathProblems({ fieldPath = "" }: Rule, schema: StructuralSchema, path: Path): CrdProblem[] {
  const cause = fieldPath === "" ? undefined : fieldPathCause(fieldPath, schema);
  return cause === undefined ? [] : [problem("rule-field-path", { fieldPath, problem: cause }, [...path, "fieldPath"])];
}

function fieldPathCause(fieldPath: string, schema: StructuralSchema): string | undefined {
  if (isBlank(fieldPath)) return BLANK;
  if (LINE_BREAK.test(fieldPath)) return SEVERAL_LINES;
  const found = findField(schema, fieldPath, { brackets: true });
  return "problem" in found ? found.problem : undefined;
}
