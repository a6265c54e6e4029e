import { fieldInWords, type Place, stepsTo, type ValuePath } from "../validation/place.js";
import { type ErrorType, messageOf, type Violation } from "../validation/violation.js";

/** Error in a field of an object, as a cause in the status that the API server returns. */
export interface FieldError {
  /** Reason of the cause, such as `FieldValueInvalid`. */
  readonly type: ErrorType;
  /** The field as the API server names it, such as `spec.ports[0].name`. It is `<nil>` for the object itself. */
  readonly field: string;
  /** Steps to the field. They can be longer than `field`, which names the root for errors of anyOf. */
  readonly path: ValuePath;
  /** Message in the form of the API server, such as `Invalid value: 0: must be at least 1`. */
  readonly message: string;
}

/** Name of the object itself. Source: apimachinery, pkg/util/validation/field/path.go (Path.String). */
const NO_FIELD = "<nil>";

/** Returns the error of a violation. `root` is the place of the status if only the status is validated. */
export function fieldErrorOf(violation: Violation, root?: Place): FieldError {
  const { type, place, isOfRoot } = violation;
  return {
    type,
    field: fieldInWords(isOfRoot ? root : place) || NO_FIELD,
    path: stepsTo(place),
    message: messageOf(violation),
  };
}
