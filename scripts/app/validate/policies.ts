/** Reviews objects with the policies in files. */
import { rangesIn } from "../../core/code-place.js";
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import type { Location } from "../../core/model/location.js";
import { DEFAULT_NAMESPACE } from "../../core/model/names.js";
import type { Reviewed } from "../../kubernetes/admission/admit.js";
import { valueAt } from "../../kubernetes/check-crd.js";
import type { AdmissionAttributes } from "../../kubernetes/policies/attributes.js";
import { compilePolicies, type PolicySet } from "../../kubernetes/policies/policy-set.js";
import type { PolicyProblem } from "../../kubernetes/policies/problem.js";
import { type PolicyDecision, review } from "../../kubernetes/policies/review.js";
import type { Manifest } from "../manifests.js";

/** A request to review, with the resource that it is about. */
export interface Request extends Reviewed {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly subresource?: string | undefined;
  /** Omitted if a webhook converts objects to other versions. */
  readonly otherVersions?: readonly string[];
}

export class Policies {
  /** The problems of the policies, of their bindings and of their parameters. */
  readonly diagnostics: readonly Diagnostic[];
  readonly #policies: PolicySet;
  readonly #namespaces: ReadonlyMap<string, JsonObject>;

  /** `manifests` can contain the namespaces of the objects. */
  constructor(documents: readonly Manifest[], manifests: readonly Manifest[], minor: number) {
    const values = documents.map(({ value }) => value);
    const { policies, problems } = compilePolicies(values, minor);
    this.#policies = policies;
    this.diagnostics = problems.map((problem) => diagnosticOf(problem, documents[problem.index] as Manifest));
    const namespaces = [...documents, ...manifests].map(({ value }) => value).filter(isNamespace);
    this.#namespaces = new Map(namespaces.map((value) => [metadataOf(value).name, value]));
  }

  /** Returns the decisions against a request. */
  review({ group, version, plural, kind, isNamespaced, object, oldObject, subresource = "", otherVersions }: Request) {
    if (this.#policies.policies.length === 0) return [];
    const { name, namespace: given } = metadataOf(object);
    const namespace = isNamespaced ? given || DEFAULT_NAMESPACE : "";
    const namespaceObject = this.#namespaces.get(namespace);
    const attributes: AdmissionAttributes = {
      operation: oldObject ? "UPDATE" : "CREATE",
      resource: { group, version, resource: plural },
      kind: { group, version, kind },
      subresource,
      name,
      namespace,
      object,
      ...(otherVersions && { otherVersions }),
      ...(oldObject && { oldObject }),
      ...(namespaceObject && { namespaceObject }),
    };
    return review(this.#policies, attributes);
  }
}

/** Returns the diagnostic of a decision, or undefined for one that does not reject the object. */
export function decisionDiagnostic(decision: PolicyDecision, place: Location): Diagnostic | undefined {
  const { action, isUndecided, message, policy } = decision;
  if (isUndecided) return inManifest(diagnose("object-undecided", { policy, problem: message }, place));
  return action === "Deny" ? inManifest(diagnose("object-policy", { problem: message }, place)) : undefined;
}

function diagnosticOf({ path, message, range }: PolicyProblem, { value, placeOf }: Manifest): Diagnostic {
  const code = valueAt(value, path);
  const part = range && typeof code === "string" ? rangesIn(code)(range.offset, range.length) : undefined;
  const place = part ? placeOf(path, part) : placeOf(path);
  return inManifest(diagnose("policy-invalid", { problem: message }, place));
}

function isNamespace({ apiVersion, kind }: JsonObject): boolean {
  return apiVersion === "v1" && kind === "Namespace";
}

function metadataOf({ metadata }: JsonObject): { readonly name: string; readonly namespace: string } {
  const { name, namespace } = isJsonObject(metadata) ? metadata : {};
  return {
    name: typeof name === "string" ? name : "",
    namespace: typeof namespace === "string" ? namespace : "",
  };
}
