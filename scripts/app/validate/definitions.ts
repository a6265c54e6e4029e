/** Finds the CRD and the version that define an object. */
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import { groupOf, kindOf, versionsOf } from "../../core/model/crd-parts.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { type JsonObject, sameJson } from "../../core/model/json.js";
import { nearest } from "../../core/nearest.js";
import { type CompiledVersion, compileVersion } from "../../kubernetes/admission/compile-version.js";
import { type CheckedSubject, type Cluster, checkSubject, nameOf } from "../check/problems.js";
import type { Subject } from "../check/subject.js";
import type { Manifest } from "../manifests.js";
import { groupVersionKind } from "../object-names.js";
import { isBuiltin, nearestBuiltin } from "./builtin-kinds.js";

/** Definition of an object, or the reason for which there is none. */
export type Definition = { readonly version: CompiledVersion } | { readonly problem: Diagnostic } | "builtin";

/** The kinds that CRDs define. Each CRD is checked, and each version compiled, when the first object needs it. */
export class Definitions {
  /** The names of CRDs that are given several times, or whose kinds other CRDs define as well, differently. */
  readonly repeated: readonly string[];
  readonly #subjects = new Map<string, Subject>();
  readonly #versions = new Map<Subject, Map<string, CompiledVersion | undefined>>();
  readonly #checked = new Map<Subject, CheckedSubject>();
  /** The CRDs of the kinds that objects have. */
  readonly #needed = new Set<Subject>();

  /** If several CRDs define a kind or have the same name, the first one is used. */
  constructor(
    subjects: readonly Subject[],
    readonly cluster: Cluster,
  ) {
    const repeated = new Set<string>();
    const byName = new Map<string, Subject>();
    for (const subject of subjects) {
      const name = nameOf(subject.crd);
      const key = keyOf(groupOf(subject.crd), kindOf(subject.crd));
      const first = this.#subjects.get(key) ?? byName.get(name);
      if (first && !sameJson(first.crd, subject.crd)) repeated.add(name);
      if (first) continue;
      this.#subjects.set(key, subject);
      byName.set(name, subject);
    }
    this.repeated = [...repeated];
  }

  /** Checks a CRD, once. If another version of it is installed, it is checked as an update. */
  check(subject: Subject): CheckedSubject {
    const known = this.#checked.get(subject) ?? checkSubject(subject, this.cluster);
    this.#checked.set(subject, known);
    return known;
  }

  /** The problems of the CRDs that objects need and that the API server rejects. */
  get diagnostics(): Diagnostic[] {
    const needed = [...this.#needed].map((subject) => this.check(subject));
    return needed.filter(({ checked }) => !checked.isAccepted).flatMap(({ found }) => found);
  }

  /** The CRDs that define the kinds. */
  get crds(): JsonObject[] {
    return [...this.#subjects.values()].map(({ crd }) => crd);
  }

  /** Returns the definition of an object. */
  of({ value, placeOf }: Manifest): Definition {
    const { apiVersion, group, version, kind } = groupVersionKind(value);
    const subject = this.#subjects.get(keyOf(group, kind));
    if (!subject) {
      if (version !== "" && isBuiltin(group, kind)) return "builtin";
      const near = this.#nearest(group, kind);
      const problem = diagnose("object-kind-unknown", { apiVersion, kind, nearest: near }, placeOf(["kind"]));
      return { problem: inManifest(problem) };
    }
    if (!this.#isAccepted(subject)) {
      const problem = diagnose("object-crd-rejected", { crd: nameOf(subject.crd) }, placeOf(["kind"]));
      return { problem: inManifest(problem) };
    }
    const found = this.#version(subject, version);
    if (found?.isServed) return { version: found };
    const served = servedVersions(subject.crd).join(", ");
    const problem = diagnose("object-version-unknown", { kind, version, served }, placeOf(["apiVersion"]));
    return { problem: inManifest(problem) };
  }

  /** Returns the version of an object if a CRD that the API server accepts serves it. */
  find(object: JsonObject): CompiledVersion | undefined {
    const { group, version, kind } = groupVersionKind(object);
    const subject = this.#subjects.get(keyOf(group, kind));
    const found = subject && this.#isAccepted(subject) ? this.#version(subject, version) : undefined;
    return found?.isServed ? found : undefined;
  }

  /** Returns a similar kind of the group, or the apiVersion of the kind in another group. */
  #nearest(group: string, kind: string): string | undefined {
    const crds = [...this.#subjects.values()].map(({ crd }) => crd);
    const sameKind = crds.find((crd) => kindOf(crd) === kind);
    if (sameKind) return `apiVersion ${groupOf(sameKind)}/${servedVersions(sameKind).at(0) ?? ""}`;
    const kinds = crds.filter((crd) => groupOf(crd) === group).map(kindOf);
    return nearest(kind, kinds) ?? nearestBuiltin(group, kind);
  }

  #isAccepted(subject: Subject): boolean {
    this.#needed.add(subject);
    return this.check(subject).checked.isAccepted;
  }

  #version(subject: Subject, version: string): CompiledVersion | undefined {
    const versions = this.#versions.get(subject) ?? new Map<string, CompiledVersion | undefined>();
    this.#versions.set(subject, versions);
    if (!versions.has(version)) versions.set(version, compileVersion(subject.crd, version, this.cluster.minor));
    return versions.get(version);
  }
}

function keyOf(group: string, kind: string): string {
  return `${group}\0${kind}`;
}

/** Returns the names of the versions that a CRD serves. */
export function servedVersions(crd: JsonObject): string[] {
  return versionsOf(crd)
    .filter(({ served }) => served === true)
    .map(({ name }) => String(name));
}
