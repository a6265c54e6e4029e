import type { Channel } from "./channel.js";

/** What was built of one channel. */
export interface ChannelSummary {
  readonly channel: Channel;
  /** The number of CRDs. */
  readonly count: number;
  /** The largest CRD, which is the first to outgrow `kubectl apply`. Sizes in bytes, as its annotation counts them. */
  readonly largest?: { readonly name: string; readonly size: number; readonly limit: number };
}
