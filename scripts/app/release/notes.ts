/** The part of the release notes that is generated: the same from the working tree before a release, and from its tag. */
import type { Channel } from "../../core/model/channel.js";
import type { Verdict } from "../../core/model/policy.js";
import type { Release } from "../../core/model/release.js";
import { generatedNotes } from "../../release/changelog/api-changes.js";
import type { Comparison } from "../comparison.js";
import type { Workspace } from "../workspace.js";

/** Without a comparison it is the first release. */
export function notesFromManifests(
  channels: readonly Channel[],
  { policy }: Workspace,
  after: Release,
  comparison: Comparison | undefined,
  verdict: Verdict | undefined,
): string {
  const { before, changes = [] } = comparison ?? {};
  const isReleased = ({ channel }: { readonly channel: Channel }) => channels.includes(channel);
  return generatedNotes({
    changes: changes.filter(isReleased),
    verdict: verdict && {
      ...verdict,
      findings: verdict.findings.filter(isReleased),
      blocked: verdict.blocked.filter(isReleased),
    },
    conversions: policy.conversions,
    before,
    after: { ...after, channels: new Map([...after.channels].filter(([channel]) => channels.includes(channel))) },
  });
}
