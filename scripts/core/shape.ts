/** Checks that external JSON has the expected shape. Such a value is untrusted until it is checked. */
import { isJsonArray, isJsonObject, type Json } from "./model/json.js";

/** Value of the wrong type: its path in the document, and the requirement that it violates. */
export interface ShapeProblem {
  readonly path: readonly (string | number)[];
  readonly problem: string;
}

type Path = ShapeProblem["path"];

/** Returns every value of the wrong type. Null counts as omitted, as for the API server. */
export type ShapeCheck = (value: Json | undefined, path: Path) => ShapeProblem[];

/** Formats the names of fields as a path in a message, such as `spec.versions[0].name`. */
export function pathInWords(path: Path): string {
  return path.map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`)).join("");
}

function must(be: string, holds: (value: Json) => boolean): ShapeCheck {
  return (value, path) =>
    value === undefined || value === null || holds(value) ? [] : [{ path, problem: `must be ${be}` }];
}

export function required(check: ShapeCheck): ShapeCheck {
  return (value, path) =>
    value === undefined || value === null ? [{ path, problem: "is required" }] : check(value, path);
}

export function listOf(check: ShapeCheck): ShapeCheck {
  const isList = must("a list", Array.isArray);
  return (value, path) =>
    isJsonArray(value) ? value.flatMap((item, index) => required(check)(item, [...path, index])) : isList(value, path);
}

export function mapOf(check: ShapeCheck): ShapeCheck {
  return (value, path) =>
    isJsonObject(value)
      ? Object.entries(value).flatMap(([key, item]) => required(check)(item, [...path, key]))
      : ANY_OBJECT(value, path);
}

export function objectWith(checks: Readonly<Record<string, ShapeCheck>>): ShapeCheck {
  return (value, path) =>
    isJsonObject(value)
      ? Object.entries(checks).flatMap(([key, check]) => check(value[key], [...path, key]))
      : ANY_OBJECT(value, path);
}

export const ANY_OBJECT = must("an object", isJsonObject);
export const STRING = must("a string", (value) => typeof value === "string");
export const BOOLEAN = must("true or false", (value) => typeof value === "boolean");
export const NUMBER = must("a number", (value) => typeof value === "number" && Number.isFinite(value));
export const COUNT = must("a whole number, 0 or more", (value) => Number.isSafeInteger(value) && Number(value) >= 0);
export const ANY_LIST = must("a list", Array.isArray);
