/** Finds the fields and keys that a rule reads: the only place that decides which ones exist. */
import { RESERVED } from "./reserved.js";
import { DYN, ERROR, optionalOf, type Type, unwrapOptional } from "./type.js";

/** Minor version from which the names of fields that are reserved words need no escaping. */
const PLAIN_RESERVED_SINCE = 31;

/** Returns the value in an object for a field, given by its name in an expression. */
export function fieldOf<T>(fields: ReadonlyMap<string, T>, name: string, minor: number): T | undefined {
  const field = fields.get(name);
  if (field !== undefined || minor < PLAIN_RESERVED_SINCE || !RESERVED.has(name)) return field;
  return fields.get(`__${name}__`);
}

export type Member =
  | { readonly type: Type; readonly problem?: never }
  | { readonly type?: never; readonly problem: "no field" | "no fields" };

/**
 * Returns the type of a field of an object, or of a key of a map. The field of an optional value is optional too.
 * Source: google/cel-go, checker/checker.go (checkSelectField), and k8s.io/apiserver, pkg/cel/types.go
 * (FindStructFieldType).
 */
export function memberOf(operand: Type, name: string, minor: number): Member {
  const holder = unwrapOptional(operand);
  const wrap = (type: Type) => ({ type: holder === operand ? type : optionalOf(type) });
  switch (holder.kind) {
    case "map":
      return wrap(holder.parameters[1] as Type);
    case "object": {
      const type = holder.fields && fieldOf(holder.fields, name, minor);
      return type ? wrap(type) : { problem: "no field" };
    }
    case "dyn":
    case "error":
    case "parameter":
      return wrap(holder.kind === "error" ? ERROR : DYN);
    default:
      return { problem: "no fields" };
  }
}
