/**
 * Violations of a value, as the API server reports them. Source: apimachinery, pkg/util/validation/field/errors.go.
 */
import { isJsonArray, isJsonObject, type Json } from "../../core/model/json.js";
import type { Place } from "./place.js";

/** Type of an error: the reason of a cause in the status that the API server returns. */
export type ErrorType =
  | "FieldValueDuplicate"
  | "FieldValueForbidden"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueRequired"
  | "FieldValueTooLong"
  | "FieldValueTooMany"
  | "FieldValueTypeInvalid";

export interface Violation {
  readonly type: ErrorType;
  readonly place: Place | undefined;
  /** Condition that the value does not meet, such as `must be at least 1`. */
  readonly problem: string;
  /** The value, if the API server prints it. */
  readonly value?: Json;
  /** Set if the API server names the root, or the root of the status, although the violation is below it. */
  readonly isOfRoot?: true;
}

/** Text in front of a message, which the API server derives from the type. */
const TITLES: Readonly<Record<ErrorType, string>> = {
  FieldValueDuplicate: "Duplicate value",
  FieldValueForbidden: "Forbidden",
  FieldValueInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueRequired: "Required value",
  FieldValueTooLong: "Too long",
  FieldValueTooMany: "Too many",
  FieldValueTypeInvalid: "Invalid value",
};

/** Types whose messages never contain the value. */
const WITHOUT_VALUE: ReadonlySet<ErrorType> = new Set([
  "FieldValueForbidden",
  "FieldValueRequired",
  "FieldValueTooLong",
]);

/** Longest value in a message, in characters. Unlike the API server, the tool prints no more. */
const LONGEST = 200;

/** Returns a message in the form of the API server, such as `Invalid value: 0: must be at least 1`. */
export function messageOf({ type, value, problem }: Pick<Violation, "type" | "value" | "problem">): string {
  const shown = value === undefined || WITHOUT_VALUE.has(type) ? [] : [valueInWords(value)];
  return [TITLES[type], ...shown, ...(problem === "" ? [] : [problem])].join(": ");
}

function valueInWords(value: Json): string {
  const words = JSON.stringify(shortened(value, 0));
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}

/** Returns a value whose first characters as JSON are the same, without most of a value that is large. */
function shortened(value: Json, depth: number): Json {
  if (typeof value === "string") return value.slice(0, LONGEST);
  if (typeof value !== "object" || value === null) return value;
  if (depth > LONGEST) return {};
  if (isJsonArray(value)) return value.slice(0, LONGEST).map((item) => shortened(item, depth + 1));
  const entries = isJsonObject(value) ? Object.entries(value).slice(0, LONGEST) : [];
  return Object.fromEntries(entries.map(([name, part]) => [name, shortened(part, depth + 1)]));
}
