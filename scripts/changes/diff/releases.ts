/** Two states of a bundle → every change between them. */
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

/**
 * Every change from one state to another, channel by channel, CRD by CRD, in a fixed order. What graduates is marked
 * so: it was in the experimental channel before. `lineage` has the states up to `before`, oldest first, as far as they
 * are known: objects may still be stored as they stored them.
 */
export function diffReleases(
  before: BundleState,
  after: BundleState,
  options: DiffOptions,
  lineage: readonly BundleState[] = [before],
): Change[] {
  return comparedChannels(before, after).flatMap((channel) => {
    const [old, now] = [before.channels.get(channel), after.channels.get(channel)];
    const changes = diffChannel(old ?? new Map(), now ?? new Map(), channel, options, lineage);
    return channel === "standard" ? markGraduations(changes, before, after, options) : changes;
  });
}

/**
 * The channels that two states can be compared in. A bundle that lacks a channel has lost its kinds, or not had them
 * yet; of a state that is only a part of a bundle, a channel that it lacks says nothing.
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
      add(name, diffCrds(crd, successor, moves, options.stamps, storedBefore(lineage, successor, channel)));
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

/** By CRD, then by what is higher in it. The rest is in the order of the messages, as released changelogs have it. */
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
