/** JSON values within sentences. */
import { type Json, sortKeys } from "../model/json.js";

/** Returns the value as JSON, shortened to 80 characters, or `none` if it is undefined. */
export function shortJson(value: Json | undefined): string {
  if (value === undefined) return "none";
  const text = JSON.stringify(sortKeys(value));
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
