import type { Channel } from "../../core/model/channel.js";
import type { Version } from "../../core/model/release-version.js";

/** A Git tag, with its commit, version and channels. */
export interface Tagged {
  /** The name as the user entered it, which need not begin with a v. */
  readonly tag: string;
  readonly commit: string;
  readonly version: Version;
  readonly channels: readonly Channel[];
}
