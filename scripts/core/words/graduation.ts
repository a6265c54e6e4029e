/** Messages about what an API lacks before it can graduate to the standard channel. */
import type { Difference } from "../model/change.js";
import type { Criterion } from "../model/policy.js";
import { newsMessage } from "./differences.js";

/** The criteria that are not met, or the reason why they cannot be checked. */
export type Lack =
  | { readonly reason: "criteria"; readonly missing: readonly Criterion[] }
  | { readonly reason: "no-release-has-it" | "not-in-release-before" };

export function lackMessage(lack: Lack): string {
  switch (lack.reason) {
    case "criteria":
      return `unmet criteria: ${lack.missing.map(criterionMessage).join(", ")}`;
    case "no-release-has-it":
      return "no earlier release has it in a served or stored version of the experimental channel";
    case "not-in-release-before":
      return "it is not in the experimental channel of the previous release, or it is different there";
  }
}

/** Returns what an API version lacks, and what is new in it. `undefined` means that all of it is new. */
export function versionLackMessage(lack: Lack, news: readonly (readonly Difference[] | undefined)[]): string {
  return `${lackMessage(lack)}; new in it: ${newsMessage(news)}`;
}

/** Returns a criterion with its figure, without repeating its name, as in `months (2 of 6)`. */
function criterionMessage({ name, figure }: Criterion): string {
  return `${name} (${figure.endsWith(` ${name}`) ? figure.slice(0, -name.length - 1) : figure})`;
}
