import { diagnose, inManifest } from "../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { Location } from "../core/model/location.js";

/** Problem of a document that is, for example, a list or a string. */
export const NO_OBJECT = "a document must be an object";

/** Problem of a number that JSON, to which kubectl converts manifests, cannot express. */
export const NOT_IN_JSON = "JSON has no numbers for infinity and NaN";

/** Returns the diagnostic of a manifest that cannot be read. */
export function unreadableManifest(problem: string, location: Location): Diagnostic {
  return inManifest(diagnose("manifest-unreadable", { problem }, location));
}
