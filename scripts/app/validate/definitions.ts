/** Finds the CRD and the version that define an object. */
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonArray, isJsonObject, type JsonObject } from "../../core/model/json.js";
import { nearest } from "../../core/nearest.js";
import { type CompiledVersion, compileVersion } from "../../kubernetes/admission/compile-version.js";
import { checkSubject, nameOf } from "../check/problems.js";
import type { Subject } from "../check/subject.js";
import type { Manifest } from "../manifests.js";

/** Definition of an object, or the reason for which there is none. */
export type Definition = { readonly version: CompiledVersion } | { readonly problem: Diagnostic } | "builtin";

/** The kinds that CRDs define. Each CRD is checked, and each version compiled, when the first object needs it. */
export class Definitions {
  /** The problems of the CRDs that were needed. */
  readonly diagnostics: Diagnostic[] = [];
  readonly #subjects = new Map<string, Subject>();
  readonly #versions = new Map<string, CompiledVersion | undefined>();
  readonly #accepted = new Map<Subject, boolean>();

  constructor(
    subjects: readonly Subject[],
    readonly minor: number,
  ) {
    for (const subject of subjects) {
      const key = keyOf(groupOf(subject.crd), kindOf(subject.crd));
      if (!this.#subjects.has(key)) this.#subjects.set(key, subject);
    }
  }

  /** Returns the definition of an object. */
  of({ value, placeOf }: Manifest): Definition {
    const { apiVersion = "", kind = "" } = typeOf(value);
    const slash = apiVersion.indexOf("/");
    const [group, version] = slash < 0 ? ["", apiVersion] : [apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
    const subject = this.#subjects.get(keyOf(group, kind));
    if (!subject) {
      if (kind !== "" && version !== "" && isBuiltin(group)) return "builtin";
      const near = nearest(kind, this.#kindsOf(group));
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

  #kindsOf(group: string): string[] {
    return [...this.#subjects.values()].filter(({ crd }) => groupOf(crd) === group).map(({ crd }) => kindOf(crd));
  }

  /** Checks a CRD once. Its errors are reported, even if the API server accepts it despite them. */
  #isAccepted(subject: Subject): boolean {
    const known = this.#accepted.get(subject);
    if (known !== undefined) return known;
    const { found, checked } = checkSubject(subject, { minor: this.minor, installed: new Map() });
    if (!checked.isAccepted) this.diagnostics.push(...found);
    this.#accepted.set(subject, checked.isAccepted);
    return checked.isAccepted;
  }

  #version(subject: Subject, version: string): CompiledVersion | undefined {
    const key = `${nameOf(subject.crd)}\0${version}`;
    if (!this.#versions.has(key)) this.#versions.set(key, compileVersion(subject.crd, version, this.minor));
    return this.#versions.get(key);
  }
}

/** Returns the type of an object. A part that is not a string counts as missing. */
export function typeOf({ apiVersion, kind }: JsonObject): { readonly apiVersion?: string; readonly kind?: string } {
  return {
    ...(typeof apiVersion === "string" && { apiVersion }),
    ...(typeof kind === "string" && { kind }),
  };
}

/** Groups with a dot that the API server itself serves. Groups without a dot are its own, too. */
const BUILTIN_GROUPS: ReadonlySet<string> = new Set(
  [
    "admissionregistration",
    "apiextensions",
    "apiregistration",
    "authentication",
    "authorization",
    "certificates",
    "coordination",
    "discovery",
    "events",
    "flowcontrol.apiserver",
    "internal.apiserver",
    "networking",
    "node",
    "rbac.authorization",
    "resource",
    "scheduling",
    "storage",
    "storagemigration",
  ].map((name) => `${name}.k8s.io`),
);

function isBuiltin(group: string): boolean {
  return !group.includes(".") || BUILTIN_GROUPS.has(group);
}

function keyOf(group: string, kind: string): string {
  return `${group}\0${kind}`;
}

function groupOf({ spec }: JsonObject): string {
  return isJsonObject(spec) && typeof spec.group === "string" ? spec.group : "";
}

function kindOf({ spec }: JsonObject): string {
  const names = isJsonObject(spec) ? spec.names : undefined;
  return isJsonObject(names) && typeof names.kind === "string" ? names.kind : "";
}

/** Returns the names of the versions that a CRD serves. */
export function servedVersions({ spec }: JsonObject): string[] {
  const versions = isJsonObject(spec) && isJsonArray(spec.versions) ? spec.versions.filter(isJsonObject) : [];
  return versions.filter(({ served }) => served === true).map(({ name }) => String(name));
}
