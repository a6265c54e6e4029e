import type { Diagnostic } from "../model/diagnostic.js";
import type { Location } from "../model/location.js";
import { type ArgsOf, CATALOG, type Code } from "./catalog/index.js";

/** Makes a diagnostic. The catalog fixes which arguments its words need. */
export function diagnose<C extends Code>(code: C, args: ArgsOf<C>, location?: Location): Diagnostic {
  return { code, args, ...(location && { location }) };
}

/** The words of a diagnostic: what is wrong, and what to do. */
export function describeDiagnostic(diagnostic: Diagnostic): { readonly message: string; readonly fix: string } {
  const entry = CATALOG[diagnostic.code as Code];
  const args = diagnostic.args as never;
  return {
    message: entry.message(args),
    fix: typeof entry.fix === "string" ? entry.fix : (entry.fix as (a: never) => string)(args),
  };
}
