import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { pathInWords } from "../../core/shape.js";
import { UNCHECKED_RULES } from "../../kubernetes/admission/admit.js";
import type { FieldError } from "../../kubernetes/admission/field-error.js";
import { closestPlace, type Manifest } from "../manifests.js";

/** Returns the diagnostic of an error of the API server. An error that only follows from others has none. */
export function invalidObject(error: FieldError, manifest: Manifest): Diagnostic | undefined {
  if (error === UNCHECKED_RULES) return undefined;
  const { type, path, message } = error;
  const args = { field: pathInWords(path), type, problem: message };
  return inManifest(diagnose("object-invalid", args, closestPlace(manifest, path)));
}
