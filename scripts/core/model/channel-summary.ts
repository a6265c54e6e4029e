import type { Channel } from "./channel.js";

/** Summary of one channel of a build. */
export interface ChannelSummary {
  readonly channel: Channel;
  /** Number of CRDs. */
  readonly count: number;
  /**
   * Largest CRD, which is the first to exceed the limit of `kubectl apply`. Sizes are those of the annotation, in
   * bytes.
   */
  readonly largest?: { readonly name: string; readonly size: number; readonly limit: number };
}
