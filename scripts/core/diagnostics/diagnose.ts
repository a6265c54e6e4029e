import type { Diagnostic, DiagnosticArgs } from "../model/diagnostic.js";
import type { Location } from "../model/location.js";
import { type Acceptance, acceptanceSentence } from "./catalog/acceptance.js";
import type { Entry } from "./catalog/entry.js";
import { type ArgsOf, CATALOG, type Code } from "./catalog/index.js";

/** Returns a diagnostic. The entry of the code in the catalog decides which arguments it takes. */
export function diagnose<C extends Code>(code: C, args: ArgsOf<C>, location?: Location): Diagnostic {
  return { code, args, ...(location && { location }) };
}

/** Returns the diagnostic for a problem in a manifest, which has its own message and fix if the code has them. */
export function inManifest(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, subject: "manifest" };
}

/** Returns the diagnostic as a warning, which does not make a run fail. */
export function warning(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, level: "warning" };
}

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
