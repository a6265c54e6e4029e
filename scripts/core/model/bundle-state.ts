import type { Channel } from "./channel.js";
import type { CustomResourceDefinition } from "./crd.js";
import type { Version } from "./release-version.js";
import type { ReservedField } from "./reserved.js";

/** One state of a bundle: a release, a commit, a directory or the working tree. */
export interface BundleState {
  /** As a person names it: `v1.6.1`, `working tree`, a path. */
  readonly name: string;
  /** Where the state has one. */
  readonly version?: Version;
  /** The day of the release, `2026-06-29`, where it is known. */
  readonly date?: string;
  /** Set if it may be only a part of a bundle, as a file is: a channel that it lacks is then not one that is gone. */
  readonly isPartial?: true;
  /**
   * By channel, then by the name of the CRD. A channel that the state does not have is absent. Of a release in the
   * history they are read when they are asked for.
   */
  readonly channels: ReadonlyMap<Channel, Crds>;
  /** The fields that tombstones reserve. Absent where the state does not tell. */
  readonly reserved?: readonly ReservedField[];
}

export type Crds = ReadonlyMap<string, CustomResourceDefinition>;
