import type { Channel } from "./channel.js";

/** Part of a comment. `channel` is set for the content of `{@experimental …}` or `{@standard …}`. */
export interface ProseSegment {
  readonly text: string;
  readonly channel?: Channel;
}

/** Prose of one comment, without tags: segments in order, joined without a separator. */
export type Prose = readonly ProseSegment[];
