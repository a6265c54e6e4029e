/**
 * Reads ValidatingAdmissionPolicies, their bindings and their parameters. Source: k8s.io/apiserver,
 * pkg/admission/plugin/policy/generic/policy_source.go.
 */

import { didYouMean } from "../../core/diagnostics/catalog/entry.js";
import { isTooDeep, MAX_DEPTH } from "../../core/model/depth.js";
import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import { nearest } from "../../core/nearest.js";
import { type CompiledPolicy, compilePolicy } from "./compile/policy.js";
import { bindingProblems } from "./documents/binding.js";
import type { BindingSpec, PolicySpec } from "./documents/model.js";
import { policyProblems } from "./documents/policy.js";
import { configMapProblems, type Decoding, decodeBinding, decodePolicy } from "./documents/shape.js";
import { Params } from "./params.js";
import { type DocumentProblem, invalid, type PolicyProblem } from "./problem.js";

/** Policies that requests can be reviewed with. */
export interface PolicySet {
  /** Policies in the order of the documents. One without a binding decides nothing. */
  readonly policies: readonly BoundPolicy[];
  readonly params: Params;
}

export interface BoundPolicy {
  readonly policy: CompiledPolicy;
  readonly bindings: readonly Binding[];
}

export interface Binding {
  readonly name: string;
  readonly spec: BindingSpec;
}

export interface CompiledPolicies {
  readonly policies: PolicySet;
  readonly problems: readonly PolicyProblem[];
}

/**
 * Compiles policies as an API server of a minor version accepts them. The documents can contain policies, bindings,
 * parameters of any kind, and the CRDs of custom parameters, in any order; other documents are ignored. Policies and
 * bindings with a problem are not part of the result, except bindings whose parameters are missing.
 */
export function compilePolicies(documents: readonly JsonObject[], minor: number): CompiledPolicies {
  const reader = new Reader(documents, minor);
  return { policies: reader.read(), problems: reader.problems };
}

/** Versions of the API. The documents of all of them have the same fields. */
const API_VERSIONS = ["v1", "v1beta1", "v1alpha1"].map((version) => `admissionregistration.k8s.io/${version}`);

/** Reports whether a document is a ValidatingAdmissionPolicy or a binding, in any version. */
export function isPolicyOrBinding(document: JsonObject): boolean {
  return isPolicy(document) || isOf("ValidatingAdmissionPolicyBinding", document);
}

function isPolicy(document: JsonObject): boolean {
  return isOf("ValidatingAdmissionPolicy", document);
}

function isOf(kind: Kind, document: JsonObject | undefined): boolean {
  return document?.kind === kind && API_VERSIONS.includes(String(document.apiVersion));
}

type Kind = "ValidatingAdmissionPolicy" | "ValidatingAdmissionPolicyBinding";

interface Placed<T> {
  readonly index: number;
  readonly name: string;
  readonly value: T;
}

class Reader {
  readonly problems: PolicyProblem[] = [];

  constructor(
    readonly documents: readonly JsonObject[],
    readonly minor: number,
  ) {}

  read(): PolicySet {
    const shallow = this.#shallow();
    const policies = this.#withName(shallow.flatMap((index) => this.#policy(index)));
    const bindings = this.#withName(shallow.flatMap((index) => this.#binding(index)));
    const params = new Params(shallow.map((index) => this.documents[index] as JsonObject));
    const bound = new Map(policies.map(({ name, value }) => [name, { policy: value, bindings: [] as Binding[] }]));
    for (const { index, name, value } of bindings) {
      const target = bound.get(value.policyName ?? "");
      target?.bindings.push({ name, spec: value });
      this.#report(index, this.#referenceProblems(value, target?.policy, params));
    }
    return { policies: [...bound.values()], params };
  }

  /** Returns the documents that are not nested too deeply, without parameters of the wrong type. */
  #shallow(): number[] {
    return [...this.documents.entries()].flatMap(([index, document]) => {
      if (isTooDeep(document))
        return this.#report(index, [invalid([], `must not be nested more than ${MAX_DEPTH} levels deep`)]);
      const problems = isConfigMap(document) ? configMapProblems(document) : [];
      return problems.length === 0 ? [index] : this.#report(index, problems);
    });
  }

  #policy(index: number): Placed<CompiledPolicy>[] {
    if (!isOf("ValidatingAdmissionPolicy", this.documents[index])) return [];
    const decoded: Decoding<PolicySpec> = decodePolicy(this.documents[index] as JsonObject);
    if (!decoded.value) return this.#report(index, decoded.problems);
    const { policy, problems } = compilePolicy(decoded.value, this.minor);
    const all = [...policyProblems(decoded.value, this.minor), ...problems];
    return all.length > 0 ? this.#report(index, all) : [{ index, name: policy.name, value: policy }];
  }

  #binding(index: number): Placed<BindingSpec>[] {
    if (!isOf("ValidatingAdmissionPolicyBinding", this.documents[index])) return [];
    const { value, problems } = decodeBinding(this.documents[index] as JsonObject);
    const all = value ? bindingProblems(value, this.minor) : problems;
    if (!value || all.length > 0) return this.#report(index, all);
    return [{ index, name: value.metadata.name ?? "", value: value.spec }];
  }

  /** Returns the first of all objects with the same name. */
  #withName<T>(placed: readonly Placed<T>[]): readonly Placed<T>[] {
    const known = new Set<string>();
    return placed.filter(({ index, name }) => {
      if (known.size !== known.add(name).size) return true;
      this.#report(index, [invalid(["metadata", "name"], `another document has the name ${name}`)]);
      return false;
    });
  }

  /** Returns the problems of a binding with the documents that it refers to. */
  #referenceProblems(
    { policyName = "", paramRef }: BindingSpec,
    policy: CompiledPolicy | undefined,
    params: Params,
  ): DocumentProblem[] {
    if (!policy) return this.#missingPolicy(policyName);
    const { paramKind } = policy.spec;
    if (!paramRef || !paramKind || params.isKnown(paramKind)) return [];
    const { apiVersion, kind } = paramKind;
    return [missing(["spec", "paramRef"], `there is no document of ${apiVersion} ${kind} and no CRD for it`)];
  }

  /** The problems of a policy are reported once, and not again for its bindings. */
  #missingPolicy(name: string): DocumentProblem[] {
    const names = this.documents
      .filter(isPolicy)
      .map(({ metadata }) => (isJsonObject(metadata) ? String(metadata.name) : ""));
    if (names.includes(name)) return [];
    return [missing(["spec", "policyName"], `there is no policy ${name}${didYouMean(nearest(name, names))}`)];
  }

  /** Adds problems, and returns no objects. */
  #report(index: number, problems: readonly DocumentProblem[]): [] {
    for (const problem of problems) this.problems.push({ ...problem, index });
    return [];
  }
}

function isConfigMap({ apiVersion, kind }: JsonObject): boolean {
  return apiVersion === "v1" && kind === "ConfigMap";
}

function missing(path: readonly string[], message: string): DocumentProblem {
  return { kind: "missing", path, message };
}
