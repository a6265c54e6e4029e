import { isJsonArray, isJsonObject, type Json } from "../../core/model/json.js";
import { fieldAt, itemAt, type Place } from "../../kubernetes/validation/place.js";

/**
 * Returns the places of a value that change if it is converted to JSON, such as dates, functions, maps and NaN. `json` is
 * the result of the conversion. Fields that are undefined do not count.
 */
export function notJson(value: unknown, json: Json | undefined, place?: Place): Place[] {
  if (Array.isArray(value) && isJsonArray(json)) {
    return value.flatMap((item, index) => notJson(item, json[index], itemAt(place, index)));
  }
  if (isPlain(value) && isJsonObject(json)) {
    return Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .flatMap(([name, field]) => notJson(field, json[name], fieldAt(place, name)));
  }
  return value === json || place === undefined ? [] : [place];
}

/** Reports whether a value is an object whose data are its fields, whatever its class is. */
function isPlain(value: unknown): value is object {
  return Object.prototype.toString.call(value) === "[object Object]";
}
