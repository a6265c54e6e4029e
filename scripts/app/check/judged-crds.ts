/** Checks CRDs together, and gives their problems the levels that their author has set. */
import { withLevels } from "../../core/diagnostics/levels.js";
import type { CheckedCrd } from "../../core/model/checked-crd.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { type Cluster, checkSubject } from "./problems.js";
import type { Subjects } from "./subject.js";

export interface JudgedCrds {
  readonly crds: readonly CheckedCrd[];
  /** The diagnostics that the subjects already had, and those of the check, with levels and in source order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks each CRD as the API server would, and reports a problem that several channels or steps found once. */
export function judgedCrds({ subjects, found, ...advice }: Subjects, cluster: Cluster): JudgedCrds {
  const checks = subjects.map((subject) => checkSubject(subject, cluster));
  const own = withoutSharedChannels(checks.flatMap((each) => each.found));
  const diagnostics = withLevels([...found, ...withoutKnown(own, found)], { ...advice, command: "check" });
  return { crds: checks.map(({ checked }) => checked), diagnostics };
}

/** Returns a problem that several channels have in the same way once, without the name of a channel. */
function withoutSharedChannels(found: readonly Diagnostic[]): Diagnostic[] {
  const key = ({ code, args: { channel: _, ...args }, location }: Diagnostic) => JSON.stringify([code, args, location]);
  const channels = new Map<string, Set<unknown>>();
  for (const each of found) channels.set(key(each), (channels.get(key(each)) ?? new Set()).add(each.args.channel));
  return found.map((each) => {
    if (Number(channels.get(key(each))?.size) < 2) return each;
    const { channel: _, ...args } = each.args;
    return { ...each, args };
  });
}

/** Removes the problems that the build has already found, and described with the terms of the sources. */
function withoutKnown(found: readonly Diagnostic[], known: readonly Diagnostic[]): Diagnostic[] {
  const key = ({ code, location }: Diagnostic) => JSON.stringify([code, location?.file, location?.start]);
  const keys = new Set(known.map(key));
  return found.filter((diagnostic) => !keys.has(key(diagnostic)));
}
