/** Explains reads of fields that do not exist. */
import { nearest } from "../../../core/nearest.js";
import type { UnknownField } from "../syntax/problem.js";
import { type DeclType, declOf } from "../types/decl-type.js";
import { celName, isNamed } from "../types/names.js";

/** Returns the CEL name of the intended field: the escaped form of the same name, or a similar name. */
export function nearestField({ name, object }: UnknownField): string | undefined {
  const known = object.fields ?? new Map();
  const escaped = celName(name);
  return escaped !== undefined && known.has(escaped) ? escaped : nearest(name, known.keys());
}

/** Returns the name of a field that the schema declares although CEL has no type for it. */
export function untypedField({ name, object }: UnknownField, self: DeclType): string | undefined {
  const { properties = {} } = declOf(object, self)?.schema ?? {};
  return Object.keys(properties).find((property) => isNamed(property, name));
}
