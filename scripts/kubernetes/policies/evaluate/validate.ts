/**
 * Evaluates a policy for one request and one parameter. Source: k8s.io/apiserver,
 * pkg/admission/plugin/policy/validating/validator.go, and pkg/admission/plugin/webhook/matchconditions/matcher.go.
 */
import { trimSpace } from "../../../core/white-space.js";
import { LONGEST_MESSAGE, TOTAL_LIMIT } from "../../cel/evaluate/limits.js";
import type { Result } from "../../cel/evaluate/program.js";
import { Failure, Unknown } from "../../cel/values/value.js";
import type { CompiledPolicy, PolicyValidation } from "../compile/policy.js";
import type { Path } from "../problem.js";
import { evaluateAll, type Results } from "./evaluator.js";
import { type Evaluation, givenValues } from "./given.js";

/** Most that all match conditions of a policy can cost. Source: k8s.io/apiserver, pkg/apis/cel/config.go. */
const CONDITIONS_LIMIT = 2_500_000;

/** Failed part of a policy, or one that cannot be decided. */
export interface Finding {
  /** Path of the part in the document of the policy. */
  readonly path: Path;
  readonly message: string;
  /** Reason that the policy states. Omitted for errors, and if the policy has none. */
  readonly reason?: string;
  readonly isUndecided?: true;
  /** Set for audit annotations, whose errors reject a request whatever the actions of the binding are. */
  readonly isAnnotation?: true;
}

/** Returns the failed parts. If it is unknown whether the match conditions hold, this matters only if a part fails. */
export function validate(policy: CompiledPolicy, evaluation: Evaluation): readonly Finding[] {
  const finder = new Finder(policy);
  const matched = finder.matches(evaluation);
  if (matched === true) return failedParts(finder, evaluation);
  const isUndecided = matched.some((finding) => finding.isUndecided);
  return isUndecided && failedParts(finder, evaluation).length === 0 ? [] : matched;
}

function failedParts(finder: Finder, evaluation: Evaluation): readonly Finding[] {
  const { policy } = finder;
  const given = givenValues(evaluation, "validations");
  const { validations, variables, auditAnnotations } = policy;
  const results = evaluateAll(validations, variables, given, TOTAL_LIMIT);
  if (results instanceof Failure) return finder.failed(results, ["spec", "validations"]);
  const messages = evaluateAll(
    validations.map(({ message }) => message),
    variables,
    given,
    results.left,
  );
  const ofAnnotations = givenValues(evaluation, "auditAnnotations");
  const annotations = evaluateAll(auditAnnotations, variables, ofAnnotations, TOTAL_LIMIT);
  if (annotations instanceof Failure) return finder.failed(annotations, ["spec", "auditAnnotations"]);
  return [
    ...validations.flatMap((validation, index) => finder.validation(validation, index, results, messages)),
    ...auditAnnotations.flatMap(({ path }, index) =>
      finder.failed(annotations.results[index], path).map((finding) => ({ ...finding, isAnnotation: true }) as const),
    ),
  ];
}

class Finder {
  constructor(readonly policy: CompiledPolicy) {}

  /**
   * Evaluates the match conditions. A false one excludes the request, even if another one fails. Returns the findings
   * that replace those of the validations if it is not certain that all conditions hold.
   */
  matches(evaluation: Evaluation): true | readonly Finding[] {
    const { matchConditions, variables } = this.policy;
    if (matchConditions.length === 0) return true;
    const given = givenValues(evaluation, "matchConditions");
    const found = evaluateAll(matchConditions, variables, given, CONDITIONS_LIMIT);
    if (found instanceof Failure) return this.failed(found, ["spec", "matchConditions"]);
    const { results } = found;
    if (results.includes(false)) return [];
    const unknown = results.findIndex((result) => result instanceof Unknown);
    const at = unknown < 0 ? results.findIndex((result) => result instanceof Failure) : unknown;
    return at < 0 ? true : this.failed(results[at], matchConditions[at]?.path ?? []);
  }

  /** Returns a failure unless the failure policy is Ignore. An unknown result is always returned. */
  failed(result: Result | undefined, path: Path): Finding[] {
    if (result instanceof Unknown) return [{ path, message: result.message, isUndecided: true }];
    const isIgnored = this.policy.spec.failurePolicy === "Ignore";
    return result instanceof Failure && !isIgnored ? [{ path, message: result.message }] : [];
  }

  validation(
    validation: PolicyValidation,
    index: number,
    { results }: Results,
    messages: Results | Failure,
  ): Finding[] {
    const result = results[index];
    const path = validation.path;
    if (result instanceof Failure) return this.failed(result, path);
    // If the messages cost too much, even the validations that hold fail.
    if (messages instanceof Failure) return this.failed(messages, [...path.slice(0, -1), "messageExpression"]);
    if (result === true) return [];
    const { reason } = validation.validation;
    return [
      { path: path.slice(0, -1), message: messageOf(validation, messages.results[index]), ...(reason && { reason }) },
    ];
  }
}

/** Returns the message of a validation: the evaluated one if it is usable, the written one, or the expression. */
function messageOf({ validation, source }: PolicyValidation, evaluated: Result | undefined): string {
  const message = typeof evaluated === "string" ? trimSpace(evaluated) : "";
  const isUsable = Buffer.byteLength(message) <= LONGEST_MESSAGE && !message.includes("\n");
  return (isUsable ? message : "") || trimSpace(validation.message ?? "") || `failed expression: ${trimSpace(source)}`;
}
