/** What the history of a bundle forbids, beyond what one step shows. */

import type { Change } from "../../core/model/change.js";
import { CHANNELS } from "../../core/model/channel.js";
import type { CrdVersion } from "../../core/model/crd.js";
import type { BlockedInstall } from "../../core/model/policy.js";
import type { Release } from "../../core/model/release.js";
import { storedIn, storedVersionsOf } from "../diff/stored-versions.js";

/** A rule that a change breaks: what is wrong, and what to do. */
export interface LineageProblem {
  readonly rule: string;
  readonly change: Change;
  readonly says: string;
  readonly mend: string;
}

/** Changes of the served, stored and removed versions that come too early. */
export function lineageProblems(changes: readonly Change[], before: Release): LineageProblem[] {
  return changes.flatMap((change) => {
    const rule = RULES[change.subject];
    return rule ? rule(change, before) : [];
  });
}

type Rule = (change: Change, before: Release) => LineageProblem[];

const RULES: Partial<Record<Change["subject"], Rule>> = {
  "version-unserved": (change, before) =>
    versionsBefore(change, before)
      .filter((version) => !version.deprecated)
      .map((version) => ({
        rule: "unserved-before-deprecated",
        change,
        says: `${version.name} is no longer served, but no release before deprecated it`,
        mend: "Serve it for one more release and tag it @deprecated.",
      })),
  "version-removed": (change, before) =>
    versionsBefore(change, before)
      .map((version) => ({ ...version, isStored: storedVersionsBefore(change, before).includes(version.name) }))
      .filter(({ isStored, served }) => isStored || (change.channel === "standard" && served))
      .map(({ name, isStored }) => ({
        rule: "removed-too-early",
        change,
        says: `${name} is removed, but the release before still ${isStored ? "stored objects in it" : "served it"}`,
        mend: `Keep ${name}${isStored ? "" : ", tagged @unserved,"} for this release. The order, a release each: add the new version, store it (@storageVersion), tag the old one @unserved, remove it.`,
      })),
  storage: (change, before) => storageProblems(change, before),
};

/** A rollback to the release before must be able to read what was stored since. */
function storageProblems(change: Change, before: Release): LineageProblem[] {
  const to = String(change.after);
  const crd = before.channels.get(change.channel)?.get(change.crd);
  if (!crd || crd.spec.versions.some((version) => version.name === to)) return [];
  return [
    {
      rule: "storage-without-rollback",
      change,
      says: `objects are stored in ${to}, which the release before does not have: a rollback would fail`,
      mend: `Release ${to} first, and make it the storage version in the release after.`,
    },
  ];
}

function versionsBefore(change: Change, before: Release): CrdVersion[] {
  const versions = before.channels.get(change.channel)?.get(change.crd)?.spec.versions ?? [];
  return versions.filter((version) => change.versions.includes(version.name));
}

function storedVersionsBefore(change: Change, before: Release): readonly string[] {
  const crd = before.channels.get(change.channel)?.get(change.crd);
  return crd ? storedVersionsOf(crd) : [];
}

/**
 * The upgrades to `after` that the API server refuses: a cluster that ever ran a release of the lineage may have
 * objects stored in its storage version, `status.storedVersions` keeps that version until they are migrated, and a CRD
 * may not lose a version that stands there. A cluster can come from either channel.
 */
export function blockedInstalls(lineage: readonly Release[], after: Release): BlockedInstall[] {
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
