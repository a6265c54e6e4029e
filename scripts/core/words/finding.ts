/** Messages and fixes of findings: those of the rule in the catalog, or those of the change. */
import { CHANGE_FIXES, EXPERIMENTAL_FIRST } from "../diagnostics/catalog/changes.js";
import { describeDiagnostic } from "../diagnostics/diagnose.js";
import type { Change, Subject } from "../model/change.js";
import type { Finding } from "../model/policy.js";
import { fullMessage } from "./differences.js";

export function findingWords(finding: Finding): { readonly message: string; readonly fix: string } {
  if (finding.problem) return describeDiagnostic(finding.problem);
  const { change, requires } = finding;
  const isFirst = requires === "refused" && isTaggable(change);
  return { message: fullMessage(change), fix: isFirst ? EXPERIMENTAL_FIRST : CHANGE_FIXES[requires] };
}

/** Reports whether an addition to the standard channel can start in the experimental channel, with `@experimental`. */
function isTaggable({ class: name, channel, subject }: Change): boolean {
  return name === "addition" && channel === "standard" && TAGGABLE.includes(subject);
}

const TAGGABLE: readonly Subject[] = ["kind-added", "field-added", "values"];
