/**
 * Returns the value that the API server stores for a value that a client sends: it prunes unknown fields, drops nulls
 * that are not allowed, and sets defaults. The schema must be structural.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/pruning and schema/defaulting (prune.go, algorithm.go).
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";
import { hasDefault, type StructuralSchema } from "../../core/model/schema.js";
import { mapFields, mapItems } from "./map-parts.js";
import { prune } from "./prune.js";
import { fieldSchema } from "./validate.js";

/** Returns the value as it is stored. A null among the items of a list is not dropped, but replaced by the default. */
export function asStored(schema: StructuralSchema, value: Json): Json {
  return withDefaults(schema, prune(schema, value).value);
}

/** Returns a pruned value with defaults. They are pruned too. A value to which nothing is added is the same one. */
export function withDefaults(schema: StructuralSchema, value: Json): Json {
  if (isJsonArray(value)) return mapItems(value, (item) => itemAsStored(schema, item));
  if (!isJsonObject(value)) return value;
  const kept = mapFields(value, (name, child) => fieldAsStored(schema, name, child));
  const missing = defaultsFor(schema, kept);
  return missing.length === 0 ? kept : Object.fromEntries([...Object.entries(kept), ...missing]);
}

function itemAsStored({ items }: StructuralSchema, item: Json): Json {
  if (!items) return item;
  return isDroppedNull(items, item) ? asStored(items, items.default ?? null) : withDefaults(items, item);
}

function fieldAsStored(schema: StructuralSchema, name: string, value: Json): Json | undefined {
  const declared = fieldSchema(schema, name);
  if (!isJsonObject(declared)) return value;
  if (!isDroppedNull(declared, value)) return withDefaults(declared, value);
  return hasDefault(declared) ? asStored(declared, declared.default) : undefined;
}

function defaultsFor(schema: StructuralSchema, kept: JsonObject): [string, Json][] {
  return defaultedFields(schema)
    .filter(([name]) => !Object.hasOwn(kept, name))
    .map(([name, field]) => [name, asStored(field, field.default)]);
}

type DefaultedField = readonly [name: string, field: StructuralSchema & { readonly default: Json }];

const known = new WeakMap<StructuralSchema, readonly DefaultedField[]>();

/** Returns the fields of a schema that have a default. */
function defaultedFields(schema: StructuralSchema): readonly DefaultedField[] {
  const found =
    known.get(schema) ??
    Object.entries(schema.properties ?? {}).flatMap(([name, field]): DefaultedField[] =>
      hasDefault(field) ? [[name, field]] : [],
    );
  known.set(schema, found);
  return found;
}

function isDroppedNull(schema: StructuralSchema, value: Json): boolean {
  return value === null && schema.nullable !== true;
}
