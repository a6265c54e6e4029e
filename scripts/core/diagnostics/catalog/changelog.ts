/** Diagnostics about CHANGELOG.md, which a release reads and completes. */
import { didYouMean, entry } from "./entry.js";

export const CHANGELOG_ENTRIES = {
  "changelog-missing": entry<Record<never, never>>({
    message: () => "CHANGELOG.md is missing",
    fix:
      "Create the file with the heading ## [Unreleased]. Below the heading, describe the changes that users will " +
      "notice. For the format, see keepachangelog.com.",
    why: "The tool can list the changes to the API, but only maintainers can explain what the changes mean for users.",
  }),
  "changelog-no-unreleased": entry<Record<never, never>>({
    message: () => "the changelog has no section for unreleased changes",
    fix: "Add the heading ## [Unreleased] above the latest release, and write your notes below the heading.",
    why: "The command crd-bundle release turns this section into the release notes, which would otherwise be empty.",
  }),
  "changelog-unreleased-twice": entry<Record<never, never>>({
    message: () => "the changelog has a second section for unreleased changes",
    fix: "Move all notes below one of the ## [Unreleased] headings, and remove the other heading.",
    why: "The notes in the second section would be missing from the release notes.",
  }),
  "changelog-empty": entry<Record<never, never>>({
    message: () => "the changelog has no notes for the next release, only headings or comments",
    fix:
      "Below ## [Unreleased], describe the changes that users will notice. Use the headings Added, Changed, " +
      "Deprecated, Removed, Fixed, and Security.",
    why: "The tool can list the changes to the API, but only maintainers can explain what the changes mean for users.",
  }),
  "changelog-version-exists": entry<{ version: string }>({
    message: ({ version }) => `the changelog already has a section for ${version}`,
    fix:
      "Move the notes in this section back below ## [Unreleased] and remove the section, or release a different " +
      "version.",
    why:
      "A version can be released only once. If two sections describe a version, readers cannot tell which one is " +
      "correct.",
  }),
  "changelog-heading-reserved": entry<{ heading: string }>({
    message: ({ heading }) => `the heading "${heading}" is reserved for generated notes`,
    fix:
      "Move your notes from this section to a section with one of these headings: Added, Changed, Deprecated, " +
      "Removed, Fixed, or Security.",
    why:
      "The command crd-bundle release generates a section with this heading from the CRDs. If the changelog already " +
      "has one, readers cannot tell the generated notes from yours.",
  }),
  "changelog-heading-unknown": entry<{ heading: string; nearest?: string | undefined }>({
    message: ({ heading, nearest }) =>
      `"${heading}" is not a heading of Keep a Changelog${didYouMean(nearest && `"${nearest}"`)}`,
    fix:
      "Use one of these headings: Added, Changed, Deprecated, Removed, Fixed, or Security. Headings at lower levels " +
      "can have any name.",
    why: "The tool uses these headings to check the notes, and readers expect them.",
  }),
  "changelog-unclosed": entry<Record<never, never>>({
    message: () => "the notes end in a code fence, a comment, or an HTML block that is not closed",
    fix: "Close the code fence, the comment, or the HTML block.",
    why: "The notes that crd-bundle release adds would become part of the unclosed block and might not be visible.",
  }),
};
