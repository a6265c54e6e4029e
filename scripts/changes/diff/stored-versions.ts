/**
 * The versions that objects may be stored in. An object stays stored in the version that it was written in, whatever
 * has been served and stored since, until somebody writes it again.
 */

import type { BundleState } from "../../core/model/bundle-state.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";

/** The versions that one CRD tells of: its storage version, and those that the API server lists. */
export function storedVersionsOf(crd: CustomResourceDefinition): string[] {
  const storage = crd.spec.versions.filter((version) => version.storage).map(({ name }) => name);
  return [...new Set([...storage, ...listedVersionsOf(crd)])];
}

/**
 * The versions that a CRD was stored in, each with the states that stored it, oldest first. A cluster can come from
 * any of the channels. One that lists its stored versions has migrated the others.
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
 * Whether there may be objects of a version when a CRD comes to be as it is in `after`: the states before stored it, or
 * `after` is of a cluster that has them. What `after` only begins to store has none. The experimental channel has all
 * that the standard one has, and takes its objects over; who leaves it is promised nothing.
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

/** A file may have an empty status, which tells nothing: a cluster stores at least one version. */
function isOfCluster(crd: CustomResourceDefinition): boolean {
  return listedVersionsOf(crd).length > 0;
}

function listedVersionsOf({ status }: CustomResourceDefinition): readonly string[] {
  return status?.storedVersions ?? [];
}
