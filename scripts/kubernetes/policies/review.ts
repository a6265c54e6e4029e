/**
 * Reviews requests with policies, as the API server does before it stores an object. Source: k8s.io/apiserver,
 * pkg/admission/plugin/policy/validating/dispatcher.go and pkg/admission/plugin/policy/generic/plugin.go.
 */
import type { JsonObject } from "../../core/model/json.js";
import type { AdmissionAttributes } from "./attributes.js";
import type { CompiledPolicy } from "./compile/policy.js";
import type { MatchResources } from "./documents/model.js";
import { type Finding, validate } from "./evaluate/validate.js";
import { match } from "./match/match.js";
import type { RuleMatch } from "./match/resource-rules.js";
import { Undecided } from "./match/undecided.js";
import type { Params } from "./params.js";
import type { Binding, BoundPolicy, PolicySet } from "./policy-set.js";
import type { Path } from "./problem.js";

/** Decision of a policy that a request does not follow. */
export interface PolicyDecision {
  readonly policy: string;
  readonly binding: string;
  readonly action: "Deny" | "Warn" | "Audit";
  /** Message in the form of the API server: that of its response, of its warning, or of its audit event. */
  readonly message: string;
  readonly reason: string;
  /** Path in the policy of the part that failed. */
  readonly path: Path;
  /** Set if the documents cannot decide: the message states only what is unknown. The API server can accept the request. */
  readonly isUndecided?: true;
}

/** Reason in the response of the API server, if the policy states none. */
const DEFAULT_REASON = "Invalid";

/** Returns the decisions that are against a request, in the order of the policies. The API server returns the first denial. */
export function review({ policies, params }: PolicySet, attributes: AdmissionAttributes): readonly PolicyDecision[] {
  if (isExempt(attributes)) return [];
  return policies.flatMap((bound) => reviewWith(bound, params, attributes));
}

const RESOURCES_OF_POLICIES = /^(validating|mutating)admissionpolic(ies|ybindings)$/;

/** Resources that no policy is about, because they could not be corrected, or are not stored. */
const NOT_STORED: ReadonlySet<string> = new Set([
  "authentication.k8s.io/selfsubjectreviews",
  "authentication.k8s.io/tokenreviews",
  "authorization.k8s.io/localsubjectaccessreviews",
  "authorization.k8s.io/selfsubjectaccessreviews",
  "authorization.k8s.io/selfsubjectrulesreviews",
  "authorization.k8s.io/subjectaccessreviews",
]);

function isExempt({ resource: { group, resource } }: AdmissionAttributes): boolean {
  const isOfPolicies = group === "admissionregistration.k8s.io" && RESOURCES_OF_POLICIES.test(resource);
  return isOfPolicies || NOT_STORED.has(`${group}/${resource}`);
}

/** Reports whether a policy with a binding is, or can be, about a request. */
export function isAbout({ policy, bindings }: BoundPolicy, attributes: AdmissionAttributes): boolean {
  const isMatched = (resources: MatchResources = {}) => match(resources, attributes) !== false;
  return isMatched(policy.spec.matchConstraints) && bindings.some(({ spec }) => isMatched(spec.matchResources));
}

function reviewWith(
  { policy, bindings }: BoundPolicy,
  params: Params,
  attributes: AdmissionAttributes,
): PolicyDecision[] {
  const matched = match(policy.spec.matchConstraints ?? {}, attributes);
  if (matched === false) return [];
  return bindings.flatMap((binding) => {
    const isBound = match(binding.spec.matchResources ?? {}, attributes);
    if (isBound === false) return [];
    const decisions = decide(policy, binding, params, attributes, versionOf(matched, attributes));
    const unknown = [matched, isBound].find((answer) => answer instanceof Undecided);
    // It does not matter whether a policy without decisions is about the request.
    return unknown && decisions.length > 0 ? undecided(policy.name, binding, unknown) : decisions;
  });
}

/** Returns the version for which a policy is evaluated. If it is unknown whether the policy matches, it is that of the request. */
function versionOf(matched: Exclude<RuleMatch, false>, { resource }: AdmissionAttributes): string {
  return matched instanceof Undecided ? resource.version : matched.version;
}

/** Returns the decisions of a policy that is about a request. */
function decide(
  policy: CompiledPolicy,
  binding: Binding,
  params: Params,
  attributes: AdmissionAttributes,
  version: string,
): PolicyDecision[] {
  const found = params.find(policy.spec.paramKind, binding.spec.paramRef, attributes.namespace);
  if (found instanceof Undecided) return undecided(policy.name, binding, found);
  if (typeof found === "string") return misconfigured(policy, binding, found);
  const objects: readonly (JsonObject | null)[] = found ?? [null];
  return objects.flatMap((param) =>
    validate(policy, { attributes, version, param }).flatMap((finding) => decisionsOf(policy.name, binding, finding)),
  );
}

/** It is not known whether the policy or the binding is about the request. */
function undecided(policy: string, binding: Binding, { cause }: Undecided): PolicyDecision[] {
  return decisionsOf(policy, binding, { path: ["spec", "matchConstraints"], message: cause, isUndecided: true });
}

/** The API server finds no parameter. The failure policy decides, and not the actions of the binding. */
function misconfigured({ name, spec }: CompiledPolicy, binding: Binding, cause: string): PolicyDecision[] {
  if (spec.failurePolicy === "Ignore") return [];
  const finding = { path: ["spec", "paramKind"], message: `failed to configure binding: ${cause}` };
  return [decision(name, binding, "Deny", finding)];
}

function decisionsOf(policy: string, binding: Binding, finding: Finding): PolicyDecision[] {
  const actions = finding.isAnnotation ? ["Deny"] : (binding.spec.validationActions ?? []);
  const decisions = actions.map((action) => decision(policy, binding, action as PolicyDecision["action"], finding));
  if (!finding.isUndecided) return decisions;
  // One fact is unknown, whatever it could lead to. An audit event rejects nothing, and nobody sees it here.
  const strongest =
    decisions.find(({ action }) => action === "Deny") ?? decisions.find(({ action }) => action === "Warn");
  return strongest ? [strongest] : [];
}

function decision(
  policy: string,
  { name }: Binding,
  action: PolicyDecision["action"],
  finding: Finding,
): PolicyDecision {
  const { path, message, reason = DEFAULT_REASON, isUndecided } = finding;
  const by = `ValidatingAdmissionPolicy '${policy}' with binding '${name}'`;
  const messages = {
    Deny: `${by} denied request: ${message}`,
    Warn: `Validation failed for ${by}: ${message}`,
    Audit: message,
  };
  return {
    policy,
    binding: name,
    action,
    message: isUndecided ? message : messages[action],
    reason,
    path,
    ...(isUndecided && { isUndecided }),
  };
}
