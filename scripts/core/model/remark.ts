import type { Channel } from "./channel.js";
import type { Tag } from "./release-version.js";

/** Something that a comparison leaves out, which is nothing wrong. */
export type Remark =
  /** A later patch of an older minor version, which HEAD does not come from. */
  | { readonly about: "release-of-another-line"; readonly tag: Tag }
  /** A pull request brought it, and nobody tagged it yet. */
  | { readonly about: "release-without-tag"; readonly tag: Tag }
  /** Only one of two states has the channel. */
  | { readonly about: "channel-of-one-state"; readonly channel: Channel; readonly state: string };
