/** Names of kinds, versions and channels in release notes. */
import type { BundleState } from "../../core/model/bundle-state.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import { compareApiVersions } from "../../core/model/version.js";
import { words } from "./markdown/write.js";

/** Returns the CRD of a channel in the first state that has it. */
export function crdIn(
  channel: Channel,
  name: string,
  ...states: readonly (BundleState | undefined)[]
): CustomResourceDefinition | undefined {
  for (const state of states) {
    const crd = state?.channels.get(channel)?.get(name);
    if (crd) return crd;
  }
  return undefined;
}

/**
 * Returns a function that names CRDs by their kind, such as `HTTPRoute`. If several groups have the kind, the name
 * includes the group.
 */
export function kindNames(...states: readonly (BundleState | undefined)[]): (crd: string) => string {
  const crds = new Map(
    states.flatMap((state) => [...(state?.channels.values() ?? [])].flatMap((channel) => [...channel])).toReversed(),
  );
  return (name) => {
    const spec = crds.get(name)?.spec;
    if (!spec) return words(name);
    const isShared = [...crds].some(([other, crd]) => other !== name && crd.spec.names.kind === spec.names.kind);
    return words(isShared ? `${spec.names.kind}.${spec.group}` : spec.names.kind);
  };
}

/** Returns the served versions, the preferred one first. */
export function servedVersions(crd: CustomResourceDefinition | undefined): string[] {
  const served = (crd?.spec.versions ?? []).filter((version) => version.served);
  return served.map(({ name }) => name).sort(compareApiVersions);
}

/** Returns all versions, the preferred one first, each with its status, such as `v1beta1 (deprecated)`. */
export function versionsOf(crd: CustomResourceDefinition): string[] {
  return crd.spec.versions
    .toSorted((a, b) => compareApiVersions(a.name, b.name))
    .map(({ name, served, deprecated }) => {
      const remark = served ? deprecated && "deprecated" : "not served";
      return remark ? `${name} (${remark})` : name;
    });
}

/** Returns a phrase such as `standard channel` or `standard and experimental channels`. */
export function inWords(channels: readonly Channel[]): string {
  const names = CHANNELS.filter((channel) => channels.includes(channel));
  return `${names.join(" and ")} channel${names.length > 1 ? "s" : ""}`;
}
