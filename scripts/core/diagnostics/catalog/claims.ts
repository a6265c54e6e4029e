/** Diagnostics about entries in CHANGELOG.md that contradict the CRDs. */
import { didYouMean, entry } from "./entry.js";

export const CLAIM_ENTRIES = {
  "claim-added-absent": entry<{ what: string; where: string }>({
    message: ({ what, where }) => `the changelog lists ${what} as added, but it is not in the ${where}`,
    example: { what: ".spec.color", where: "standard channel" },
    fix:
      "Correct the name or the channel in the changelog entry. If this release does not contain the addition, remove " +
      "the changelog entry.",
    why:
      "If the release notes contained this entry, users would upgrade to get an addition that the channel does not " +
      "contain.",
  }),
  "claim-added-before": entry<{ what: string; where: string; before: string }>({
    message: ({ what, where, before }) =>
      `the changelog lists ${what} as added, but it was already in the ${where} of ${before}`,
    example: { what: ".spec.color", where: "standard channel", before: "v1.6.0" },
    fix:
      "In the changelog entry, state what is new, or name the channel in which it is new. If nothing is new, remove " +
      "the entry.",
    why:
      "If the release notes contained this entry, users would not learn what is new in this release, and would " +
      "assume that the previous release lacks the kind, API version, or field.",
  }),
  "claim-removed-there": entry<{ what: string; where: string }>({
    message: ({ what, where }) => `the changelog lists ${what} as removed, but it is still in the ${where}`,
    example: { what: ".spec.color", where: "experimental channel" },
    fix:
      "If the kind, API version, or field was removed from only one channel, name that channel in the changelog " +
      'entry, as in "from the standard channel". If it was not removed, remove the entry.',
    why:
      "If the release notes contained this entry, users would change their manifests and clients for a removal that " +
      "might not affect them.",
  }),
  "claim-deprecated-not": entry<{ what: string }>({
    message: ({ what }) => `the changelog lists ${what} as deprecated, but the API does not mark it as deprecated`,
    example: { what: ".spec.color" },
    fix:
      "If the API version or the field is deprecated, add the @deprecated tag to it in the sources. Otherwise, " +
      "remove the changelog entry.",
    why:
      "If the release notes contained this entry, they would announce a deprecation that neither the CRDs nor " +
      "warnings from the API server mention.",
  }),
  "claim-graduated-absent": entry<{ what: string }>({
    message: ({ what }) => `the changelog lists ${what} as graduated, but it is not in the standard channel`,
    example: { what: ".spec.color" },
    fix:
      "To move the kind, API version, or field to the standard channel, remove its @experimental tag. If it must " +
      "stay experimental, remove the changelog entry.",
    why:
      "If the release notes contained this entry, users of the standard channel would upgrade to get an API that " +
      "their channel does not contain.",
  }),
  "claim-graduated-before": entry<{ what: string; before: string }>({
    message: ({ what, before }) =>
      `the changelog lists ${what} as graduated, but it was already in the standard channel of ${before}`,
    example: { what: ".spec.color", before: "v1.6.0" },
    fix: "In the changelog entry, state what is new in the standard channel. If nothing is new, remove the entry.",
    why:
      "If the release notes contained this entry, users of the standard channel would not learn what is new in this " +
      "release, and would assume that the previous release lacks the kind, API version, or field.",
  }),
  "claim-unserved-served": entry<{ what: string; where: string }>({
    message: ({ what, where }) =>
      `the changelog lists ${what} as no longer served, but it is still served in the ${where}`,
    example: { what: "v1beta1", where: "experimental channel" },
    fix:
      "To stop serving the API version, add the @unserved tag to it. If only one channel stops serving the API " +
      "version, name that channel in the changelog entry. If both channels must serve the API version, remove the " +
      "changelog entry.",
    why:
      "If the release notes contained this entry, users would assume that the API server rejects requests for this " +
      "API version, although it accepts them.",
  }),
  "claim-field-unknown": entry<{ path: string; kinds: string; nearest?: string | undefined }>({
    message: ({ path, kinds, nearest }) =>
      `${path} is not a field of ${kinds} in this release or the previous one${didYouMean(nearest)}`,
    example: { path: ".spec.colr", kinds: "Widget", nearest: "color" },
    fix:
      "Correct the path in the changelog entry. If the string is not meant as a field path, write it without " +
      "backticks.",
    why:
      "Users copy field paths from release notes, and the API server drops or rejects fields that the schema does " +
      "not define.",
  }),
};
