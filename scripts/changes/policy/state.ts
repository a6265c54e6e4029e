/** Finds problems of a bundle state that do not come from a change. */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { BundleState } from "../../core/model/bundle-state.js";
import type { SchemaChange } from "../../core/model/change.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import type { CrdVersion, CustomResourceDefinition } from "../../core/model/crd.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { FieldPath } from "../../core/model/field-path.js";
import type { Json } from "../../core/model/json.js";
import { compareApiVersions } from "../../core/model/version.js";
import { storageVersion } from "../../core/model/versions.js";
import { changeMessage } from "../../core/words/change.js";
import { isOfReading, isUsed } from "../diff/crds.js";
import { diffResources } from "../diff/schema.js";
import { storedBefore } from "../diff/stored-versions.js";

export interface StateProblem {
  readonly problem: Diagnostic;
  readonly channel: Channel;
  readonly crd: string;
  readonly versions: readonly string[];
  readonly path?: FieldPath;
  /** Data that distinguishes two problems at one place. */
  readonly before?: Json;
  readonly after?: Json;
  readonly digest?: string;
}

/**
 * Returns the problems of CRDs with incompatible versions. Objects may still be stored in the versions that the states
 * of the lineage stored.
 */
export function stateProblems(release: BundleState, lineage: readonly BundleState[]): StateProblem[] {
  return CHANNELS.flatMap((channel) =>
    [...(release.channels.get(channel)?.values() ?? [])].flatMap((crd) => [
      ...statusProblems(crd, channel),
      ...(channel === "standard" ? conversionProblems(crd, storedBefore(lineage, crd, channel)) : []),
    ]),
  );
}

/**
 * Returns a problem for each version that differs from the storage version in its status subresource. If a version
 * loses the subresource by mistake, clients that write status through this version change nothing.
 */
function statusProblems(crd: CustomResourceDefinition, channel: Channel): StateProblem[] {
  const storage = storageVersion(crd.spec.versions);
  if (!storage) return [];
  const has = (version: CrdVersion) => version.subresources?.status !== undefined;
  return crd.spec.versions
    .filter((version) => has(version) !== has(storage))
    .map((version) => ({
      problem: diagnose("status-differs", {
        version: version.name,
        verb: has(version) ? "has" : "lacks",
        storage: storage.name,
      }),
      channel,
      crd: crd.metadata.name,
      versions: [version.name],
    }));
}

/**
 * Returns a problem for each difference between versions that the API server does not convert. With the conversion
 * strategy None, it only changes `apiVersion`, so all versions in which objects are read or stored must be equivalent.
 */
function conversionProblems(crd: CustomResourceDefinition, isStored: (version: string) => boolean): StateProblem[] {
  if (crd.spec.conversion?.strategy === "Webhook") return [];
  const converted = crd.spec.versions.filter((version) => isUsed(version) || isStored(version.name));
  const [first, ...others] = converted.sort((a, b) => compareApiVersions(a.name, b.name));
  if (!first) return [];
  return others.flatMap((version) =>
    differencesOf(first, version).map((change) => ({
      problem: diagnose("versions-not-convertible", {
        first: first.name,
        other: version.name,
        difference: changeMessage(change),
      }),
      channel: "standard" as const,
      crd: crd.metadata.name,
      versions: [first.name, version.name],
      ...(change.path !== undefined && { path: change.path }),
      before: { [change.subject]: change.before ?? null },
      after: { [change.subject]: change.after ?? null },
      ...(change.digest !== undefined && { digest: change.digest }),
    })),
  );
}

/** Returns the differences that prevent objects of one version from being valid objects of the other. */
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
 * Reports whether the served version accepts everything at a place that the other version accepts. The other version is
 * only stored, so it may be stricter: it does not validate requests.
 */
function isOnlyLooser(changes: readonly SchemaChange[], { path, subject }: SchemaChange): boolean {
  return changes
    .filter((change) => change.path === path && change.subject === subject && !isOfReading(change))
    .every((change) => change.class === "loosening" || change.class === "addition");
}
