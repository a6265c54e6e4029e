/** Diagnostics about CHANGELOG.md, which a release reads and completes. */
import { didYouMean, entry } from "./entry.js";

export const CHANGELOG_ENTRIES = {
  "changelog-missing": entry<Record<never, never>>({
    message: () => "CHANGELOG.md is missing",
    fix:
      "In the directory that contains apis/, create CHANGELOG.md with the heading `## [Unreleased]`. Below the " +
      "heading, describe the changes that users will notice. For the format, see keepachangelog.com.",
    why:
      "The release notes come from this file. The tool can list the changes to the API, but only maintainers can " +
      "explain what the changes mean for users.",
  }),
  "changelog-no-unreleased": entry<Record<never, never>>({
    message: () => "the changelog has no section for unreleased changes",
    fix:
      "Add the heading `## [Unreleased]` above the section of the latest release. Below the heading, describe the " +
      "changes that users will notice.",
    why:
      "The command `crd-bundle release` turns this section into the release notes. Without the section, the " +
      "release notes would not explain the changes to users.",
  }),
  "changelog-unreleased-twice": entry<Record<never, never>>({
    message: () => "the changelog has a second section for unreleased changes",
    fix: "Move all changelog entries below one of the `## [Unreleased]` headings, and remove the other heading.",
    why:
      "If the command `crd-bundle release` used only the first section, the release notes would not contain the " +
      "changelog entries from the second section.",
  }),
  "changelog-empty": entry<Record<never, never>>({
    message: () => "the Unreleased section of the changelog is empty or contains only headings or comments",
    fix:
      "Below `## [Unreleased]`, describe the changes that users will notice. You can group them under the headings " +
      "Added, Changed, Deprecated, Removed, Fixed, and Security.",
    why:
      "The release notes come from this section. The tool can list the changes to the API, but only maintainers can " +
      "explain what the changes mean for users.",
  }),
  "changelog-version-exists": entry<{ version: string }>({
    message: ({ version }) => `the changelog already has a section for ${version}`,
    example: { version: "1.7.0" },
    fix:
      "If this version has not been released yet, move the entries from the existing section for this version back " +
      "below `## [Unreleased]`, and remove the existing section. If this version has already been released, " +
      "release a later version.",
    why:
      "The command `crd-bundle release` adds a section for the new version. If two sections describe the same " +
      "version, readers cannot tell which one is correct.",
  }),
  "changelog-heading-reserved": entry<{ heading: string }>({
    message: ({ heading }) => `the heading "${heading}" is reserved for the generated part of the release notes`,
    example: { heading: "API changes" },
    fix:
      "Move the entries of this section below one of these headings: Added, Changed, Deprecated, Removed, Fixed, or " +
      "Security. Then remove the reserved heading.",
    why:
      "The command `crd-bundle release` adds a generated section with this heading. If the changelog already has " +
      "such a section, readers cannot tell the generated entries from yours.",
  }),
  "changelog-heading-unknown": entry<{ heading: string; nearest?: string | undefined }>({
    message: ({ heading, nearest }) =>
      `"${heading}" is not a heading of the Keep a Changelog format${didYouMean(nearest && `"${nearest}"`)}`,
    example: { heading: "Fixes", nearest: "Fixed" },
    fix:
      "Use one of these headings: Added, Changed, Deprecated, Removed, Fixed, or Security. Headings at lower levels, " +
      "such as `####`, can have any name.",
    why:
      "The tool uses the headings of this format to check changelog entries against the CRDs. Readers also expect " +
      "these headings.",
  }),
  "changelog-unclosed": entry<Record<never, never>>({
    message: () => "the Unreleased section of the changelog contains an unclosed code fence, comment, or HTML block",
    fix: "Close the code fence, the comment, or the HTML block.",
    why:
      "The command `crd-bundle release` adds a generated part to the end of this section. If the block stayed " +
      "open, the generated part would become part of the block and might not be visible.",
  }),
};
