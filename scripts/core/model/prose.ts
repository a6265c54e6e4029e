import type { Channel } from "./channel.js";

/** Words of a comment; `channel` is set where `{@experimental …}` or `{@standard …}` holds them. */
export interface ProseSegment {
  readonly text: string;
  readonly channel?: Channel;
}

/** The prose of one comment, without tags: segments in order, to be joined without a separator. */
export type Prose = readonly ProseSegment[];
