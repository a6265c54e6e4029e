/** Diagnostics about entries in CHANGELOG.md that contradict the CRDs. */
import { didYouMean, entry } from "./entry.js";

const WHY =
  "If the release notes contradict the CRDs, users might rely on changes that were not made, or miss changes that " +
  "affect them.";

export const CLAIM_ENTRIES = {
  "claim-added-absent": entry<{ what: string; where: string }>({
    message: ({ what, where }) => `the changelog lists ${what} as added, but it is not in the ${where}`,
    fix: "Correct the name or the channel in the changelog entry, or remove the entry.",
    why: WHY,
  }),
  "claim-added-before": entry<{ what: string; where: string; before: string }>({
    message: ({ what, where, before }) =>
      `the changelog lists ${what} as added, but it was already in the ${where} of ${before}`,
    fix: "In the changelog entry, state what is new or in which channel it is new. If nothing is new, remove the entry.",
    why: WHY,
  }),
  "claim-removed-there": entry<{ what: string; where: string }>({
    message: ({ what, where }) => `the changelog lists ${what} as removed, but it is still in the ${where}`,
    fix:
      "If the kind, API version, or field was removed from only one channel, name that channel in the changelog " +
      'entry, as in "from the standard channel". If it was not removed, remove the entry.',
    why: WHY,
  }),
  "claim-deprecated-not": entry<{ what: string }>({
    message: ({ what }) => `the changelog lists ${what} as deprecated, but the API does not mark it as deprecated`,
    fix: "Tag the API version or the field @deprecated, or remove the changelog entry.",
    why: WHY,
  }),
  "claim-graduated-absent": entry<{ what: string }>({
    message: ({ what }) => `the changelog lists ${what} as graduated, but it is not in the standard channel`,
    fix:
      "To move the kind, API version, or field to the standard channel, remove its @experimental tag. If it must " +
      "stay experimental, remove the changelog entry.",
    why: WHY,
  }),
  "claim-graduated-before": entry<{ what: string; before: string }>({
    message: ({ what, before }) =>
      `the changelog lists ${what} as graduated, but it was already in the standard channel of ${before}`,
    fix: "In the changelog entry, state what is new in the standard channel. If nothing is new, remove the entry.",
    why: WHY,
  }),
  "claim-unserved-served": entry<{ what: string; where: string }>({
    message: ({ what, where }) =>
      `the changelog lists ${what} as no longer served, but it is still served in the ${where}`,
    fix:
      "To stop serving the API version, tag it @unserved. If only one channel no longer serves the version, name " +
      "that channel in the changelog entry. If both channels must serve it, remove the entry.",
    why: WHY,
  }),
  "claim-field-unknown": entry<{ path: string; kinds: string; nearest?: string | undefined }>({
    message: ({ path, kinds, nearest }) =>
      `${path} is not a field of ${kinds} in this release or the previous one${didYouMean(nearest)}`,
    fix:
      "Correct the path in the changelog entry. If the string is not meant as a field path, write it without " +
      "backticks.",
    why:
      "Users copy field paths from release notes, and the API server drops or rejects fields that the schema does " +
      "not define.",
  }),
};
