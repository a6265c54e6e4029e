/**
 * Versions in which objects may be stored. An object stays in the version in which it was written until it is written
 * again, even if other versions are served and stored since.
 */

import type { BundleState } from "../../core/model/bundle-state.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";

/** Returns the stored versions that one CRD shows: its storage version and those in `status.storedVersions`. */
export function storedVersionsOf(crd: CustomResourceDefinition): string[] {
  const storage = crd.spec.versions.filter((version) => version.storage).map(({ name }) => name);
  return [...new Set([...storage, ...listedVersionsOf(crd)])];
}

/**
 * Returns the versions in which a CRD was stored, each with the states that stored it, oldest first. A cluster can come
 * from any of the channels. If a state lists its stored versions, it has migrated all others.
 */
export function storedIn(
  states: readonly BundleState[],
  crd: string,
  channels: readonly Channel[] = CHANNELS,
): Map<string, string[]> {
  let stored = new Map<string, string[]>();
  for (const state of states) {
    const crds = channels.flatMap((channel) => state.channels.get(channel)?.get(crd) ?? []);
    const versions = new Set(crds.flatMap(storedVersionsOf));
    if (crds.some(isOfCluster)) stored = new Map([...stored].filter(([version]) => versions.has(version)));
    for (const version of versions) stored.set(version, [...(stored.get(version) ?? []), state.name]);
  }
  return stored;
}

/**
 * Returns a function that reports whether objects of a version may exist when a CRD changes to `after`. They may exist
 * if an earlier state stored the version, or if `after` comes from a cluster that lists it. A version that `after` only
 * starts to store has no objects. The experimental channel contains everything in the standard channel and takes over
 * its objects. Clusters that leave the experimental channel have no such guarantee.
 */
export function storedBefore(
  states: readonly BundleState[],
  after: CustomResourceDefinition,
  channel: Channel,
): (version: string) => boolean {
  const channels = channel === "standard" ? [channel] : CHANNELS;
  let known: ReadonlySet<string> | undefined;
  return (version) => {
    known ??= new Set([...storedIn(states, after.metadata.name, channels).keys(), ...listedVersionsOf(after)]);
    return known.has(version);
  };
}

/**
 * Reports whether a CRD comes from a cluster, which stores at least one version. In a file, the status may be empty and
 * then has no meaning.
 */
function isOfCluster(crd: CustomResourceDefinition): boolean {
  return listedVersionsOf(crd).length > 0;
}

function listedVersionsOf({ status }: CustomResourceDefinition): readonly string[] {
  return status?.storedVersions ?? [];
}
