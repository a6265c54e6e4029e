import { APPROVAL_ANNOTATION } from "../../core/model/bundle.js";
import { isAbsoluteUrl } from "../../core/model/url.js";
import type { Crd } from "./crd.js";
import { type CrdProblem, problem } from "./problem.js";
import type { Rule } from "./rule.js";

/**
 * Checks that a CRD in a group that Kubernetes protects has an approval. An update is not checked if the approval has
 * the same state as before.
 *
 * Source: apiextensions-apiserver pkg/apihelpers (IsProtectedCommunityGroup, GetAPIApprovalState), and
 * pkg/apis/apiextensions/validation (validateAPIApproval).
 */
export const approvalRule: Rule = { check: approvalProblems };

function approvalProblems(crd: Crd, old?: Crd): CrdProblem[] {
  const state = stateOf(crd);
  const isSettled = state === "approved" || state === "bypassed" || (old && stateOf(old) === state);
  if (!isProtected(crd.group) || isSettled) return [];
  const { group } = crd;
  const cause = state === "missing" ? "it is missing" : 'it must be a URL or start with "unapproved"';
  const args = { group, annotation: APPROVAL_ANNOTATION, problem: cause };
  return [problem("crd-approval", args, ["metadata", "annotations", APPROVAL_ANNOTATION])];
}

function isProtected(group: string): boolean {
  return ["k8s.io", "kubernetes.io"].some((domain) => group === domain || group.endsWith(`.${domain}`));
}

function stateOf({ metadata: { annotations = {} } }: Crd): "missing" | "bypassed" | "approved" | "invalid" {
  const approval = Object.hasOwn(annotations, APPROVAL_ANNOTATION) ? annotations[APPROVAL_ANNOTATION] : undefined;
  if (!approval) return "missing";
  if (approval.startsWith("unapproved")) return "bypassed";
  return isAbsoluteUrl(approval) ? "approved" : "invalid";
}
