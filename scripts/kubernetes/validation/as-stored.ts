/**
 * Returns the value that the API server stores for a value that a client sends: it prunes unknown fields, drops nulls
 * that are not allowed, and sets defaults. The schema must be structural.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/pruning and schema/defaulting (prune.go, algorithm.go).
 */
import { isJsonArray, isJsonObject, type Json } from "../../core/model/json.js";
import { hasDefault, type StructuralSchema } from "../../core/model/schema.js";
import { prune } from "./prune.js";
import { fieldSchema } from "./validate.js";

/** Returns the value as it is stored. A null among the items of a list is not dropped, but replaced by the default. */
export function asStored(schema: StructuralSchema, value: Json): Json {
  return withDefaults(schema, prune(schema, value).value);
}

/** Returns a pruned value with defaults. They are pruned too. */
function withDefaults(schema: StructuralSchema, value: Json): Json {
  if (isJsonArray(value)) return value.map((item) => itemAsStored(schema, item));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, child]) => fieldAsStored(schema, name, child));
  return Object.fromEntries([...kept, ...defaultsFor(schema, new Set(kept.map(([name]) => name)))]);
}

function itemAsStored({ items }: StructuralSchema, item: Json): Json {
  if (!items) return item;
  return isDroppedNull(items, item) ? asStored(items, items.default ?? null) : withDefaults(items, item);
}

function fieldAsStored(schema: StructuralSchema, name: string, value: Json): [string, Json][] {
  const declared = fieldSchema(schema, name);
  if (!isJsonObject(declared)) return [[name, value]];
  if (!isDroppedNull(declared, value)) return [[name, withDefaults(declared, value)]];
  return hasDefault(declared) ? [[name, asStored(declared, declared.default)]] : [];
}

function defaultsFor({ properties = {} }: StructuralSchema, known: ReadonlySet<string>): [string, Json][] {
  return Object.entries(properties).flatMap(([name, field]): [string, Json][] =>
    hasDefault(field) && !known.has(name) ? [[name, asStored(field, field.default)]] : [],
  );
}

function isDroppedNull(schema: StructuralSchema, value: Json): boolean {
  return value === null && schema.nullable !== true;
}
