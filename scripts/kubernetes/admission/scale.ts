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
  const value = valueAt(object, path);
  if (path === undefined || value === undefined) return [];
  const isWhole = typeof value === "number" && isInt64(value);
  if (isWhole && value >= 0 && value <= MOST_REPLICAS) return [];
  return [errorAt(path, value, `must be an integer between 0 and ${MOST_REPLICAS}`)];
}

function selectorErrors(path: string | undefined, object: JsonObject): FieldError[] {
  const value = valueAt(object, path);
  return path === undefined || value === undefined || typeof value === "string"
    ? []
    : [errorAt(path, value, "must be a string")];
}

/** Returns the error. The API server names a field by its path in the CRD, which starts with a dot. */
function errorAt(path: string, value: Json, problem: string): FieldError {
  const place = stepsOf(path).reduce<Place | undefined>(fieldAt, ROOT);
  return { ...fieldErrorOf({ type: "FieldValueInvalid", place, value, problem }), field: path };
}

/** Returns the value at a path. If a value on the way is neither an object nor null, returns that value. */
function valueAt(object: JsonObject, path = ""): Json | undefined {
  let value: Json | undefined = object;
  for (const step of stepsOf(path)) {
    if (value === null) return undefined;
    if (!isJsonObject(value)) return value;
    value = Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

function stepsOf(path: string): string[] {
  return path.replace(/^\./, "").split(".");
}
