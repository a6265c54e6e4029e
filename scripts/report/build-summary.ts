import type { ChannelSummary } from "../core/model/channel-summary.js";
import { counted } from "../core/words/counted.js";

/** Returns a summary of a build, one line per channel. */
export function buildSummary(channels: readonly ChannelSummary[]): string {
  const width = Math.max(...channels.map(({ channel }) => channel.length));
  return channels.map((channel) => `${channel.channel.padEnd(width)}  ${renderChannel(channel)}\n`).join("");
}

function renderChannel({ count, largest }: ChannelSummary): string {
  if (!largest) return "no CRDs";
  const crds = counted(count, "CRD");
  return `${crds}; largest for client-side apply: ${largest.name}, ${largest.size} of ${largest.limit} bytes`;
}
