/**
 * Checks a policy, except its expressions. Source: k8s.io/kubernetes, pkg/apis/admissionregistration/validation
 * (validateValidatingAdmissionPolicySpec).
 */
import { kindProblem, labelKeyProblem, labelProblem, subdomainProblem } from "../../../core/model/names.js";
import { isBlank, trimSpace } from "../../../core/white-space.js";
import { RESERVED } from "../../cel/types/reserved.js";
import { type DocumentProblem, invalid, type Path } from "../problem.js";
import { matchResourcesProblems } from "./match-resources.js";
import { metadataProblems } from "./metadata.js";
import type { AuditAnnotation, NamedExpression, ParamKind, PolicySpec, Validation } from "./model.js";
import type { Decoded } from "./shape.js";
import { checkedProblem, duplicateProblems, requiredProblem, valueProblem } from "./values.js";

const MOST_CONDITIONS = 64;
const MOST_ANNOTATIONS = 20;
const LONGEST_VALUE_EXPRESSION = 5 * 1024;
const REASONS = ["Forbidden", "Invalid", "RequestEntityTooLarge"];

/** Returns the problems of a policy in an API server, given by its minor version. */
export function policyProblems({ metadata, spec }: Decoded<PolicySpec>, minor: number): DocumentProblem[] {
  const { matchConditions = [], variables = [], validations = [], auditAnnotations = [] } = spec;
  return [
    ...metadataProblems(metadata, minor),
    ...valueProblem(spec.failurePolicy, ["Fail", "Ignore"], ["spec", "failurePolicy"]),
    ...(spec.paramKind ? paramKindProblems(spec.paramKind) : []),
    ...constraintProblems(spec),
    ...conditionProblems(matchConditions),
    ...variables.flatMap((variable, index) => variableProblems(variable, ["spec", "variables", index])),
    ...twinProblems(variables),
    ...(validations.length + auditAnnotations.length === 0
      ? ["validations", "auditAnnotations"].map((field) =>
          invalid(["spec", field], "spec.validations or spec.auditAnnotations must have an item"),
        )
      : []),
    ...validations.flatMap((validation, index) => validationProblems(validation, ["spec", "validations", index])),
    ...annotationProblems(auditAnnotations, metadata.name),
  ];
}

function constraintProblems({ matchConstraints }: PolicySpec): DocumentProblem[] {
  const path = ["spec", "matchConstraints"];
  if (!matchConstraints) return requiredProblem(undefined, path);
  return [
    ...matchResourcesProblems(matchConstraints, path),
    ...requiredProblem(matchConstraints.resourceRules, [...path, "resourceRules"]),
  ];
}

function paramKindProblems({ apiVersion = "", kind = "" }: ParamKind): DocumentProblem[] {
  const path = ["spec", "paramKind"];
  return [
    ...requiredProblem(apiVersion, [...path, "apiVersion"]),
    ...(apiVersion === "" ? [] : checkedProblem(apiVersion, apiVersionProblem, [...path, "apiVersion"])),
    ...requiredProblem(kind, [...path, "kind"]),
    ...(kind === "" ? [] : checkedProblem(kind, kindProblem, [...path, "kind"])),
  ];
}

function apiVersionProblem(apiVersion: string): string | undefined {
  const [version = "", group = "", ...more] = apiVersion.split("/").reverse();
  if (more.length > 0) return "must have at most one slash, between a group and a version";
  const groupProblem = group === "" ? undefined : subdomainProblem(group);
  return groupProblem ?? (version === "" ? "must have a version" : labelProblem(version));
}

function conditionProblems(conditions: readonly NamedExpression[]): DocumentProblem[] {
  const path = ["spec", "matchConditions"];
  return [
    ...(conditions.length > MOST_CONDITIONS
      ? [invalid(path, `spec.matchConditions must have at most ${MOST_CONDITIONS} items, not ${conditions.length}`)]
      : []),
    ...conditions.flatMap(({ name = "", expression }, index) => [
      ...expressionProblem(expression, [...path, index, "expression"]),
      ...requiredProblem(name, [...path, index, "name"]),
      ...(name === "" ? [] : checkedProblem(name, labelKeyProblem, [...path, index, "name"])),
    ]),
    ...duplicateProblems(
      conditions.map(({ name }) => (name === "" ? undefined : name)),
      (index) => [...path, index, "name"],
    ),
  ];
}

function expressionProblem(expression: string | undefined, path: Path): DocumentProblem[] {
  return isBlank(expression ?? "") ? requiredProblem(undefined, path) : [];
}

function variableProblems({ name = "", expression }: NamedExpression, path: Path): DocumentProblem[] {
  const at = [...path, "name"];
  return [
    ...(isBlank(name) ? requiredProblem(undefined, at) : checkedProblem(name, identifierProblem, at)),
    ...expressionProblem(expression, [...path, "expression"]),
  ];
}

function identifierProblem(name: string): string | undefined {
  const isIdentifier = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name);
  return isIdentifier ? undefined : "must be an identifier of CEL";
}

/**
 * Reports variables with the same name. The API server accepts them and uses the last one everywhere, even in
 * expressions that it checked with the type of an earlier one, and in the variable itself.
 */
function twinProblems(variables: readonly NamedExpression[]): DocumentProblem[] {
  const problems = duplicateProblems(
    variables.map(({ name }) => name),
    (index) => ["spec", "variables", index, "name"],
  );
  return problems.map((problem) => ({ ...problem, kind: "undecidable" }));
}

function validationProblems(validation: Validation, path: Path): DocumentProblem[] {
  const { expression, message = "", messageExpression = "", reason } = validation;
  return [
    ...expressionProblem(expression, [...path, "expression"]),
    ...blankProblem(messageExpression, [...path, "messageExpression"]),
    ...blankProblem(message, [...path, "message"]),
    ...(/[\n\r]/.test(trimSpace(message))
      ? [invalid([...path, "message"], "the message must not contain line breaks")]
      : []),
    ...valueProblem(reason, REASONS, [...path, "reason"]),
  ];
}

/** A text can be omitted, but not contain only white space. */
function blankProblem(text: string, path: Path): DocumentProblem[] {
  return text !== "" && isBlank(text) ? [invalid(path, "must not contain only white space")] : [];
}

function annotationProblems(annotations: readonly AuditAnnotation[], policy = ""): DocumentProblem[] {
  const path = ["spec", "auditAnnotations"];
  return [
    ...(annotations.length > MOST_ANNOTATIONS
      ? [invalid(path, `spec.auditAnnotations must have at most ${MOST_ANNOTATIONS} items, not ${annotations.length}`)]
      : []),
    ...annotations.flatMap(({ key = "", valueExpression = "" }, index) => [
      ...checkedProblem(key, () => labelKeyProblem(`${policy}/${key}`), [...path, index, "key"]),
      ...expressionProblem(valueExpression, [...path, index, "valueExpression"]),
      ...(Buffer.byteLength(trimSpace(valueExpression)) > LONGEST_VALUE_EXPRESSION
        ? [invalid([...path, index, "valueExpression"], `must have at most ${LONGEST_VALUE_EXPRESSION} bytes`)]
        : []),
    ]),
    ...duplicateProblems(
      annotations.map(({ key = "" }) => key),
      (index) => [...path, index, "key"],
    ),
  ];
}
