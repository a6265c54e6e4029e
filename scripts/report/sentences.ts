import { describeDiagnostic } from "../core/diagnostics/describe.js";
import type { Diagnostic } from "../core/model/diagnostic.js";

/** Returns the message and the fix as sentences. */
export function inSentences(diagnostic: Diagnostic): string {
  const { message, fix } = describeDiagnostic(diagnostic);
  const stop = /[.?!]$/.test(message) ? "" : ".";
  return `${message}${stop} ${fix}`;
}
