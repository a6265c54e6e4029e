/** Determines the lowest bump that the policy allows. */
import { BUMPS, type Bump, standsInTheWay, type Verdict } from "../../core/model/policy.js";

/**
 * Returns the verdict for the lowest bump that is allowed. A waiver is for one release, so each bump is judged
 * separately.
 */
export function lowestAllowed(judgeAs: (bump: Bump) => Verdict): Verdict {
  for (const bump of BUMPS) {
    const verdict = judgeAs(bump);
    if (!verdict.findings.some((found) => standsInTheWay(found, bump))) return bound(verdict, bump);
  }
  return judgeAs("minor");
}

/**
 * Sets the lowest bump of each channel with a waived finding to the given bump, because the waiver is valid only for
 * that bump.
 */
function bound(verdict: Verdict, bump: Bump): Verdict {
  const waived = verdict.findings.filter(({ waiver }) => waiver).map(({ channel }) => [channel, bump] as const);
  if (waived.length === 0) return verdict;
  return { ...verdict, lowest: { ...verdict.lowest, ...Object.fromEntries(waived) }, overall: bump };
}
