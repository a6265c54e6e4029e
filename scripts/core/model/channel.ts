/**
 * Release channels, in the order of all listings (GEP-922): standard contains the stable part of the API, experimental
 * all of it.
 */
export const CHANNELS = ["standard", "experimental"] as const;

export type Channel = (typeof CHANNELS)[number];

export function isChannel(text: string): text is Channel {
  return (CHANNELS as readonly string[]).includes(text);
}

/**
 * Reports whether something appears in `channel` if it is declared for `declared`; undefined means for both channels.
 */
export function appearsIn(channel: Channel, declared: Channel | undefined): boolean {
  return declared === undefined || declared === channel;
}
