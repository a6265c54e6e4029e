/** What can be wrong with CHANGELOG.md when it becomes a part of a release. */
import { didYouMean, entry } from "./entry.js";

export const CHANGELOG_ENTRIES = {
  "changelog-missing": entry<Record<never, never>>({
    message: () => "there is no CHANGELOG.md",
    fix: "Create it with a heading ## [Unreleased], and say below it what users notice: keepachangelog.com.",
    why: "A release says what is new in it in its maintainers' words, not only in what a tool can see.",
  }),
  "changelog-no-unreleased": entry<Record<never, never>>({
    message: () => "the changelog has no section for what is not released yet",
    fix: "Add the heading ## [Unreleased] above the newest release, and the notes below it.",
    why: "What stands there becomes the section of the release. Without it nobody can tell what belongs to it.",
  }),
  "changelog-unreleased-twice": entry<Record<never, never>>({
    message: () => "the changelog has a second section for what is not released yet",
    fix: "Put all notes below one heading ## [Unreleased], and remove the other.",
    why: "Notes of the other one would be left behind, or stand in the wrong release.",
  }),
  "changelog-empty": entry<Record<never, never>>({
    message: () => "nothing is noted for the next release: there are at most empty headings and comments",
    fix: "Say below ## [Unreleased] what users notice, under Added, Changed, Deprecated, Removed, Fixed or Security.",
    why: "The tool knows what changed in the API, and not what it is for.",
  }),
  "changelog-version-exists": entry<{ version: string }>({
    message: ({ version }) => `the changelog has a section for ${version} already`,
    fix: "Remove it, put its notes back below ## [Unreleased], or release another version.",
    why: "A version is released once, and has one section.",
  }),
  "changelog-heading-reserved": entry<{ heading: string }>({
    message: ({ heading }) => `the heading "${heading}" is that of a generated part`,
    fix: "Take what is written below it under one of the six headings of Keep a Changelog.",
    why: "The release writes this part itself, from the CRDs. Beside it nobody could tell what was written by hand.",
  }),
  "changelog-heading-unknown": entry<{ heading: string; nearest?: string | undefined }>({
    message: ({ heading, nearest }) =>
      `"${heading}" is no heading of Keep a Changelog${didYouMean(nearest && `"${nearest}"`)}`,
    fix: "Use Added, Changed, Deprecated, Removed, Fixed or Security. Below them headings are free.",
    why: "What is written below it decides what is checked, and readers look for these six.",
  }),
  "changelog-unclosed": entry<Record<never, never>>({
    message: () => "the notes end in a code fence, a comment or an HTML block that is not closed",
    fix: "Close it at the end of what belongs to it.",
    why: "What the release writes below the notes would become a part of it.",
  }),
};
