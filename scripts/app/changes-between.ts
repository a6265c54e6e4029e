import { diffReleases } from "../changes/diff/releases.js";
import { withOrigins } from "../changes/origins/origins.js";
import type { BundleState } from "../core/model/bundle-state.js";
import type { Change } from "../core/model/change.js";
import type { StateContext } from "./open-states.js";

/** Returns all changes from the last state of a lineage to another state, with their origins. */
export async function changesBetween(
  lineage: readonly BundleState[],
  after: BundleState,
  { diffOptions, readKubernetesTypes }: Pick<StateContext, "diffOptions" | "readKubernetesTypes">,
): Promise<readonly Change[]> {
  const before = lineage.at(-1);
  if (!before) return [];
  const changes = diffReleases(before, after, diffOptions, lineage);
  return changes.length === 0 ? [] : withOrigins(changes, before, after, await readKubernetesTypes());
}
