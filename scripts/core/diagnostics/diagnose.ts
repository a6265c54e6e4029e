import type { Diagnostic } from "../model/diagnostic.js";
import type { Location } from "../model/location.js";
import { type ArgsOf, CATALOG, type Code } from "./catalog/index.js";

/** Returns a diagnostic. The entry of the code in the catalog decides which arguments it takes. */
export function diagnose<C extends Code>(code: C, args: ArgsOf<C>, location?: Location): Diagnostic {
  return { code, args, ...(location && { location }) };
}

/** Returns the message and the fix of a diagnostic. */
export function describeDiagnostic(diagnostic: Diagnostic): { readonly message: string; readonly fix: string } {
  const entry = CATALOG[diagnostic.code as Code];
  const args = diagnostic.args as never;
  return {
    message: entry.message(args),
    fix: typeof entry.fix === "string" ? entry.fix : (entry.fix as (a: never) => string)(args),
  };
}
