/** Checks that need the history of a bundle, because one step does not show the problem. */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Change } from "../../core/model/change.js";
import { CHANNELS } from "../../core/model/channel.js";
import type { CrdVersion } from "../../core/model/crd.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { BlockedInstall } from "../../core/model/policy.js";
import { storedIn, storedVersionsOf } from "../diff/stored-versions.js";

/** A policy rule that a change violates. */
export interface ChangeProblem {
  readonly problem: Diagnostic;
  readonly change: Change;
}

/** Returns a problem for each change of a served, stored or removed version that comes too early. */
export function lineageProblems(changes: readonly Change[], before: BundleState): ChangeProblem[] {
  return changes.flatMap((change) => {
    const rule = RULES[change.subject];
    return rule ? rule(change, before) : [];
  });
}

type Rule = (change: Change, before: BundleState) => ChangeProblem[];

const RULES: Partial<Record<Change["subject"], Rule>> = {
  "version-unserved": (change, before) =>
    versionsBefore(change, before)
      .filter((version) => !version.deprecated)
      .map(({ name }) => ({ problem: diagnose("unserved-before-deprecated", { version: name }), change })),
  "version-removed": (change, before) =>
    versionsBefore(change, before)
      .map((version) => ({ ...version, isStored: storedVersionsBefore(change, before).includes(version.name) }))
      .filter(({ isStored, served }) => isStored || (change.channel === "standard" && served))
      .map(({ name, isStored }) => ({
        problem: diagnose("removed-too-early", { version: name, use: isStored ? "stored" : "served" }),
        change,
      })),
  storage: (change, before) => storageProblems(change, before),
};

/**
 * Returns a problem if the new storage version does not exist in the release before. After a rollback, that release
 * must be able to read all objects that were stored since.
 */
function storageProblems(change: Change, before: BundleState): ChangeProblem[] {
  const to = String(change.after);
  const crd = before.channels.get(change.channel)?.get(change.crd);
  if (!crd || crd.spec.versions.some((version) => version.name === to)) return [];
  return [{ problem: diagnose("storage-without-rollback", { version: to }), change }];
}

function versionsBefore(change: Change, before: BundleState): CrdVersion[] {
  const versions = before.channels.get(change.channel)?.get(change.crd)?.spec.versions ?? [];
  return versions.filter((version) => change.versions.includes(version.name));
}

function storedVersionsBefore(change: Change, before: BundleState): readonly string[] {
  const crd = before.channels.get(change.channel)?.get(change.crd);
  return crd ? storedVersionsOf(crd) : [];
}

/**
 * Returns the upgrades to `after` that the API server rejects. A cluster that ever ran a release of the lineage may
 * have objects in the storage version of that release. `status.storedVersions` lists this version until the objects are
 * migrated, and a CRD must not lose a version that is listed there. A cluster can come from either channel.
 */
export function blockedInstalls(lineage: readonly BundleState[], after: BundleState): BlockedInstall[] {
  return CHANNELS.flatMap((channel) => {
    const crds = after.channels.get(channel) ?? new Map();
    return [...crds.values()].flatMap((crd) => {
      const versions = new Set(crd.spec.versions.map((version: CrdVersion) => version.name));
      return [...storedIn(lineage, crd.metadata.name)]
        .filter(([version]) => !versions.has(version))
        .map(([version, releases]) => ({ channel, crd: crd.metadata.name, version, releases }));
    });
  });
}
