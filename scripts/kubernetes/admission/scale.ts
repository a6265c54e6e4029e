/** Validates the fields of the scale subresource. Source: apiextensions-apiserver, customresource/validator.go. */
import { isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";
import { isInt64 } from "../int64.js";
import { fieldAt, type Place, ROOT } from "../validation/place.js";
import type { Scale } from "./compile-version.js";
import { type FieldError, fieldErrorOf } from "./field-error.js";

const MOST_REPLICAS = 2 ** 31 - 1;

/** Returns the errors in the fields of the scale subresource. `part` is `status` for an update of the status. */
export function scaleErrors(scale: Scale | undefined, object: JsonObject, part?: "status"): FieldError[] {
  if (!scale) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  return [
    ...(part ? [] : replicaErrors(specReplicasPath, object)),
    ...replicaErrors(statusReplicasPath, object),
    ...selectorErrors(labelSelectorPath, object),
  ];
}

function replicaErrors(path: string | undefined, object: JsonObject): FieldError[] {
  const problem = `must be an integer between 0 and ${MOST_REPLICAS}`;
  return errorsAt(path, object, problem, (value) => {
    return typeof value === "number" && isInt64(value) && value >= 0 && value <= MOST_REPLICAS;
  });
}

function selectorErrors(path: string | undefined, object: JsonObject): FieldError[] {
  return errorsAt(path, object, "must be a string", (value) => typeof value === "string");
}

/** Returns the error of a field, or of the value on the way to it that is neither an object nor null. */
function errorsAt(
  path: string | undefined,
  object: JsonObject,
  problem: string,
  isValid: (value: Json) => boolean,
): FieldError[] {
  if (path === undefined) return [];
  let value: Json | undefined = object;
  for (const step of stepsOf(path)) {
    if (value === null || value === undefined) return [];
    if (!isJsonObject(value)) return [errorAt(path, value, "must be a field of an object")];
    value = Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value === undefined || isValid(value) ? [] : [errorAt(path, value, problem)];
}

/** Returns the error. The API server names a field by its path in the CRD, which starts with a dot. */
function errorAt(path: string, value: Json, problem: string): FieldError {
  const place = stepsOf(path).reduce<Place | undefined>(fieldAt, ROOT);
  return { ...fieldErrorOf({ type: "FieldValueInvalid", place, value, problem }), field: path };
}

function stepsOf(path: string): string[] {
  return path.replace(/^\./, "").split(".");
}
