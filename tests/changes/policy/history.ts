/** The real history of Gateway API, from the corpus next to the repository. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compare } from "semver";
import type { DiffOptions } from "../../../scripts/changes/diff/diff-options.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import { CHANNELS } from "../../../scripts/core/model/channel.js";
import { readCrds } from "../../../scripts/release/bundle/crds.js";
import { corpusPath } from "../../support/shared.js";
import { versionFrom } from "../../support/versions.js";

/** The renames in the history, and the stamps of its CRDs. */
export const HISTORY_OPTIONS: DiffOptions = {
  stamps: new Set([
    "gateway.networking.k8s.io/bundle-version",
    "gateway.networking.k8s.io/channel",
    "api-approved.kubernetes.io",
  ]),
  renamedKinds: new Map([
    ["referencepolicies.gateway.networking.k8s.io", "referencegrants.gateway.networking.k8s.io"],
    ["backendlbpolicies.gateway.networking.k8s.io", "xbackendtrafficpolicies.gateway.networking.x-k8s.io"],
    ["xlistenersets.gateway.networking.x-k8s.io", "listenersets.gateway.networking.k8s.io"],
  ]),
  moves: new Map(),
};

/** Returns every release of the corpus by version, oldest first, or undefined if there is no corpus. */
export function readHistory(): readonly BundleState[] | undefined {
  const root = corpusPath("upstream/gateway-api/lineage");
  if (root === undefined) return undefined;
  const dates = JSON.parse(readFileSync(join(root, "releases.json"), "utf8")) as { version: string; date: string }[];
  return dates
    .map(({ version, date }) => readRelease(directoryOf(root, version), version, date))
    .sort((a, b) => compare(a.version ?? "", b.version ?? ""));
}

/** The last release is next to the directory of the lineage. */
function directoryOf(root: string, version: string): string {
  const directory = join(root, version);
  return existsSync(directory) ? directory : join(root, "..", version);
}

function readRelease(directory: string, name: string, date: string): BundleState {
  const files = CHANNELS.flatMap((channel) =>
    readdirSync(join(directory, channel)).map((file) => ({
      path: `${channel}/${file}`,
      text: readFileSync(join(directory, channel, file), "utf8"),
    })),
  );
  const { channels, diagnostics } = readCrds(files, {
    channelAnnotation: "gateway.networking.k8s.io/channel",
    isBundle: true,
  });
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  return { name, version: versionFrom(name), date, channels };
}
