/**
 * Decides whether a policy or a binding is about a request. Source: k8s.io/apiserver,
 * pkg/admission/plugin/policy/matching/matching.go (Matches), and pkg/admission/plugin/webhook/predicates, namespace
 * and object.
 */
import type { AdmissionAttributes } from "../attributes.js";
import type { LabelSelector, MatchResources } from "../documents/model.js";
import { matchRules, type RuleMatch } from "./resource-rules.js";
import { isEmptySelector, type Labels, labelsOf, selects } from "./selector.js";
import { type Answer, Undecided } from "./undecided.js";

/**
 * Matches a request. An answer that is unknown is relevant only if nothing else excludes the request. A binding without
 * resource rules matches all resources.
 */
export function match(resources: MatchResources, attributes: AdmissionAttributes): RuleMatch {
  const { resourceRules = [], excludeResourceRules = [], matchPolicy } = resources;
  const isIncluded: RuleMatch =
    resourceRules.length === 0
      ? { version: attributes.resource.version }
      : matchRules(resourceRules, matchPolicy, attributes);
  const excluded = matchRules(excludeResourceRules, matchPolicy, attributes);
  const isKept = excluded instanceof Undecided ? excluded : excluded === false;
  const answers: readonly (Answer | RuleMatch)[] = [
    inNamespace(resources.namespaceSelector, attributes),
    isObject(resources.objectSelector, attributes),
    isKept,
    isIncluded,
  ];
  if (answers.includes(false)) return false;
  return answers.find((answer) => answer instanceof Undecided) ?? isIncluded;
}

/** A namespace selector excludes no object without a namespace, except a Namespace itself. */
function inNamespace(selector: LabelSelector = {}, attributes: AdmissionAttributes): Answer {
  const isNamespaces = attributes.resource.resource === "namespaces";
  if ((attributes.namespace === "" && !isNamespaces) || isEmptySelector(selector)) return true;
  const isNamespace = isNamespaces && attributes.subresource === "";
  const answer = selects(selector, isNamespace ? labelsOf(attributes.object) : namespaceLabels(attributes));
  return answer instanceof Undecided ? new Undecided(`Namespace ${attributes.namespace}: ${answer.cause}`) : answer;
}

/** Label that the API server sets in every Namespace. */
export const NAME_LABEL = "kubernetes.io/metadata.name";

function namespaceLabels({ namespace, namespaceObject }: AdmissionAttributes): Labels {
  const given = namespaceObject ? labelsOf(namespaceObject).known : new Map<string, string>();
  return { known: new Map([...given, [NAME_LABEL, namespace]]), isComplete: namespaceObject !== undefined };
}

/** An object selector also matches by the labels that the object had before an update. */
function isObject(selector: LabelSelector = {}, { object, oldObject }: AdmissionAttributes): boolean {
  const objects = [object, ...(oldObject ? [oldObject] : [])];
  return isEmptySelector(selector) || objects.some((one) => selects(selector, labelsOf(one)) === true);
}
