import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Kind, KindVersion } from "../../core/model/api.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Check } from "./check.js";

/** Checks that a kind has one storage version, in each of its channels. */
export const storageCheck: Check = {
  name: "storage",
  run: ({ model }) => model.kinds.flatMap((kind) => [...countProblems(kind), ...channelProblems(kind)]),
};

function countProblems({ kind, versions }: Kind): Diagnostic[] {
  const [first, ...others] = versions.filter((version) => version.storage);
  if (!first) {
    const args = { kind, versions: versions.map((version) => version.version).join(", ") };
    return [diagnose("kind-storage-none", args, (versions[0] as KindVersion).location)];
  }
  return others.map((other) => diagnose("kind-storage-several", { kind, other: first.version }, other.location));
}

function channelProblems({ kind, versions }: Kind): Diagnostic[] {
  if (versions.every((version) => version.channel !== undefined)) return [];
  return versions
    .filter((version) => version.storage && version.channel !== undefined)
    .map((version) => diagnose("kind-storage-channel", { kind, version: version.version }, version.location));
}
