import type { Channel } from "./channel.js";
import type { CustomResourceDefinition } from "./crd.js";
import type { Version } from "./release-version.js";
import type { ReservedField } from "./reserved.js";

/** State of a bundle: a release, a commit, a directory or the working tree. */
export interface BundleState {
  /** Name for users, such as `v1.6.1`, `working tree` or a path. */
  readonly name: string;
  /** Version of the bundle, if the state has one. */
  readonly version?: Version;
  /** Path in a commit, if the user named one. Such a state is not the bundle in `dist/` of a release. */
  readonly path?: string;
  /** Date of the release, such as `2026-06-29`, if it is known. */
  readonly date?: string;
  /** Set if the state can be part of a bundle, such as a file. A channel that it lacks does not count as removed. */
  readonly isPartial?: true;
  /** Set if the state was read from standard input, which can contain all CRDs of a cluster. */
  readonly isFromInput?: true;
  /** Set if this tool built the state, so the directories of channels are channels even without CRDs. */
  readonly isBuilt?: true;
  /** API groups of CRDs that the state had and that are not compared. Set if there are any. */
  readonly uncompared?: readonly UncomparedGroup[];
  /** Set if nothing in the state names a channel. All of its CRDs are in the standard channel then. */
  readonly withoutChannels?: true;
  /**
   * CRDs by channel, then by name, without the channels that the state does not have. Those of an earlier release are
   * read on demand.
   */
  readonly channels: ReadonlyMap<Channel, Crds>;
  /** Returns the place of a part of a CRD, by keys and indexes. Set if the state is on the disk or at a path in a commit. */
  readonly placeOf?: (channel: Channel, crd: string, path: readonly (string | number)[]) => PlaceInFile | undefined;
  /** Fields that tombstones reserve. Omitted if the state does not list them. */
  readonly reserved?: readonly ReservedField[];
}

/** CRDs of one API group that are not compared, because a cluster has them but the newer state has none of the group. */
export interface UncomparedGroup {
  readonly group: string;
  readonly crds: readonly string[];
}

/** Place of a part of a CRD in a file, as users would open it, or as it is in a commit. Lines and columns start with 1. */
export interface PlaceInFile {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type Crds = ReadonlyMap<string, CustomResourceDefinition>;

/** Returns the mark of two states without channels. Output about them does not name the standard channel. */
export function lackOfChannels(before: BundleState, after: BundleState): Pick<BundleState, "withoutChannels"> {
  return before.withoutChannels && after.withoutChannels ? { withoutChannels: true } : {};
}

/** Returns the API groups of an older state that are not compared, if there are any. */
export function groupsLeftOut({ uncompared }: BundleState): Pick<BundleState, "uncompared"> {
  return uncompared ? { uncompared } : {};
}

/** Returns the name of a state for sentences. */
export function stateInWords({ name }: Pick<BundleState, "name">): string {
  return name === "working tree" ? "the working tree" : name;
}
