/** Limits the CRDs of a cluster to those that can belong to the bundle with which they are compared. */
import type { BundleState, Crds } from "../core/model/bundle-state.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import type { StateContext } from "./open-states.js";

/**
 * Returns the older state without the CRDs of API groups that the newer one lacks, if it is from standard input: it may
 * contain all CRDs of a cluster, which did not all come from the bundle. CRDs that the newer state has under another
 * name stay. Sends a remark with the number of the others.
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
  const isKept = ({ metadata: { name }, spec: { group } }: CustomResourceDefinition) =>
    groups.has(group) || names.has(diffOptions.renamedKinds.get(name) ?? name);
  const kept = [...before.channels].flatMap(([channel, crds]) => {
    const own = [...crds].filter(([, crd]) => isKept(crd));
    return own.length > 0 ? [[channel, new Map(own)] as const] : [];
  });
  const channels = kept.length > 0 ? new Map(kept) : emptyChannels(after);
  const state = { ...before, channels };
  const count = crdsIn(before).length - crdsIn(state).length;
  if (count > 0) remark({ about: "crds-of-other-groups", count, state: after.name });
  return state;
}

function crdsIn({ channels }: BundleState): readonly CustomResourceDefinition[] {
  return [...channels.values()].flatMap((crds) => [...crds.values()]);
}

/** Returns the channels of a cluster that has no CRD of a bundle, so everything in the bundle is new there. */
function emptyChannels({ channels }: BundleState): BundleState["channels"] {
  return new Map([...channels.keys()].map((channel): [typeof channel, Crds] => [channel, new Map()]));
}
