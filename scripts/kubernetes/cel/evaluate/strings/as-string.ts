/** Conversion of values to strings, for formats. Source: google/cel-go, common/types (ConvertToType). */
import { isKind, type Value } from "../../values/value.js";
import { CONVERSIONS } from "../libraries/conversions.js";

/** Returns the string of a value, or undefined if it cannot be converted. */
export function asString(value: Value): string | undefined {
  if (isKind(value, "type")) return value.name;
  const text = CONVERSIONS.functions.string?.(value);
  return typeof text === "string" ? text : undefined;
}
