import type { Channel } from "../../core/model/channel.js";
import type { Version } from "../../core/model/release-version.js";

/** A tag, and what is in it. */
export interface Tagged {
  /** As a person names it: it need not begin with a v. */
  readonly tag: string;
  readonly commit: string;
  readonly version: Version;
  readonly channels: readonly Channel[];
}
