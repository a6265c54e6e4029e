import type { JsonObject } from "./json.js";
import type { ManifestObject } from "./manifest-object.js";

/** Result of the validation of one object. */
export interface ValidatedObject extends ManifestObject {
  readonly accepted: boolean;
  readonly errors: readonly ObjectError[];
  /** Warnings of policies, which the API server would return with its response, and of integers that were rounded. */
  readonly warnings: readonly string[];
  /** The object as the API server would return it. Set if it was requested and the object is accepted. */
  readonly object?: JsonObject;
}

/** Error of an object, as a cause in the status that the API server returns. */
export interface ObjectError {
  /** Reason of the cause, such as `FieldValueInvalid`; `UnknownKind`, `UnknownField`, `Conversion` and `Policy` are of the tool. */
  readonly type: string;
  /** The field as the API server names it, such as `spec.ports[0].name`. */
  readonly field: string;
  readonly message: string;
}
