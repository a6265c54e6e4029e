/**
 * Checks a binding. Source: k8s.io/kubernetes, pkg/apis/admissionregistration/validation
 * (validateValidatingAdmissionPolicyBinding).
 */
import { subdomainProblem } from "../../../core/model/names.js";
import { type DocumentProblem, invalid } from "../problem.js";
import { matchResourcesProblems, selectorProblems } from "./match-resources.js";
import { metadataProblems } from "./metadata.js";
import type { BindingSpec, ParamRef } from "./model.js";
import type { Decoded } from "./shape.js";
import { checkedProblem, duplicateProblems, requiredProblem, segmentProblem, valueProblem } from "./values.js";

const ACTIONS = ["Audit", "Deny", "Warn"];

/** Returns the problems of a binding in an API server, given by its minor version. */
export function bindingProblems({ metadata, spec }: Decoded<BindingSpec>, minor: number): DocumentProblem[] {
  const { policyName, paramRef, matchResources = {}, validationActions = [] } = spec;
  return [
    ...metadataProblems(metadata, minor),
    ...requiredProblem(policyName, ["spec", "policyName"]),
    ...(policyName ? checkedProblem(policyName, subdomainProblem, ["spec", "policyName"]) : []),
    ...(paramRef ? paramRefProblems(paramRef) : []),
    ...matchResourcesProblems(matchResources, ["spec", "matchResources"]),
    ...actionProblems(validationActions),
  ];
}

function actionProblems(actions: readonly string[]): DocumentProblem[] {
  const path = ["spec", "validationActions"];
  return [
    ...requiredProblem(actions, path),
    ...actions.flatMap((action, index) => valueProblem(action, ACTIONS, [...path, index])),
    ...duplicateProblems(actions, (index) => [...path, index]),
    ...(actions.includes("Deny") && actions.includes("Warn")
      ? [invalid(path, "spec.validationActions must not contain both Deny and Warn")]
      : []),
  ];
}

function paramRefProblems({ name, selector, parameterNotFoundAction = "" }: ParamRef): DocumentProblem[] {
  const path = ["spec", "paramRef"];
  const isNamed = name !== undefined && name !== "";
  return [
    ...(isNamed ? checkedProblem(name, segmentProblem, [...path, "name"]) : []),
    ...(isNamed && selector
      ? ["name", "selector"].map((field) => invalid([...path, field], "name and selector must not both be set"))
      : []),
    ...selectorProblems(selector, [...path, "selector"]),
    ...(isNamed || selector ? [] : [invalid(path, "spec.paramRef must have a name or a selector")]),
    ...valueProblem(parameterNotFoundAction, ["Allow", "Deny"], [...path, "parameterNotFoundAction"]),
  ];
}
