import type { Channel } from "./channel.js";
import type { Tag } from "./release-version.js";

/** What users need to know of a comparison, which is nothing wrong. */
export type Remark =
  /** A later patch of an older minor version, which HEAD does not come from. */
  | { readonly about: "release-of-another-line"; readonly tag: Tag }
  /** A pull request brought it, and nobody tagged it yet. */
  | { readonly about: "release-without-tag"; readonly tag: Tag }
  /** Only one of two states has the channel. */
  | { readonly about: "channel-of-one-state"; readonly channel: Channel; readonly state: string }
  /** The provenance of its assets names another version of crd-bundle than the one that runs, or none. */
  | { readonly about: "release-tool"; readonly tag: string; readonly made?: string; readonly running: string };
