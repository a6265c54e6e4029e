import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Settings } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import type { Diagnostic } from "../core/model/diagnostic.js";

/** Returns the diagnostic for a request of a channel that the bundle of a project does not have. */
export function missingChannel(
  channel: Channel | undefined,
  { channels }: Pick<Settings, "channels">,
): Diagnostic | undefined {
  if (channel === undefined || channels.includes(channel)) return undefined;
  return diagnose("usage-invalid", { problem: `the bundle has no ${channel} channel, only ${channels.join(", ")}` });
}
