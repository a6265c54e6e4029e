/** Diagnostics about notes in CHANGELOG.md that contradict the CRDs. */
import { didYouMean, entry } from "./entry.js";

const WHY =
  "If release notes contradict the manifests, users rely on changes that were not made, or miss changes that affect " +
  "them.";

export const CLAIM_ENTRIES = {
  "claim-added-absent": entry<{ what: string; where: string }>({
    message: ({ what, where }) => `the changelog lists ${what} as added, but it is not in the ${where}`,
    fix: "Correct the name or the channel, or remove the note.",
    why: WHY,
  }),
  "claim-added-before": entry<{ what: string; where: string; before: string }>({
    message: ({ what, where, before }) =>
      `the changelog lists ${what} as added, but it was already in the ${where} of ${before}`,
    fix: "Describe what is new about it, name the channel in which it is new, or remove the note.",
    why: WHY,
  }),
  "claim-removed-there": entry<{ what: string; where: string }>({
    message: ({ what, where }) => `the changelog lists ${what} as removed, but it is still in the ${where}`,
    fix: 'Name the channel, as in "from the standard channel", or remove the note.',
    why: WHY,
  }),
  "claim-deprecated-not": entry<{ what: string }>({
    message: ({ what }) => `the changelog lists ${what} as deprecated, but the API does not mark it as deprecated`,
    fix: "Tag the version or the field @deprecated, or remove the note.",
    why: WHY,
  }),
  "claim-graduated-absent": entry<{ what: string }>({
    message: ({ what }) => `the changelog lists ${what} as graduated, but it is not in the standard channel`,
    fix: "Remove its @experimental tag, or remove the note.",
    why: WHY,
  }),
  "claim-graduated-before": entry<{ what: string; before: string }>({
    message: ({ what, before }) =>
      `the changelog lists ${what} as graduated, but it was already in the standard channel of ${before}`,
    fix: "Describe what is new about it, or remove the note.",
    why: WHY,
  }),
  "claim-unserved-served": entry<{ what: string; where: string }>({
    message: ({ what, where }) =>
      `the changelog lists ${what} as no longer served, but it is still served in the ${where}`,
    fix: "Tag the version @unserved, name the channel that no longer serves it, or remove the note.",
    why: WHY,
  }),
  "claim-field-unknown": entry<{ path: string; kinds: string; nearest?: string | undefined }>({
    message: ({ path, kinds, nearest }) =>
      `${path} is not a field of ${kinds} in this release or the one before${didYouMean(nearest)}`,
    fix: "Correct the path. If it refers to something else, write it without backticks.",
    why:
      "Readers copy field paths from the notes. The API server drops or rejects fields that the schema does not " +
      "define.",
  }),
};
