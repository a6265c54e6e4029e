/** Messages and fixes of findings: those of the rule in the catalog, or those of the change. */
import type { Acceptance } from "../diagnostics/catalog/acceptance.js";
import { changeFix, experimentalFirst } from "../diagnostics/catalog/changes.js";
import { describeDiagnostic } from "../diagnostics/describe.js";
import type { Change, Subject } from "../model/change.js";
import type { Finding, Judgement } from "../model/policy.js";
import { fullMessage } from "./differences.js";

/**
 * Returns the message and the fix of a finding. Waivers apply only to the working tree of a project, and only types can
 * be tagged.
 */
export function findingWords(
  finding: Finding,
  { withoutWaivers, withoutTypes }: Pick<Judgement, "withoutWaivers" | "withoutTypes"> = {},
): { readonly message: string; readonly fix: string } {
  const acceptance: Acceptance = withoutWaivers ? (finding.change ? "baseline" : "profile") : "waiver";
  if (finding.problem) return describeDiagnostic(finding.problem, acceptance);
  const { change, requires } = finding;
  const isFirst = requires === "refused" && !withoutTypes && isTaggable(change);
  return {
    message: fullMessage(change),
    fix: isFirst ? experimentalFirst(acceptance) : changeFix(requires, acceptance),
  };
}

/** Reports whether an addition to the standard channel can start in the experimental channel, with `@experimental`. */
function isTaggable({ class: name, channel, subject }: Change): boolean {
  return name === "addition" && channel === "standard" && TAGGABLE.includes(subject);
}

const TAGGABLE: readonly Subject[] = ["kind-added", "field-added", "values"];
