/** Ways to accept a finding of the versioning policy, as parts of its fix. */
import { pageLink } from "../../docs.js";

/** Waivers apply to the working tree of a project. Between other states, baselines accept changes, and profiles rules. */
export const ACCEPTANCES = {
  waiver: `add a waiver to apis/waivers.yaml (see ${pageLink("waive.md")})`,
  baseline:
    "write a baseline with `--write-baseline`, and pass it to later runs with `--baseline` (see " +
    `${pageLink("policy.md")})`,
  profile: `set a bump for the rule in a profile, and specify that file with \`--profile\` (see ${pageLink("policy.md")})`,
} as const;
export type Acceptance = keyof typeof ACCEPTANCES;

/** Returns the last sentence of a fix. */
export function acceptanceSentence(acceptance: Acceptance): string {
  const extent = acceptance === "waiver" ? " for one release" : "";
  return `To accept the finding${extent} instead, ${ACCEPTANCES[acceptance]}.`;
}
