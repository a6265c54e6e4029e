import { isJsonObject } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";

/** CEL's own types for some string formats. Source: apiserver pkg/cel/common/values.go (UnstructuredToVal). */
const OTHER_TYPES: ReadonlyMap<string, string> = new Map([
  ["byte", "bytes"],
  ["date", "timestamp"],
  ["date-time", "timestamp"],
  ["datetime", "timestamp"],
  ["duration", "duration"],
]);

/** Returns the CEL type of a scalar. It can differ from the JSON type only for strings. */
function celTypeOf({ type, format }: StructuralSchema): string {
  const other = type === "string" ? OTHER_TYPES.get(String(format)) : undefined;
  return other ?? String(type);
}

/** Reports whether CEL has another type than JSON for any part of a value of this schema. */
export function hasOtherTypes(schema: StructuralSchema): boolean {
  const { type, items, properties = {}, additionalProperties } = schema;
  if (celTypeOf(schema) !== String(type)) return true;
  return [items, additionalProperties, ...Object.values(properties)].some(
    (child) => isJsonObject(child) && hasOtherTypes(child),
  );
}
