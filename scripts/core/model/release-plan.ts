import type { Channel } from "./channel.js";
import type { OutputFile } from "./output.js";
import type { Bump, Requirement, Waiver } from "./policy.js";
import type { Tag, Version } from "./release-version.js";

/**
 * Role of a version in the history of a bundle. Later states are compared with a release. A candidate precedes a
 * release: it contains both channels, and later states are not compared with it. A snapshot contains the experimental
 * channel on a given day; it has only a tag and is on no branch.
 */
export type ReleaseKind = "release" | "candidate" | "snapshot";

/** Objects of a release that are signed. */
export interface Signed {
  readonly commit: boolean;
  readonly tag: boolean;
}

/** Everything that a release will do, as a value that is complete before the release changes anything. */
export interface ReleasePlan {
  /** Previous release, such as `v1.6.1`. Omitted for the first release. */
  readonly from?: string;
  readonly version: Version;
  readonly tag: Tag;
  readonly kind: ReleaseKind;
  /** Bump from the previous release to this version. */
  readonly bump?: Bump;
  readonly branch: string;
  /** New branch for the commit, for a pull request. Tag and assets are created after the pull request is merged. */
  readonly newBranch?: string;
  /** Commit on the branch that gets the tag, if a pull request added it. */
  readonly merged?: string;
  /** Commit to release. It becomes the parent of the new commit. */
  readonly source: string;
  /** Time of the new commit, in seconds since 1970. */
  readonly time: number;
  readonly channels: readonly Channel[];
  /** Smallest bump that the policy allows, by channel. Omitted for the first release. */
  readonly lowest?: Readonly<Partial<Record<Channel, Requirement>>>;
  readonly waivers: readonly Waiver[];
  /** Files of the project, by their path relative to the project. */
  readonly writes: readonly OutputFile[];
  readonly removes: readonly string[];
  /** Release notes in Markdown, from the section of the changelog. */
  readonly notes: string;
  readonly message: string;
  readonly tagMessage: string;
  readonly signed: Signed;
  /** Names of the assets, and their directory relative to the project. */
  readonly assets: { readonly directory: string; readonly names: readonly string[] };
  /** Remote to push to, if any. */
  readonly remote?: string;
}

/**
 * Returns the branch that a release moves or creates, if any. A snapshot is on no branch, and a merged release leaves
 * its branch where it is.
 */
export function movedBranch({ branch, newBranch, kind, merged }: ReleasePlan): string | undefined {
  return kind === "snapshot" || merged !== undefined ? undefined : (newBranch ?? branch);
}
