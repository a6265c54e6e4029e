/** What is wrong with a state of a bundle as such, whatever was before. */

import { CHANNELS, type Channel } from "../../core/model/channel.js";
import type { CrdVersion, CustomResourceDefinition } from "../../core/model/crd.js";
import type { Json } from "../../core/model/json.js";
import type { Release } from "../../core/model/release.js";
import { compareApiVersions } from "../../core/model/version.js";
import { storageVersion } from "../../core/model/versions.js";
import { isOfReading, isUsed } from "../diff/crds.js";
import { diffResources } from "../diff/schema.js";
import type { SchemaChange } from "../diff/schema-change.js";
import { storedBefore } from "../diff/stored-versions.js";

export interface StateProblem {
  readonly rule: string;
  readonly channel: Channel;
  readonly crd: string;
  readonly versions: readonly string[];
  readonly path?: string;
  /** What tells two problems at one place apart. */
  readonly before?: Json;
  readonly after?: Json;
  readonly digest?: string;
  readonly says: string;
  readonly mend: string;
}

/** Versions of one CRD that do not go together. Objects may still be stored as the states of the lineage stored them. */
export function stateProblems(release: Release, lineage: readonly Release[]): StateProblem[] {
  return CHANNELS.flatMap((channel) =>
    [...(release.channels.get(channel)?.values() ?? [])].flatMap((crd) => [
      ...statusProblems(crd, channel),
      ...(channel === "standard" ? conversionProblems(crd, storedBefore(lineage, crd, channel)) : []),
    ]),
  );
}

/** A version that loses its status subresource by mistake: who writes status through it changes nothing. */
function statusProblems(crd: CustomResourceDefinition, channel: Channel): StateProblem[] {
  const storage = storageVersion(crd.spec.versions);
  const has = (version: CrdVersion | undefined) => version?.subresources?.status !== undefined;
  return crd.spec.versions
    .filter((version) => storage !== undefined && has(version) !== has(storage))
    .map((version) => ({
      rule: "status-differs",
      channel,
      crd: crd.metadata.name,
      versions: [version.name],
      says: `${version.name} ${has(version) ? "has" : "lacks"} the status subresource, unlike the storage version ${storage?.name}`,
      mend: "Give all versions the same.",
    }));
}

/**
 * With the conversion strategy None the API server only changes apiVersion: the versions that objects are read or stored
 * in must be alike.
 */
function conversionProblems(crd: CustomResourceDefinition, isStored: (version: string) => boolean): StateProblem[] {
  if (crd.spec.conversion?.strategy === "Webhook") return [];
  const converted = crd.spec.versions.filter((version) => isUsed(version) || isStored(version.name));
  const [first, ...others] = converted.sort((a, b) => compareApiVersions(a.name, b.name));
  if (!first) return [];
  return others.flatMap((version) =>
    differencesOf(first, version).map((change) => ({
      rule: "versions-not-convertible",
      channel: "standard" as const,
      crd: crd.metadata.name,
      versions: [first.name, version.name],
      ...(change.path !== undefined && { path: change.path }),
      before: { [change.subject]: change.before ?? null },
      after: { [change.subject]: change.after ?? null },
      ...(change.digest !== undefined && { digest: change.digest }),
      says: `objects are converted between ${first.name} and ${version.name} by apiVersion alone, but the two differ: ${change.says}`,
      mend: "Make the two the same, or have a webhook convert them.",
    })),
  );
}

/** What keeps objects of one version from being objects of the other. */
function differencesOf(one: CrdVersion, other: CrdVersion): SchemaChange[] {
  const [differences, back] = [changesTo(one, other), changesTo(other, one)];
  if (one.served === other.served) return differences;
  const stored = one.served ? back : differences;
  return differences.filter((difference) => isOfReading(difference) || !isOnlyLooser(stored, difference));
}

function changesTo(from: CrdVersion, to: CrdVersion): SchemaChange[] {
  const changes = diffResources(from.schema.openAPIV3Schema, to.schema.openAPIV3Schema, new Map());
  return changes.filter((change) => change.class !== "wording");
}

/**
 * Whether the version that is served admits all that the one that is only stored admits there. That one may be stricter,
 * since it validates no request.
 */
function isOnlyLooser(changes: readonly SchemaChange[], { path, subject }: SchemaChange): boolean {
  return changes
    .filter((change) => change.path === path && change.subject === subject && !isOfReading(change))
    .every((change) => change.class === "loosening" || change.class === "addition");
}
