/** Diagnostics about CHANGELOG.md, which a release reads and completes. */
import { didYouMean, entry } from "./entry.js";

export const CHANGELOG_ENTRIES = {
  "changelog-missing": entry<Record<never, never>>({
    message: () => "CHANGELOG.md is missing",
    fix:
      "Create it with the heading ## [Unreleased], and describe below it what users will notice. The format is at " +
      "keepachangelog.com.",
    why:
      "Users need release notes written by the maintainers. The tool can only list which parts of the API " +
      "changed.",
  }),
  "changelog-no-unreleased": entry<Record<never, never>>({
    message: () => "the changelog has no section for unreleased changes",
    fix: "Add the heading ## [Unreleased] above the latest release, and write the notes below it.",
    why: "The release turns this section into its release notes. Without it, the release would have none.",
  }),
  "changelog-unreleased-twice": entry<Record<never, never>>({
    message: () => "the changelog has a second section for unreleased changes",
    fix: "Move all notes below one heading ## [Unreleased], and remove the other heading.",
    why: "The release would leave the notes of the other section out of its release notes.",
  }),
  "changelog-empty": entry<Record<never, never>>({
    message: () => "the changelog has no notes for the next release, only headings or comments",
    fix:
      "Describe below ## [Unreleased] what users will notice, under Added, Changed, Deprecated, Removed, Fixed or " +
      "Security.",
    why: "The tool can list what changed in the API, but not what the changes are good for.",
  }),
  "changelog-version-exists": entry<{ version: string }>({
    message: ({ version }) => `the changelog already has a section for ${version}`,
    fix: "Move its notes back below ## [Unreleased] and remove the section, or release another version.",
    why: "Each version is released once. Readers could not tell which of two sections describes it.",
  }),
  "changelog-heading-reserved": entry<{ heading: string }>({
    message: ({ heading }) => `the heading "${heading}" is reserved for generated notes`,
    fix: "Move the notes below it to one of the six headings of Keep a Changelog.",
    why: "The release generates this part from the CRDs. Readers could not tell the generated notes from yours.",
  }),
  "changelog-heading-unknown": entry<{ heading: string; nearest?: string | undefined }>({
    message: ({ heading, nearest }) =>
      `"${heading}" is not a heading of Keep a Changelog${didYouMean(nearest && `"${nearest}"`)}`,
    fix: "Use Added, Changed, Deprecated, Removed, Fixed or Security. Headings below these six are free.",
    why: "The tool checks notes by their heading, and readers look for these six.",
  }),
  "changelog-unclosed": entry<Record<never, never>>({
    message: () => "the notes end in a code fence, a comment or an HTML block that is not closed",
    fix: "Close it where it should end.",
    why: "The notes that the release generates below it would become part of it, and readers would not see them.",
  }),
};
