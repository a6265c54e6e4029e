/**
 * The release channels (GEP-922): experimental holds everything, standard what is
 * stable. The order is that of every listing.
 */
export const CHANNELS = ["standard", "experimental"] as const;

export type Channel = (typeof CHANNELS)[number];

export function isChannel(text: string): text is Channel {
  return (CHANNELS as readonly string[]).includes(text);
}

/** Whether something that is declared for `declared` (undefined: for both) appears in `channel`. */
export function appearsIn(channel: Channel, declared: Channel | undefined): boolean {
  return declared === undefined || declared === channel;
}
