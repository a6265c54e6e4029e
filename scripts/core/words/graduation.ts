/** What something lacks for the standard channel. */
import type { Difference } from "../model/change.js";
import type { Criterion } from "../model/policy.js";
import { newsMessage } from "./differences.js";

/** Criteria that do not hold, or why there is nothing to judge. */
export type Lack =
  | { readonly reason: "criteria"; readonly missing: readonly Criterion[] }
  | { readonly reason: "no-release-has-it" | "not-in-release-before" };

export function lackMessage(lack: Lack): string {
  switch (lack.reason) {
    case "criteria":
      return lack.missing.map(({ name, figure }) => `${name} (${figure})`).join(", ");
    case "no-release-has-it":
      return "no earlier release has it in the experimental channel, in a version that is served or stored";
    case "not-in-release-before":
      return "the release before does not have it in the experimental channel in this shape";
  }
}

/** What an API version lacks, and what it brings with it; undefined stands for all of it. */
export function versionLackMessage(lack: Lack, news: readonly (readonly Difference[] | undefined)[]): string {
  return `${lackMessage(lack)}; new in it: ${newsMessage(news)}`;
}
