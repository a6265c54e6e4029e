/** Limits of values that follow from their schemas. */
import type { StructuralSchema } from "../../../core/model/schema.js";
import { toInt64 } from "../../int64.js";
import { matchesPattern } from "../../re2/pattern.js";
import type { DeclType } from "../types/decl-type.js";
import { isNamed } from "../types/names.js";
import type { Kind } from "../types/type.js";
import type { Value } from "./value.js";
import type { Range } from "./world.js";

export const INT64: Range = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** Returns the bounds of an integer. */
export function rangeOf({ literal, range, decl }: Value): Range {
  if (literal?.type === "int") return { min: literal.value, max: literal.value };
  return range ?? (decl ? declaredRange(decl.schema) : INT64);
}

function declaredRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: StructuralSchema): Range {
  const min = limitOf(minimum, INT64.min) + (exclusiveMinimum === true ? 1n : 0n);
  const max = limitOf(maximum, INT64.max) - (exclusiveMaximum === true ? 1n : 0n);
  return min <= max ? { min, max } : INT64;
}

function limitOf(limit: number | undefined, otherwise: bigint): bigint {
  return limit === undefined || Math.abs(limit) >= 2 ** 63 ? otherwise : BigInt(toInt64(limit));
}

/** Returns the bounds of the size of a string, list or map. */
export function sizeOf({ items, decl }: Value): Range {
  if (items) return { min: BigInt(items.length), max: BigInt(items.length) };
  return decl ? declaredSize(decl) : ANY_SIZE;
}

const ANY_SIZE: Range = { min: 0n, max: INT64.max };

function declaredSize({ type, schema }: DeclType): Range {
  const keywords = SIZES[type.kind];
  if (!keywords) return ANY_SIZE;
  const [least, most] = [schema[keywords.least], schema[keywords.most]];
  const min = isSize(least) ? BigInt(least) : ANY_SIZE.min;
  const max = isSize(most) ? BigInt(most) : ANY_SIZE.max;
  return min <= max ? { min, max } : ANY_SIZE;
}

/** Keywords that limit the size of values of a kind. */
interface SizeKeywords {
  readonly least: "minLength" | "minItems" | "minProperties";
  readonly most: "maxLength" | "maxItems" | "maxProperties";
}

const SIZES: Readonly<Partial<Record<Kind, SizeKeywords>>> = {
  string: { least: "minLength", most: "maxLength" },
  list: { least: "minItems", most: "maxItems" },
  map: { least: "minProperties", most: "maxProperties" },
};

function isSize(limit: unknown): limit is number {
  return typeof limit === "number" && Number.isSafeInteger(limit) && limit >= 0;
}

/** Returns the strings that a value can be, if its schema lists them. */
export function possibleStrings({ kind, decl }: Value): readonly string[] | undefined {
  const values = kind === "string" ? (decl?.schema.enum ?? []) : [];
  const strings = values.filter((value) => typeof value === "string");
  return strings.length > 0 ? strings : undefined;
}

/** Reports whether a schema of strings excludes one. */
export function excludes(decl: DeclType, text: string): boolean {
  const { pattern } = decl.schema;
  const { min, max } = declaredSize(decl);
  const length = [...text].length;
  return length < min || length > max || (pattern !== undefined && !matchesPattern(pattern, text));
}

/** Reports whether an object has a field, given by its name in CEL, in every value that its schema allows. */
export function isAlwaysSet({ decl }: Value, name: string, field: DeclType | undefined): boolean {
  if (!decl || !field || field.schema.nullable === true) return false;
  const { required = [], properties = {} } = decl.schema;
  return (
    required.some((each) => isNamed(each, name) && Object.hasOwn(properties, each)) ||
    (field.schema.default ?? null) !== null
  );
}

/** Items of lists and values of maps can be null, which is not a value of the type. */
export function unlessNull(decl: DeclType | undefined): DeclType | undefined {
  return decl?.schema.nullable === true ? undefined : decl;
}
