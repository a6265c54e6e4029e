import { isJsonObject } from "../../core/model/json.js";
import { isEmbeddedResource, type StructuralSchema } from "../../core/model/schema.js";

/** What a schema has, in itself or anywhere below. Checks of it skip the values of other schemas. */
export interface SchemaParts {
  readonly hasListTypes: boolean;
  readonly hasEmbedded: boolean;
}

const known = new WeakMap<StructuralSchema, SchemaParts>();

export function parts(schema: StructuralSchema): SchemaParts {
  const found = known.get(schema) ?? compute(schema);
  known.set(schema, found);
  return found;
}

function compute(schema: StructuralSchema): SchemaParts {
  const { properties = {}, items, additionalProperties } = schema;
  const inner = [...Object.values(properties), items, additionalProperties].filter(isJsonObject).map(parts);
  const listType = schema["x-kubernetes-list-type"];
  return {
    hasListTypes: listType === "set" || listType === "map" || inner.some(({ hasListTypes }) => hasListTypes),
    hasEmbedded: isEmbeddedResource(schema) || inner.some(({ hasEmbedded }) => hasEmbedded),
  };
}
