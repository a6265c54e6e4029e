/**
 * Checks what a policy or a binding matches. Source: k8s.io/kubernetes, pkg/apis/admissionregistration/validation
 * (validateMatchResources), and k8s.io/apimachinery, pkg/apis/meta/v1/validation (ValidateLabelSelector).
 */
import { labelKeyProblem, labelValueProblem } from "../../../core/model/names.js";
import { pathInWords } from "../../../core/shape.js";
import { type DocumentProblem, invalid, type Path } from "../problem.js";
import type { LabelRequirement, LabelSelector, MatchResources, ResourceRule } from "./model.js";
import { checkedProblem, duplicateProblems, requiredProblem, segmentProblem, valueProblem } from "./values.js";

const OPERATIONS = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const SCOPES = ["*", "Cluster", "Namespaced"];

export function matchResourcesProblems(match: MatchResources, path: Path): DocumentProblem[] {
  const rules = (field: "resourceRules" | "excludeResourceRules") =>
    (match[field] ?? []).flatMap((rule, index) => ruleProblems(rule, [...path, field, index]));
  return [
    ...valueProblem(match.matchPolicy, ["Equivalent", "Exact"], [...path, "matchPolicy"]),
    ...selectorProblems(match.namespaceSelector, [...path, "namespaceSelector"]),
    ...selectorProblems(match.objectSelector, [...path, "objectSelector"]),
    ...rules("resourceRules"),
    ...rules("excludeResourceRules"),
  ];
}

export function selectorProblems(selector: LabelSelector | undefined, path: Path): DocumentProblem[] {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  return [
    ...Object.entries(matchLabels).flatMap(([key, value]) => [
      ...checkedProblem(key, labelKeyProblem, [...path, "matchLabels", key]),
      ...checkedProblem(value, labelValueProblem, [...path, "matchLabels", key]),
    ]),
    ...matchExpressions.flatMap((one, index) => requirementProblems(one, [...path, "matchExpressions", index])),
  ];
}

function requirementProblems(
  { key = "", operator = "", values = [] }: LabelRequirement,
  path: Path,
): DocumentProblem[] {
  const needsValues = operator === "In" || operator === "NotIn";
  const at = [...path, "values"];
  return [
    ...valueProblem(operator, ["In", "NotIn", "Exists", "DoesNotExist"], [...path, "operator"]),
    ...(needsValues ? requiredProblem(values, at) : []),
    ...(/Exist/.test(operator) && values.length > 0
      ? [invalid(at, `${pathInWords(at)} must not be set for the operator ${operator}`)]
      : []),
    ...checkedProblem(key, labelKeyProblem, [...path, "key"]),
    ...values.flatMap((value, index) => checkedProblem(value, labelValueProblem, [...at, index])),
  ];
}

function ruleProblems(rule: ResourceRule, path: Path): DocumentProblem[] {
  const { resourceNames = [], operations = [], apiGroups = [], apiVersions = [], resources = [], scope } = rule;
  const at = (field: keyof ResourceRule, ...rest: number[]) => [...path, field, ...rest];
  return [
    ...resourceNames.flatMap((name, index) => checkedProblem(name, segmentProblem, at("resourceNames", index))),
    ...duplicateProblems(resourceNames, (index) => at("resourceNames", index)),
    ...requiredProblem(operations, at("operations")),
    ...wildcardProblem(operations, at("operations")),
    ...operations.flatMap((operation, index) => valueProblem(operation, OPERATIONS, at("operations", index))),
    ...requiredProblem(apiGroups, at("apiGroups")),
    ...wildcardProblem(apiGroups, at("apiGroups")),
    ...requiredProblem(apiVersions, at("apiVersions")),
    ...wildcardProblem(apiVersions, at("apiVersions")),
    ...apiVersions.flatMap((version, index) => requiredProblem(version, at("apiVersions", index))),
    ...requiredProblem(resources, at("resources")),
    ...resourceProblems(resources, at("resources")),
    ...valueProblem(scope, SCOPES, at("scope")),
  ];
}

/** A wildcard must be the only item. */
function wildcardProblem(items: readonly string[], path: Path, wildcard = "*"): DocumentProblem[] {
  if (items.length < 2 || !items.includes(wildcard)) return [];
  return [invalid(path, `${pathInWords(path)} must contain nothing else if it contains '${wildcard}'`)];
}

/** Checks that no resource is in another one, such as `pods/status` in an earlier `pods/*`. */
function resourceProblems(resources: readonly string[], path: Path): DocumentProblem[] {
  const covered = new Set<string>();
  const problems: DocumentProblem[] = [];
  for (const [index, written] of resources.entries()) {
    problems.push(...requiredProblem(written, [...path, index]));
    const { resource, subresource } = partsOf(written);
    if (subresource === undefined) continue;
    for (const wider of [`${resource}/*`, `*/${subresource}`]) {
      if (covered.has(wider)) problems.push(invalid([...path, index], `${written} is already part of ${wider}`));
    }
    if (subresource === "*" || resource === "*") covered.add(written);
  }
  return [...problems, ...wildcardProblem(resources, path, "*/*"), ...bareProblem(resources, path)];
}

/** The API server remembers only whether the last resource without a subresource is a wildcard. */
function bareProblem(resources: readonly string[], path: Path): DocumentProblem[] {
  const bare = resources.filter((written) => written !== "" && !written.includes("/"));
  if (!bare.includes("*") || bare.at(-1) === "*") return [];
  return [invalid(path, `${pathInWords(path)} must contain no other resource without subresource if it contains '*'`)];
}

/** Splits a resource of a rule. Without a slash, it has no subresource. */
export function partsOf(written: string): { readonly resource: string; readonly subresource: string | undefined } {
  const slash = written.indexOf("/");
  if (slash < 0) return { resource: written, subresource: undefined };
  return { resource: written.slice(0, slash), subresource: written.slice(slash + 1) };
}
