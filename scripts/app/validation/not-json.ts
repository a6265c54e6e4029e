import { isJsonArray, isJsonObject, type Json } from "../../core/model/json.js";
import { fieldAt, itemAt, type Place, ROOT } from "../../kubernetes/validation/place.js";

/**
 * Returns the places of a value that change if it is converted to JSON, such as dates, functions, maps and NaN. `json` is
 * the result of the conversion. Fields that are undefined do not count, and neither does the field `except`.
 */
export function notJson(value: unknown, json: Json, except: string): (Place | undefined)[] {
  return changedIn(value, json, ROOT, except);
}

function changedIn(
  value: unknown,
  json: Json | undefined,
  place: Place | undefined,
  except?: string,
): (Place | undefined)[] {
  if (Array.isArray(value) && isJsonArray(json)) {
    return value.flatMap((item, index) => changedIn(item, json[index], itemAt(place, index)));
  }
  if (isPlain(value) && isJsonObject(json)) {
    return Object.entries(value)
      .filter(([name, field]) => field !== undefined && name !== except)
      .flatMap(([name, field]) => changedIn(field, json[name], fieldAt(place, name)));
  }
  return value === json ? [] : [place];
}

/** Reports whether a value is an object whose data are its fields, whatever its class is. */
function isPlain(value: unknown): value is object {
  const isObject = Object.prototype.toString.call(value) === "[object Object]";
  return isObject && typeof (value as { readonly toJSON?: unknown }).toJSON !== "function";
}
