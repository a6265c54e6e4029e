/**
 * Generates the part of the release notes that comes from the manifests. It is the same from the working tree before a
 * release and from the Git tag after it.
 */
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Channel } from "../../core/model/channel.js";
import { conversionsAfter } from "../../core/model/conversion.js";
import type { Verdict } from "../../core/model/policy.js";
import { generatedNotes } from "../../release/changelog/api-changes.js";
import type { Comparison } from "../comparison.js";
import type { Workspace } from "../workspace.js";

/** The release for which notes are generated. */
interface NotedRelease {
  readonly channels: readonly Channel[];
  readonly after: BundleState;
  /** Undefined for the first release. */
  readonly comparison: Comparison | undefined;
  readonly verdict: Verdict | undefined;
}

export function notesFromManifests(release: NotedRelease, { policy }: Workspace): string {
  const { channels, after, comparison, verdict } = release;
  const { before, changes = [] } = comparison ?? {};
  const isReleased = ({ channel }: { readonly channel: Channel }) => channels.includes(channel);
  return generatedNotes({
    changes: changes.filter(isReleased),
    verdict: verdict && {
      ...verdict,
      findings: verdict.findings.filter(isReleased),
      blocked: verdict.blocked.filter(isReleased),
    },
    conversions: conversionsAfter(policy.conversions, before?.version),
    before,
    after: { ...after, channels: new Map([...after.channels].filter(([channel]) => channels.includes(channel))) },
  });
}
