import { appearsIn, CHANNELS, type Channel } from "./channel.js";

/** Part of a comment. `channel` is set for the content of `{@experimental …}` or `{@standard …}`. */
export interface ProseSegment {
  readonly text: string;
  readonly channel?: Channel;
  /** Set by `@description`: the description is exactly this text, or there is none. */
  readonly stated?: "text" | "none";
}

/** Prose of one comment, without tags: segments in order, joined without a separator. */
export type Prose = readonly ProseSegment[];

export const NO_PROSE: Prose = [];

/** Returns the prose that applies in each channel: the first that has a segment in this channel. */
export function firstProse(...candidates: readonly Prose[]): Prose {
  const chosen = CHANNELS.map(
    (channel) => candidates.find((prose) => segmentsIn(prose, channel).length > 0) ?? NO_PROSE,
  );
  const [first = NO_PROSE, ...others] = chosen;
  if (others.every((prose) => prose === first)) return first;
  return CHANNELS.flatMap((channel, index) =>
    segmentsIn(chosen[index] ?? NO_PROSE, channel).map((segment) => ({ ...segment, channel })),
  );
}

/** Returns the segments of a prose that a channel contains. */
export function segmentsIn(prose: Prose, channel: Channel): Prose {
  return prose.filter((segment) => appearsIn(channel, segment.channel));
}
