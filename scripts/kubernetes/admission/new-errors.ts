/** Compares the validation of an object in two versions of its kind. */
import type { JsonObject } from "../../core/model/json.js";
import { admit, UNCHECKED_RULES } from "./admit.js";
import type { CompiledVersion } from "./compile-version.js";
import type { FieldError } from "./field-error.js";

/** Object in a version. Without one, the API server would not validate it. */
export interface VersionedObject {
  readonly version: CompiledVersion | undefined;
  readonly object: JsonObject;
  /** Set to validate the status, which a request for the object itself does not contain. */
  readonly subresource?: "status" | undefined;
}

/** Returns the errors of an object that it does not have before a change: of the same type, at the same path. */
export function newErrors(before: VersionedObject, after: VersionedObject): readonly FieldError[] {
  // UNCHECKED_RULES only follows from other errors.
  const errors = errorsOf(after).filter((error) => error !== UNCHECKED_RULES);
  if (errors.length === 0) return [];
  const known = new Set(errorsOf(before).map(keyOf));
  return errors.filter((error) => !known.has(keyOf(error)));
}

function errorsOf({ version, object, subresource }: VersionedObject): readonly FieldError[] {
  return version ? admit(version, { object, subresource }).errors : [];
}

function keyOf({ type, path }: FieldError): string {
  return JSON.stringify([type, path]);
}
