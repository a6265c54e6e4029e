import { isJsonObject } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";

/** CEL has types of its own for some strings. Source: apiserver pkg/cel/common/values.go (UnstructuredToVal). */
const OTHER_TYPES: ReadonlyMap<string, string> = new Map([
  ["byte", "bytes"],
  ["date", "timestamp"],
  ["date-time", "timestamp"],
  ["datetime", "timestamp"],
  ["duration", "duration"],
]);

/** What CEL takes a scalar of this schema for. Strings may be of other types; all else is what its JSON type says. */
export function celTypeOf({ type, format }: StructuralSchema): string {
  const other = type === "string" ? OTHER_TYPES.get(String(format)) : undefined;
  return other ?? String(type);
}

/** Whether CEL sees anything in a value of this schema as something else than JSON has it. */
export function hasOtherTypes(schema: StructuralSchema): boolean {
  const { type, items, properties = {}, additionalProperties } = schema;
  if (celTypeOf(schema) !== String(type)) return true;
  return [items, additionalProperties, ...Object.values(properties)].some(
    (child) => isJsonObject(child) && hasOtherTypes(child),
  );
}
