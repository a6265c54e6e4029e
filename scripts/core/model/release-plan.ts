import type { Channel } from "./channel.js";
import type { OutputFile } from "./output.js";
import type { Bump, Requirement, Waiver } from "./policy.js";
import type { Tag, Version } from "./release-version.js";

/**
 * What a version is in the history of a bundle.
 *
 * - release: one of the lineage, which everything later is compared with
 * - candidate: a release to be; both channels, and no part of the lineage
 * - snapshot: the experimental channel alone, on a day; only a tag, no branch has it
 */
export type ReleaseKind = "release" | "candidate" | "snapshot";

/** What of a release is signed. */
export interface Signed {
  readonly commit: boolean;
  readonly tag: boolean;
}

/** Everything that a release will do, before any of it is done. */
export interface ReleasePlan {
  /** The last release before it, `v1.6.1`; absent for the first one. */
  readonly from?: string;
  readonly version: Version;
  readonly tag: Tag;
  readonly kind: ReleaseKind;
  /** From the last release to this version. */
  readonly bump?: Bump;
  readonly branch: string;
  /** The new branch that gets the commit, for a pull request; tag and assets are made once it is merged. */
  readonly newBranch?: string;
  /** The commit on the branch that the tag is for, where a pull request brought it. */
  readonly merged?: string;
  /** The commit that is released: the new one comes on top of it. */
  readonly source: string;
  /** Of the new commit, in seconds since 1970. */
  readonly time: number;
  readonly channels: readonly Channel[];
  /** The lowest bump that the policy allows, per channel; absent for the first release. */
  readonly lowest?: Readonly<Partial<Record<Channel, Requirement>>>;
  readonly waivers: readonly Waiver[];
  /** Files of the project, by their path from its directory. */
  readonly writes: readonly OutputFile[];
  readonly removes: readonly string[];
  /** The release notes: the section of the changelog, in Markdown. */
  readonly notes: string;
  readonly message: string;
  readonly tagMessage: string;
  readonly signed: Signed;
  /** The names of the assets, and the directory that they go to, from the project's. */
  readonly assets: { readonly directory: string; readonly names: readonly string[] };
  /** Where it is pushed to, if it is. */
  readonly remote?: string;
}

/** The branch that a release moves or makes; a snapshot is on none, and a merged one stays where it is. */
export function movedBranch({ branch, newBranch, kind, merged }: ReleasePlan): string | undefined {
  return kind === "snapshot" || merged !== undefined ? undefined : (newBranch ?? branch);
}
