/** Values of which only the schema is known. */
import type { StructuralSchema } from "../../../core/model/schema.js";
import { toInt64 } from "../../int64.js";
import { matchesPattern } from "../../re2/pattern.js";
import type { Core } from "../syntax/core.js";
import type { Literal } from "../syntax/tree.js";
import type { DeclType } from "../types/decl-type.js";
import { isNamed } from "../types/names.js";
import type { Kind } from "../types/type.js";
import type { Range } from "./world.js";

export interface Value {
  /** Identity: two values with the same name are equal. */
  readonly name: string;
  readonly kind: Kind;
  /** Schema that the value is valid against. Unset for values of `oldSelf`, which can be older than the schema. */
  readonly decl?: DeclType | undefined;
  readonly bool?: boolean;
  readonly literal?: Literal;
  /** Items of a list that the expression itself creates. */
  readonly items?: readonly Value[];
  /** Bounds of an integer. */
  readonly range?: Range;
  /** Set for an optional value, such as the result of `.?`. It is empty for none. */
  readonly optional?: { readonly value?: Value };
  /** Set for an element of a list or map, and for its parts: the name that the same part of the first element has. */
  readonly first?: string;
}

/** Error, for which the API server rejects the object like for false. */
export class Fault {
  constructor(
    /** The read of a field or key that is not set. */
    readonly read?: Core,
    /** True if it fails only because the one part is missing that `Reads` names. */
    readonly isOfAbsent = false,
  ) {}
}

/** Error of which nothing else is known. */
export const FAULT = new Fault();

/** Optional value without a value. */
export const NONE: Value = { name: "none", kind: "opaque", optional: {} };

export function present(value: Value): Value {
  return { name: `optional(${value.name})`, kind: "opaque", optional: { value } };
}

export function optionally(value: Value, isPresent: boolean): Value {
  return isPresent ? present(value) : NONE;
}

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
  const any = { min: 0n, max: INT64.max };
  const keywords = decl && SIZES[decl.type.kind];
  if (!keywords) return any;
  const [least, most] = keywords.map((keyword) => decl.schema[keyword]);
  const min = isSize(least) ? BigInt(least) : any.min;
  const max = isSize(most) ? BigInt(most) : any.max;
  return min <= max ? { min, max } : any;
}

const SIZES: Readonly<Partial<Record<Kind, readonly ["minLength" | "minItems" | "minProperties", string]>>> = {
  string: ["minLength", "maxLength"],
  list: ["minItems", "maxItems"],
  map: ["minProperties", "maxProperties"],
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

/** Reports whether the schema of a value excludes a string. */
export function excludes(value: Value, text: string): boolean {
  if (value.kind !== "string" || !value.decl) return false;
  const { pattern } = value.decl.schema;
  const { min, max } = sizeOf(value);
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
