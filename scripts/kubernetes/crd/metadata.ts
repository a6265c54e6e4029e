import { annotationKeyProblem, crdName, labelKeyProblem, labelValueProblem } from "../../core/model/names.js";
import { ANNOTATIONS_LIMIT, pairBytes } from "../validation/sizes.js";
import type { Metadata, OwnerReference } from "./crd.js";
import { accepted, type CrdProblem, type Path, problem } from "./problem.js";
import { type Rule, requiredProblem } from "./rule.js";

/** Checks the metadata, except what only the API server sets. */
export const metadataRule: Rule = {
  check: ({ metadata }, old) => [
    ...namespaceProblems(metadata),
    ...objectMetaProblems(metadata),
    ...newFinalizerProblems(metadata, old?.metadata),
  ],
};

/**
 * Returns the problems of the metadata of any object, except those of its name and namespace. The paths start with
 * `metadata`.
 *
 * Source: apimachinery pkg/api/validation/objectmeta.go.
 */
export function objectMetaProblems(metadata: Metadata): CrdProblem[] {
  return [
    ...labelProblems(metadata),
    ...annotationProblems(metadata),
    ...ownerProblems(metadata),
    ...finalizerProblems(metadata),
  ];
}

/**
 * Checks that there is no namespace. The API server removes the namespace before the validation (k8s.io/apiserver
 * pkg/registry/rest/meta.go), but the author expects another result.
 */
function namespaceProblems({ namespace }: Metadata): CrdProblem[] {
  if (namespace === undefined) return [];
  return [accepted(metadataProblem("namespace", "a CRD is not namespaced", ["metadata", "namespace"]))];
}

/** Checks the name of a new CRD, which follows from its plural and its group. A missing one has its own problem. */
export const crdNameRule: Rule = {
  check: ({ metadata: { name, generateName }, names: { plural }, group }, old) => {
    if (old) return [];
    if (plural === undefined || group === "") return requiredProblem(name, ["metadata", "name"]);
    const expected = crdName(plural, group);
    const given = Object.entries({ name, generateName }).filter(([, value]) => value !== undefined);
    return [
      ...requiredProblem(name, ["metadata", "name"]),
      ...given
        .filter(([, value]) => value !== expected)
        .map(([key, value]) => problem("crd-name", { name: value ?? "", expected }, ["metadata", key])),
    ];
  },
};

/** Returns the problem of a field of the metadata. */
export function metadataProblem(field: string, cause: string, path: Path): CrdProblem {
  return problem("crd-metadata", { field, problem: cause }, path);
}

function labelProblems({ labels = {} }: Metadata): CrdProblem[] {
  return Object.entries(labels).flatMap(([key, value]) =>
    [labelKeyProblem(key), labelValueProblem(value)]
      .filter((cause) => cause !== undefined)
      .map((cause) => metadataProblem(`label ${key}`, cause, ["metadata", "labels", key])),
  );
}

function annotationProblems({ annotations = {} }: Metadata): CrdProblem[] {
  const path = ["metadata", "annotations"];
  const size = pairBytes(annotations);
  const keys = Object.keys(annotations).flatMap((key) => {
    const cause = annotationKeyProblem(key);
    return cause === undefined ? [] : [metadataProblem(`annotation ${key}`, cause, [...path, key])];
  });
  if (size <= ANNOTATIONS_LIMIT) return keys;
  return [...keys, metadataProblem("annotations", `must have at most ${ANNOTATIONS_LIMIT} bytes, not ${size}`, path)];
}

function finalizerProblems({ finalizers = [] }: Metadata): CrdProblem[] {
  const path = ["metadata", "finalizers"];
  const invalid = finalizers.flatMap((finalizer, index) => {
    const cause = labelKeyProblem(finalizer);
    return cause === undefined ? [] : [metadataProblem(`finalizer "${finalizer}"`, cause, [...path, index])];
  });
  if (!finalizers.includes("orphan") || !finalizers.includes("foregroundDeletion")) return invalid;
  return [...invalid, metadataProblem("finalizers", "must not contain both orphan and foregroundDeletion", path)];
}

/** Checks that an update adds no finalizer to an object that is being deleted. */
export function newFinalizerProblems({ finalizers = [] }: Metadata, old: Metadata = {}): CrdProblem[] {
  const known = new Set(old.finalizers);
  if (old.deletionTimestamp === undefined || finalizers.every((finalizer) => known.has(finalizer))) return [];
  const cause = "an object that is being deleted cannot get new finalizers";
  return [metadataProblem("finalizers", cause, ["metadata", "finalizers"])];
}

const OWNER_FIELDS = ["apiVersion", "kind", "name", "uid"] as const;

function ownerProblems({ ownerReferences = [] }: Metadata): CrdProblem[] {
  const path = ["metadata", "ownerReferences"];
  const controllers = ownerReferences.filter(({ controller }) => controller === true);
  return [
    ...ownerReferences.flatMap((owner, index) => [
      ...OWNER_FIELDS.flatMap((field) => requiredProblem(owner[field], [...path, index, field])),
      ...ownerVersionProblem(owner, [...path, index]),
    ]),
    ...(controllers.length > 1 ? [metadataProblem("ownerReferences", "must have only one controller", path)] : []),
  ];
}

function ownerVersionProblem({ apiVersion, kind }: OwnerReference, path: Path): CrdProblem[] {
  if (apiVersion === undefined) return [];
  if (apiVersion === "v1" && kind === "Event") return [metadataProblem("owner", "must not be an Event", path)];
  if (/^([^/]*\/)?[^/]+$/.test(apiVersion)) return [];
  return [metadataProblem("owner", "must have a group and a version in apiVersion", [...path, "apiVersion"])];
}
