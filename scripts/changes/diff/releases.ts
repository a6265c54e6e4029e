/** Compares two states of a bundle. */
import type { BundleState, Crds } from "../../core/model/bundle-state.js";
import type { Change, CrdChange } from "../../core/model/change.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import { compareStrings } from "../../core/model/diagnostic.js";
import { changeMessage } from "../../core/words/change.js";
import { diffCrds } from "./crds.js";
import type { DiffOptions } from "./diff-options.js";
import { digestOfCrd } from "./digests.js";
import { markGraduations } from "./graduations.js";
import { storedBefore } from "./stored-versions.js";
import { sharingEffort } from "./values/effort.js";

/**
 * Returns all changes from one state to another in a fixed order, by channel and CRD. Additions that were in the
 * experimental channel before are marked as graduations. `lineage` contains the known states up to `before`, oldest
 * first, because objects may still be stored in their versions.
 */
export function diffReleases(
  before: BundleState,
  after: BundleState,
  options: DiffOptions,
  lineage: readonly BundleState[] = [before],
): Change[] {
  return sharingEffort(() =>
    comparedChannels(before, after).flatMap((channel) => {
      const [old, now] = [before.channels.get(channel), after.channels.get(channel)];
      const changes = diffChannel(old ?? new Map(), now ?? new Map(), channel, options, lineage);
      return channel === "standard" ? markGraduations(changes, before, after, options) : changes;
    }),
  );
}

/**
 * Returns the channels in which two states can be compared. If a complete bundle lacks a channel, its kinds were
 * removed or are not added yet. If a partial state lacks a channel, nothing is known about that channel.
 */
export function comparedChannels(before: BundleState, after: BundleState): Channel[] {
  return CHANNELS.filter((channel) => {
    const states = [before, after].filter((state) => state.channels.has(channel) || !state.isPartial);
    return states.length === 2 && states.some((state) => state.channels.has(channel));
  });
}

function diffChannel(
  before: Crds,
  after: Crds,
  channel: Channel,
  options: DiffOptions,
  lineage: readonly BundleState[],
): Change[] {
  const targets = new Map(
    [...before.keys()].map((name) => [name, after.has(name) ? name : options.renamedKinds.get(name)]),
  );
  const changes: Change[] = [];
  const add = (crd: string, list: readonly CrdChange[]) => {
    for (const change of list) changes.push({ channel, crd, ...change });
  };
  for (const [name, crd] of before) {
    const target = targets.get(name);
    const successor = target === undefined ? undefined : after.get(target);
    if (!successor) add(name, [{ subject: "kind-removed", class: "break", versions: [] }]);
    else if (target !== name) {
      const digest = digestOfCrd(successor);
      add(name, [{ subject: "kind-renamed", class: "break", versions: [], after: successor.metadata.name, digest }]);
    } else {
      const moves = options.moves.get(name) ?? new Map();
      const isStored = storedBefore(lineage, successor, channel);
      // A cluster can come from the other channel, so it can still have objects in a version that is removed.
      const isStoredAnywhere = storedBefore(lineage, successor, "experimental");
      add(name, diffCrds(crd, successor, moves, options.stamps, isStored, isStoredAnywhere));
    }
  }
  const known = new Set(targets.values());
  for (const [name, crd] of after) {
    if (known.has(name)) continue;
    const digest = digestOfCrd(crd);
    add(name, [{ subject: "kind-added", class: "addition", versions: [], digest }]);
  }
  return changes.sort(compareChanges);
}

/**
 * Orders changes by CRD, then by path with the CRD itself first, then by versions and subject. The message decides
 * last, because released changelogs have this order.
 */
function compareChanges(a: Change, b: Change): number {
  return (
    compareStrings(a.crd, b.crd) ||
    Number(a.path !== undefined) - Number(b.path !== undefined) ||
    compareStrings(a.path ?? "", b.path ?? "") ||
    compareStrings(a.versions.join(), b.versions.join()) ||
    compareStrings(a.subject, b.subject) ||
    compareStrings(changeMessage(a), changeMessage(b))
  );
}
