/** The lowest bump that the policy allows. */
import { BUMPS, type Bump, standsInTheWay, type Verdict } from "../../core/model/policy.js";

/** A waiver is for one release, so what is allowed depends on what is asked: the lowest bump that allows itself. */
export function lowestAllowed(judgeAs: (bump: Bump) => Verdict): Verdict {
  for (const bump of BUMPS) {
    const verdict = judgeAs(bump);
    if (!verdict.findings.some((found) => standsInTheWay(found, bump))) return bound(verdict, bump);
  }
  return judgeAs("minor");
}

/** A channel in which something is waived can be released with no other bump than the waiver's. */
function bound(verdict: Verdict, bump: Bump): Verdict {
  const waived = verdict.findings.filter(({ waiver }) => waiver).map(({ channel }) => [channel, bump] as const);
  if (waived.length === 0) return verdict;
  return { ...verdict, lowest: { ...verdict.lowest, ...Object.fromEntries(waived) }, overall: bump };
}
