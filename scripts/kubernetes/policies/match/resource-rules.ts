/**
 * Rules about resources. Source: k8s.io/apiserver, pkg/admission/plugin/policy/matching/matching.go
 * (matchesResourceRules) and pkg/admission/plugin/webhook/predicates/rules/rules.go.
 */
import type { AdmissionAttributes } from "../attributes.js";
import { partsOf } from "../documents/match-resources.js";
import type { ResourceRule } from "../documents/model.js";
import { Undecided } from "./undecided.js";

/** Result of rules: the version of the resource in which they match, or that they do not match. */
export type RuleMatch = { readonly version: string } | false | Undecided;

/**
 * Finds the first rule that matches a request. With the policy Equivalent, a rule for another version of the same
 * resource matches too, and the object is converted to that version.
 */
export function matchRules(
  rules: readonly ResourceRule[],
  matchPolicy: string | undefined,
  attributes: AdmissionAttributes,
): RuleMatch {
  const { version } = attributes.resource;
  if (rules.some((rule) => matches(rule, version, attributes))) return { version };
  if (matchPolicy === "Exact") return false;
  const { otherVersions } = attributes;
  for (const rule of rules) {
    const other = otherVersions?.find((candidate) => matches(rule, candidate, attributes));
    if (other !== undefined) return { version: other };
  }
  const unknown = otherVersions ? [] : rules.flatMap((rule) => unknownVersions(rule, attributes));
  return unknown.length === 0
    ? false
    : new Undecided(`it is not known if the API server serves the resource in version ${unknown[0]}`);
}

/** Returns the versions in which a rule could match, if the resource had them. */
function unknownVersions(rule: ResourceRule, attributes: AdmissionAttributes): readonly string[] {
  return (rule.apiVersions ?? []).filter((version) => matches(rule, version, attributes));
}

/** Reports whether a rule matches the resource of a request in a version. */
function matches(rule: ResourceRule, version: string, attributes: AdmissionAttributes): boolean {
  const { operations = [], apiGroups = [], apiVersions = [], resourceNames = [] } = rule;
  return (
    isInScope(rule.scope, attributes) &&
    includes(operations, attributes.operation) &&
    includes(apiGroups, attributes.resource.group) &&
    includes(apiVersions, version) &&
    (rule.resources ?? []).some((written) => isResource(written, attributes)) &&
    (resourceNames.length === 0 || resourceNames.includes(attributes.name))
  );
}

function includes(items: readonly string[], wanted: string): boolean {
  return items.includes("*") || items.includes(wanted);
}

/** Without a subresource, a resource matches only requests about whole objects. */
function isResource(written: string, { resource, subresource }: AdmissionAttributes): boolean {
  const parts = partsOf(written);
  const { subresource: wanted = "" } = parts;
  return includes([parts.resource], resource.resource) && (wanted === "*" || wanted === subresource);
}

function isInScope(scope: string | undefined, { resource, namespace }: AdmissionAttributes): boolean {
  const isOfNamespaces = resource.group === "" && resource.version === "v1" && resource.resource === "namespaces";
  const isNamespaced = !isOfNamespaces && namespace !== "";
  return scope === undefined || scope === "*" || isNamespaced === (scope === "Namespaced");
}
