import { escapeControls } from "../../core/model/control-characters.js";
import { isJsonObject } from "../../core/model/json.js";
import type { FieldError } from "../../kubernetes/admission/field-error.js";

/** Thrown for an object that is not valid. The message lists all errors, one per line. */
export class InvalidObjectError extends Error {
  override readonly name = "InvalidObjectError";

  /** `kind` is the expected kind of the object, and `value` the value that was passed in its place. */
  constructor(
    kind: string,
    value: unknown,
    readonly errors: readonly FieldError[],
  ) {
    // A key of a map can contain any character, and messages quote values.
    const lines = errors.map(({ field, path, message }) => `  ${path.length > 0 ? `${field}: ` : ""}${message}`);
    super([`invalid ${kind}${nameOf(value)}:`, ...lines].map(escapeControls).join("\n"));
  }
}

/** Returns the namespace and the name of an object, if it has a name. */
function nameOf(value: unknown): string {
  const metadata = isJsonObject(value) && isJsonObject(value.metadata) ? value.metadata : {};
  const parts = [metadata.namespace, metadata.name].filter((part) => typeof part === "string");
  return typeof metadata.name === "string" ? ` ${parts.join("/")}` : "";
}
