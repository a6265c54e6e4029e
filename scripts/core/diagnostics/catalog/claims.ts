/** What notes in CHANGELOG.md say of the API, and the manifests contradict. */
import { didYouMean, entry } from "./entry.js";

const WHY =
  "Release notes that contradict the manifests send people after what is not there, or let them miss what is.";

export const CLAIM_ENTRIES = {
  "claim-added-absent": entry<{ what: string; where: string }>({
    message: ({ what, where }) => `${what} is noted as added, but it is not in the ${where}`,
    fix: "Correct the name or the channel, or remove the note.",
    why: WHY,
  }),
  "claim-added-before": entry<{ what: string; where: string; before: string }>({
    message: ({ what, where, before }) => `${what} is noted as added, but the ${where} of ${before} had it`,
    fix: "Say what is new about it, name the channel that it is new in, or remove the note.",
    why: WHY,
  }),
  "claim-removed-there": entry<{ what: string; where: string }>({
    message: ({ what, where }) => `${what} is noted as removed, but it is still in the ${where}`,
    fix: "Name the channel that it is gone from, as in: from the standard channel. Or remove the note.",
    why: WHY,
  }),
  "claim-deprecated-not": entry<{ what: string }>({
    message: ({ what }) => `${what} is noted as deprecated, but the API does not say so`,
    fix: "Tag the version @deprecated, say it in the description of the field, or remove the note.",
    why: WHY,
  }),
  "claim-graduated-absent": entry<{ what: string }>({
    message: ({ what }) => `${what} is said to graduate, but it is not in the standard channel`,
    fix: "Remove its @experimental, or the note.",
    why: WHY,
  }),
  "claim-graduated-before": entry<{ what: string; before: string }>({
    message: ({ what, before }) => `${what} is said to graduate, but the standard channel of ${before} had it`,
    fix: "Say what is new about it, or remove the note.",
    why: WHY,
  }),
  "claim-unserved-served": entry<{ what: string; where: string }>({
    message: ({ what, where }) => `${what} is said to be served no longer, but it is in the ${where}`,
    fix: "Tag the version @unserved, name the channel that is meant, or remove the note.",
    why: WHY,
  }),
  "claim-field-unknown": entry<{ path: string; kinds: string; nearest?: string | undefined }>({
    message: ({ path, kinds, nearest }) =>
      `${path} names no field of ${kinds}, in this release or the one before${didYouMean(nearest)}`,
    fix: "Correct the path, or write it without code marks where it is meant for something else.",
    why: "Readers copy what stands between code marks, and a field that the schema does not know is dropped or refused.",
  }),
};
