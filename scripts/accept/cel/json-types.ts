import { isJsonObject, type JsonObject } from "../../model/json.js";

/** CEL has types of its own for some strings. Source: apiserver pkg/cel/common/values.go (UnstructuredToVal). */
const OTHER_TYPES = new Set(["byte", "date", "date-time", "datetime", "duration"]);

/** Whether CEL sees anything in a value of this schema as something else than JSON has it. */
export function hasOtherTypes({ type, format, items, properties, additionalProperties }: JsonObject): boolean {
  if (type === "string" && OTHER_TYPES.has(String(format))) return true;
  const fields = isJsonObject(properties) ? Object.values(properties) : [];
  return [items, additionalProperties, ...fields].some((child) => isJsonObject(child) && hasOtherTypes(child));
}
