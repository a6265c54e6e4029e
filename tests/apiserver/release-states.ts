/** The releases of Gateway API as bundles that can be installed: those of the history, and this bundle as the last one. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BundleState } from "../../scripts/core/model/bundle-state.js";
import { CHANNELS, type Channel } from "../../scripts/core/model/channel.js";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import type { Version } from "../../scripts/core/model/release-version.js";
import { readHistory } from "../changes/policy/history.js";
import { NEWEST, newestBundle } from "../kubernetes/conversion/newest.js";
import { atEnd } from "./at-end.js";
import { DIST } from "./bundle.js";
import { withoutRules } from "./without-rules.js";

/** One channel of a release. */
export interface ReleaseState {
  /** Such as `v1.5.1 experimental`. */
  readonly name: string;
  readonly version: Version;
  readonly channel: Channel;
  readonly crds: ReadonlyMap<string, CustomResourceDefinition>;
  /** Path of the bundle. */
  readonly bundle: string;
}

/** A state, and one that is installed over it. */
export interface Pair {
  readonly from: ReleaseState;
  readonly to: ReleaseState;
}

/** Writes the bundles of all states to a temporary directory. Returns undefined if there is no history. */
export function writeStates(): readonly ReleaseState[] | undefined {
  const releases = readHistory();
  if (!releases) return undefined;
  const root = mkdtempSync(join(tmpdir(), "release-states-"));
  atEnd(() => rmSync(root, { recursive: true, force: true }));
  const history = releases.filter(({ version }) => version !== NEWEST);
  return [...history, newestBundle()].flatMap((release) => CHANNELS.map((channel) => stateOf(release, channel, root)));
}

function stateOf({ name, version = NEWEST, channels }: BundleState, channel: Channel, root: string): ReleaseState {
  const crds = channels.get(channel) ?? new Map<string, CustomResourceDefinition>();
  const about = { version, channel } as const;
  if (version === NEWEST) return { ...about, name: `v${version} ${channel}`, crds, bundle: DIST };
  const bundle = join(root, name, channel);
  mkdirSync(bundle, { recursive: true });
  const stripped = new Map([...crds].map(([key, crd]) => [key, withoutRules(crd)]));
  for (const [key, crd] of stripped) writeFileSync(join(bundle, `${key}.yaml`), JSON.stringify(crd));
  return { ...about, name: `${name} ${channel}`, crds: stripped, bundle };
}

/** Returns all pairs of different states. */
export function allPairs(states: readonly ReleaseState[]): Pair[] {
  return states.flatMap((from) => states.filter((to) => to !== from).map((to) => ({ from, to })));
}
