/** JSON values in a line of prose. */
import { type Json, sortKeys } from "../model/json.js";

/** A value, cut if it is long; `none` if it is omitted. */
export function shortJson(value: Json | undefined): string {
  if (value === undefined) return "none";
  const text = JSON.stringify(sortKeys(value));
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
