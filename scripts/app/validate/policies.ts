/** Reviews objects with the policies in files. */
import { rangesIn } from "../../core/code-place.js";
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import type { Location } from "../../core/model/location.js";
import { DEFAULT_NAMESPACE } from "../../core/model/names.js";
import { admit, type Reviewed } from "../../kubernetes/admission/admit.js";
import { storedCoreObject } from "../../kubernetes/admission/core-kinds.js";
import { valueAt } from "../../kubernetes/check-crd.js";
import type { AdmissionAttributes } from "../../kubernetes/policies/attributes.js";
import {
  type BoundPolicy,
  compilePolicies,
  isPolicyOrBinding,
  type PolicySet,
} from "../../kubernetes/policies/policy-set.js";
import type { PolicyProblem } from "../../kubernetes/policies/problem.js";
import { isAbout, type PolicyDecision, review } from "../../kubernetes/policies/review.js";
import { closestPlace, type Manifest } from "../manifests.js";
import type { Definitions } from "./definitions.js";
import { invalidObject } from "./invalid-object.js";

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
  readonly #unapplied: Set<BoundPolicy>;
  readonly #namespaces: ReadonlyMap<string, JsonObject>;

  /**
   * `manifests` can contain the namespaces of the objects, and `definitions` defines the parameters that are custom
   * resources.
   */
  constructor(documents: readonly Manifest[], manifests: readonly Manifest[], definitions: Definitions, minor: number) {
    const stored = documents.map((document) => storedParameter(document, definitions));
    const { policies, problems } = compilePolicies([...stored.map(({ value }) => value), ...definitions.crds], minor);
    this.#policies = policies;
    this.#unapplied = new Set(policies.policies);
    this.diagnostics = [
      ...stored.flatMap(({ diagnostics }) => diagnostics),
      ...problems.map((problem) => diagnosticOf(problem, documents[problem.index] as Manifest)),
    ];
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
    for (const policy of this.#unapplied) if (isAbout(policy, attributes)) this.#unapplied.delete(policy);
    return review(this.#policies, attributes);
  }

  /** Returns the names of the policies that were about none of the requests. */
  unapplied(): string[] {
    return [...this.#unapplied].map(({ policy }) => policy.name);
  }
}

/** Reports whether documents contain a policy or a binding, even one with problems. */
export function hasPolicy(documents: readonly Manifest[]): boolean {
  return documents.some(({ value }) => isPolicyOrBinding(value));
}

interface Stored {
  readonly value: JsonObject;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns a document as the API server stores it, if it is a custom resource, a ConfigMap or a Secret. */
function storedParameter(document: Manifest, definitions: Definitions): Stored {
  const { value } = document;
  const version = definitions.find(value);
  if (!version) return { value: storedCoreObject(value), diagnostics: [] };
  const { object, errors } = admit(version, { object: value });
  return { value: object, diagnostics: errors.flatMap((error) => invalidObject(error, document) ?? []) };
}

/** Returns the diagnostic of a decision, or undefined for one that does not reject the object. */
export function decisionDiagnostic(decision: PolicyDecision, place: Location): Diagnostic | undefined {
  const { action, isUndecided, message, policy } = decision;
  if (action !== "Deny") return undefined;
  if (isUndecided) return inManifest(diagnose("object-undecided", { policy, problem: message }, place));
  return inManifest(diagnose("object-policy", { problem: message }, place));
}

/** Returns the warnings of decisions. */
export function warningsIn(decisions: readonly PolicyDecision[]): string[] {
  return decisions
    .filter(({ action }) => action === "Warn")
    .map(({ isUndecided, message, policy }) =>
      isUndecided ? `it is not known whether the policy ${policy} warns: ${message}` : message,
    );
}

function diagnosticOf({ path, message, range }: PolicyProblem, document: Manifest): Diagnostic {
  const { value, placeOf } = document;
  const code = valueAt(value, path);
  const part = range && typeof code === "string" ? rangesIn(code)(range.offset, range.length) : undefined;
  const place = part ? placeOf(path, part) : closestPlace(document, path);
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
