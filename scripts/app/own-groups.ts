/** Limits the CRDs of a cluster to those that can belong to the bundle with which they are compared. */
import type { BundleState, Crds, UncomparedGroup } from "../core/model/bundle-state.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import { compareStrings } from "../core/model/diagnostic.js";
import type { StateContext } from "./open-states.js";

/**
 * Returns the older state without the CRDs of a cluster whose API groups the newer state lacks, if it is from standard
 * input: a cluster has CRDs that did not come from the bundle. CRDs that the newer state has under another name stay, and
 * so do those that no cluster wrote. Sends a remark about the others.
 */
export function withinGroupsOf(
  after: BundleState,
  before: BundleState,
  { diffOptions, remark }: Pick<StateContext, "diffOptions" | "remark">,
): BundleState {
  if (!before.isFromInput) return before;
  const later = crdsIn(after);
  const groups = new Set(later.map(({ spec }) => spec.group));
  const names = new Set(later.map(({ metadata }) => metadata.name));
  const isCompared = (crd: CustomResourceDefinition) => {
    const { name } = crd.metadata;
    return groups.has(crd.spec.group) || names.has(diffOptions.renamedKinds.get(name) ?? name) || !isFromCluster(crd);
  };
  const uncompared = byGroup(crdsIn(before).filter((crd) => !isCompared(crd)));
  if (uncompared.length === 0) return before;
  const kept = [...before.channels].flatMap(([channel, crds]) => {
    const own = [...crds].filter(([, crd]) => isCompared(crd));
    return own.length > 0 ? [[channel, new Map(own)] as const] : [];
  });
  remark({ about: "crds-of-other-groups", uncompared, state: after.name });
  return { ...before, channels: kept.length > 0 ? new Map(kept) : emptyChannels(after), uncompared };
}

/** Reports whether a CRD was read from a cluster. Only the API server sets these fields. */
function isFromCluster({ metadata, status }: CustomResourceDefinition): boolean {
  const isStored = status?.storedVersions && status.storedVersions.length > 0;
  return isStored || "uid" in metadata || "resourceVersion" in metadata;
}

function byGroup(crds: readonly CustomResourceDefinition[]): UncomparedGroup[] {
  const groups = new Map<string, string[]>();
  for (const { metadata, spec } of crds) groups.set(spec.group, [...(groups.get(spec.group) ?? []), metadata.name]);
  const sorted = [...groups].sort(([one], [other]) => compareStrings(one, other));
  return sorted.map(([group, names]) => ({ group, crds: [...new Set(names)].sort(compareStrings) }));
}

function crdsIn({ channels }: BundleState): readonly CustomResourceDefinition[] {
  return [...channels.values()].flatMap((crds) => [...crds.values()]);
}

/** Returns the channels of a cluster that has no CRD of a bundle, so everything in the bundle is new there. */
function emptyChannels({ channels }: BundleState): BundleState["channels"] {
  return new Map([...channels.keys()].map((channel): [typeof channel, Crds] => [channel, new Map()]));
}
