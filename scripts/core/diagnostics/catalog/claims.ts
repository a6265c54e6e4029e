/** Diagnostics about notes in CHANGELOG.md that contradict the CRDs. */
import { didYouMean, entry } from "./entry.js";

const WHY =
  "If release notes contradict the manifests, users rely on changes that were not made, or miss changes that affect " +
  "them.";

export const CLAIM_ENTRIES = {
  "claim-added-absent": entry<{ what: string; where: string }>({
    message: ({ what, where }) => `the changelog lists ${what} as added, but it is not in the ${where}`,
    fix: "Correct the name or the channel in the note, or remove the note.",
    why: WHY,
  }),
  "claim-added-before": entry<{ what: string; where: string; before: string }>({
    message: ({ what, where, before }) =>
      `the changelog lists ${what} as added, but it was already in the ${where} of ${before}`,
    fix: "State in the note what is new, or in which channel it is new. Otherwise, remove the note.",
    why: WHY,
  }),
  "claim-removed-there": entry<{ what: string; where: string }>({
    message: ({ what, where }) => `the changelog lists ${what} as removed, but it is still in the ${where}`,
    fix:
      'If it was removed from only one channel, name that channel in the note, as in "from the standard channel". ' +
      "Otherwise, remove the note.",
    why: WHY,
  }),
  "claim-deprecated-not": entry<{ what: string }>({
    message: ({ what }) => `the changelog lists ${what} as deprecated, but the API does not mark it as deprecated`,
    fix: "Add @deprecated to the version or the field, or remove the note.",
    why: WHY,
  }),
  "claim-graduated-absent": entry<{ what: string }>({
    message: ({ what }) => `the changelog lists ${what} as graduated, but it is not in the standard channel`,
    fix: "To graduate it, remove its @experimental tag. Otherwise, remove the note.",
    why: WHY,
  }),
  "claim-graduated-before": entry<{ what: string; before: string }>({
    message: ({ what, before }) =>
      `the changelog lists ${what} as graduated, but it was already in the standard channel of ${before}`,
    fix: "State in the note what is new, or remove the note.",
    why: WHY,
  }),
  "claim-unserved-served": entry<{ what: string; where: string }>({
    message: ({ what, where }) =>
      `the changelog lists ${what} as no longer served, but it is still served in the ${where}`,
    fix:
      "To stop serving the version, tag it @unserved. If only one channel no longer serves it, name that channel in " +
      "the note. Otherwise, remove the note.",
    why: WHY,
  }),
  "claim-field-unknown": entry<{ path: string; kinds: string; nearest?: string | undefined }>({
    message: ({ path, kinds, nearest }) =>
      `${path} is not a field of ${kinds} in this release or the previous one${didYouMean(nearest)}`,
    fix: "Correct the path. If it is not meant as a field path, write it without backticks.",
    why:
      "Readers copy field paths from release notes. The API server drops or rejects fields that the schema does not " +
      "define.",
  }),
};
