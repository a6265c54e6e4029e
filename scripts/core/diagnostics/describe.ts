/** The words of diagnostics, from the catalog. */
import type { Diagnostic, DiagnosticArgs } from "../model/diagnostic.js";
import { type Acceptance, acceptanceSentence } from "./catalog/acceptance.js";
import type { Entry } from "./catalog/entry.js";
import { CATALOG, type Code } from "./catalog/index.js";

/** The message and the fix of a diagnostic. */
export interface DiagnosticWords {
  readonly message: string;
  readonly fix: string;
}

/** Returns the message and the fix of a diagnostic. `acceptance` is the way to accept it if it is a finding. */
export function describeDiagnostic(
  { code, args, subject }: Diagnostic,
  acceptance: Acceptance = "waiver",
): DiagnosticWords {
  const entry = CATALOG[code as Code] as Entry<DiagnosticArgs>;
  const { message, fix, manifestMessage = message, manifestFix = fix, isAcceptable } = entry;
  const [saidMessage, saidFix] = subject === "manifest" ? [manifestMessage, manifestFix] : [message, fix];
  const mending = typeof saidFix === "string" ? saidFix : saidFix(args);
  return {
    message: saidMessage(args),
    fix: isAcceptable ? `${mending} ${acceptanceSentence(acceptance)}` : mending,
  };
}
