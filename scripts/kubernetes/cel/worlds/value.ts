/** Values of which only the schema is known. */
import type { Core } from "../syntax/core.js";
import type { Literal } from "../syntax/tree.js";
import type { DeclType } from "../types/decl-type.js";
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
  /** Size of a list that is not declared. */
  readonly size?: Value;
  /** Bounds of an integer. */
  readonly range?: Range;
  /** Set for an optional value, such as the result of `.?`. It is empty for none. */
  readonly optional?: { readonly value?: Value };
  /** Set for an element of a list or map, and for its parts: the name that the same part of the first element has. */
  readonly first?: string | undefined;
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

/** Result of an expression. */
export type Outcome<T> = T | Fault;

export function boolean(bool: boolean): Value {
  return bool ? TRUE : FALSE;
}

const TRUE: Value = { name: "true", kind: "bool", bool: true };
const FALSE: Value = { name: "false", kind: "bool", bool: false };

export function integer(value: bigint): Value {
  return literalValue({ type: "int", value });
}

export function literalValue(literal: Literal): Value {
  if (literal.type === "bool") return boolean(literal.value);
  const { type: kind } = literal;
  if (kind === "null") return { name: "null", kind, literal };
  if (kind === "string" || kind === "bytes") {
    return { name: kind === "string" ? textName(literal.value) : `b${textName(literal.value)}`, kind, literal };
  }
  return { name: `${kind === "int" ? "" : `${kind} `}${literal.value}`, kind, literal };
}

/** Returns the name of a string. */
export function textName(text: string): string {
  return JSON.stringify(text);
}

export function namesOf(values: readonly Value[]): string {
  return values.map(({ name }) => name).join(", ");
}
