/** Schemas by their paths. */
import { type FieldPath, fieldIn, isBelow, itemsOf, ROOT_PATH, valuesOf } from "../../core/model/field-path.js";
import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import { fieldsOf } from "./keywords.js";

/** The schema that a path leads to, or undefined if it leads nowhere. */
export function schemaAt(schema: JsonObject, path: FieldPath): JsonObject | undefined {
  return schemaBelow(schema, ROOT_PATH, path);
}

/** Names may have dots in them, so the schema decides where a step ends. */
function schemaBelow(schema: JsonObject, at: FieldPath, path: FieldPath): JsonObject | undefined {
  if (at === path) return schema;
  for (const [inner, child] of childrenOf(schema, at)) {
    const found = inner === path || isBelow(path, inner) ? schemaBelow(child, inner, path) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The fields, items and values of the schema at a path, each with its path. */
export function childrenOf(schema: JsonObject, path: FieldPath): (readonly [FieldPath, JsonObject])[] {
  const { items, additionalProperties: values } = schema;
  return [
    ...[...fieldsOf(schema)].map(([name, field]) => [fieldIn(path, name), field] as const),
    ...(isJsonObject(items) ? [[itemsOf(path), items] as const] : []),
    ...(isJsonObject(values) ? [[valuesOf(path), values] as const] : []),
  ];
}
