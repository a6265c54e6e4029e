import type { Duration, Timestamp } from "./value.js";

export function parseDate(text: string): Timestamp | undefined {
  return parseDateTime(`${text}T00:00:00Z`);
}
export function parseDateTime(text: string): Timestamp | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : { kind: "timestamp", nanoseconds: BigInt(ms) * 1_000_000n };
}
export function parseFormattedDuration(_text: string): Duration | undefined {
  return undefined;
}
