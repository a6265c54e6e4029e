/**
 * Finds records of maintainers, such as attestations, that refer to nothing that exists. They would have no effect, and
 * nobody would notice.
 */
import { gt } from "semver";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { ApiModel } from "../../core/model/api.js";
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Conversion } from "../../core/model/conversion.js";
import { type Diagnostic, inSourceOrder } from "../../core/model/diagnostic.js";
import type { FieldPath } from "../../core/model/field-path.js";
import type { Location } from "../../core/model/location.js";
import type { Attestation, Placed, Profile } from "../../core/model/policy.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { walkModel } from "../../core/model/walk.js";
import { nearest } from "../../core/nearest.js";
import type { History } from "./conversion-ends.js";
import { unmatchedConversions } from "./conversions.js";
import { leadsToField, nearestPath } from "./field-lookup.js";

interface Answers {
  readonly attestations: readonly Placed<Attestation>[];
  readonly conversions: readonly Placed<Conversion>[];
}

/**
 * Returns a diagnostic for each attestation that names a criterion that the profile does not require, or a CRD or field
 * that no state has, and for each conversion that does not match the states of its release.
 */
export function unmatchedAnswers(
  { attestations, conversions }: Answers,
  history: History,
  profile: Profile,
): Diagnostic[] {
  const known = new KnownFields([...history.releases, history.tree]);
  return inSourceOrder([
    ...attestations.flatMap((record) => [
      ...criterionProblem(record, profile),
      ...known.crdProblem(record.crd, record.placeOf(["crd"])),
      ...(record.path === undefined ? [] : known.pathProblem(record.crd, record.path, record.placeOf(["path"]))),
    ]),
    ...unmatchedConversions(conversions, history),
  ]);
}

/**
 * Returns a diagnostic if the profile does not require the criterion. If it requires no attestations at all, those for
 * another profile can stay.
 */
function criterionProblem({ criterion, placeOf }: Placed<Attestation>, { name, graduation }: Profile): Diagnostic[] {
  const criteria = graduation.attestations;
  if (criteria.length === 0 || criteria.includes(criterion)) return [];
  const about = { criterion, profile: name, criteria: criteria.join(", "), nearest: nearest(criterion, criteria) };
  return [diagnose("attestation-criterion", about, placeOf(["criterion"]))];
}

/** CRDs of several states by name, with the fields that they have in any version of any state. */
class KnownFields {
  readonly #roots = new Map<string, StructuralSchema[]>();

  constructor(states: readonly BundleState[]) {
    for (const crd of states.flatMap(({ channels }) => [...channels.values()].flatMap((crds) => [...crds.values()]))) {
      const roots = crd.spec.versions.map(({ schema }) => schema.openAPIV3Schema);
      this.#roots.set(crd.metadata.name, [...(this.#roots.get(crd.metadata.name) ?? []), ...roots]);
    }
  }

  /** Returns a diagnostic if no state has the CRD. */
  crdProblem(crd: string, location: Location): Diagnostic[] {
    if (this.#roots.has(crd)) return [];
    return [diagnose("answer-crd-unknown", { crd, nearest: nearest(crd, this.#roots.keys()) }, location)];
  }

  /** Returns a diagnostic if states have the CRD, but none of them has the field. */
  pathProblem(crd: string, path: FieldPath, location: Location): Diagnostic[] {
    const roots = this.#roots.get(crd) ?? [];
    if (roots.length === 0 || roots.some((root) => leadsToField(root, path))) return [];
    return [diagnose("answer-path-unknown", { crd, path, nearest: nearestPath(roots, path) }, location)];
  }
}

/** Returns a diagnostic for each tombstone of a release that is later than any possible next release. */
export function tombstoneProblems(model: ApiModel, latest: string): Diagnostic[] {
  return [...walkModel(model)].flatMap(({ node }) =>
    (node.form === "object" ? node.tombstones : [])
      .filter(({ since }) => gt(since, latest))
      .map(({ field, since, location }) => diagnose("tombstone-version", { field, version: since, latest }, location)),
  );
}
