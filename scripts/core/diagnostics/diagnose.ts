/** Makes diagnostics. This needs no words, so most commands never load the catalog. */
import type { Diagnostic } from "../model/diagnostic.js";
import type { Location } from "../model/location.js";
import type { ArgsOf, Code } from "./catalog/index.js";

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
