import type { ChannelCrds } from "../emit/files.js";
import { ANNOTATIONS_LIMIT, annotationBytes } from "../kubernetes/validation/sizes.js";

/** What a build made: per channel the number of CRDs, and the largest, which is the first to outgrow kubectl apply. */
export function buildSummary(channels: readonly ChannelCrds[]): string {
  const width = Math.max(...channels.map(({ channel }) => channel.length));
  return channels.map((channel) => `${channel.channel.padEnd(width)}  ${summaryOf(channel)}\n`).join("");
}

function summaryOf({ crds }: ChannelCrds): string {
  const [largest] = crds
    .map((crd) => ({ name: crd.metadata.name, size: annotationBytes(crd) }))
    .sort((a, b) => b.size - a.size);
  if (!largest) return "no CRDs";
  const count = crds.length === 1 ? "1 CRD" : `${crds.length} CRDs`;
  return `${count}, largest applied client-side ${largest.name}: ${largest.size} of ${ANNOTATIONS_LIMIT} bytes`;
}
