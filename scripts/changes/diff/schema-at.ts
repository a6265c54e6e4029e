/** Schemas by their paths. */
import { type FieldPath, fieldIn, isBelow, itemsOf, ROOT_PATH, valuesOf } from "../../core/model/field-path.js";
import { isJsonObject } from "../../core/model/json.js";
import { fieldsOf, type StructuralSchema } from "../../core/model/schema.js";

/** The schema that a path leads to, or undefined if it leads nowhere. */
export function schemaAt(schema: StructuralSchema, path: FieldPath): StructuralSchema | undefined {
  return schemaBelow(schema, ROOT_PATH, path);
}

/** Names may have dots in them, so the schema decides where a step ends. */
function schemaBelow(schema: StructuralSchema, at: FieldPath, path: FieldPath): StructuralSchema | undefined {
  if (at === path) return schema;
  for (const [inner, child] of childrenOf(schema, at)) {
    const found = inner === path || isBelow(path, inner) ? schemaBelow(child, inner, path) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The fields, items and values of the schema at a path, each with its path. */
export function childrenOf(schema: StructuralSchema, path: FieldPath): (readonly [FieldPath, StructuralSchema])[] {
  const { items, additionalProperties: values } = schema;
  return [
    ...[...fieldsOf(schema)].map(([name, field]) => [fieldIn(path, name), field] as const),
    ...(items ? [[itemsOf(path), items] as const] : []),
    ...(isJsonObject(values) ? [[valuesOf(path), values] as const] : []),
  ];
}
