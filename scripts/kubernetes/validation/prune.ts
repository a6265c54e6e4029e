/**
 * Removes the fields that a schema neither declares nor preserves. `x-kubernetes-preserve-unknown-fields` of a list also
 * applies to its items, but not to the fields that they declare.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/pruning/algorithm.go.
 */
import { isJsonArray, isJsonObject, type Json } from "../../core/model/json.js";
import { keepsUnknownFields, type StructuralSchema } from "../../core/model/schema.js";
import { isImplied } from "./embedded.js";
import { fieldSchema } from "./validate.js";

export interface Pruned {
  readonly value: Json;
  /** Paths of the fields that were removed, such as `.spec.ports[0].nme`. */
  readonly removed: readonly string[];
}

/** Returns a value without the fields that the API server prunes. The schema must be structural. */
export function prune(schema: StructuralSchema, value: Json): Pruned {
  const removed: string[] = [];
  return { value: pruneValue(schema, value, "", removed), removed };
}

/** Prunes a value. Without a schema, its objects have no fields. */
function pruneValue(schema: StructuralSchema | undefined, value: Json, path: string, removed: string[]): Json {
  if (isJsonArray(value)) {
    const items = itemSchema(schema);
    return value.map((item, index) => pruneValue(items, item, `${path}[${index}]`, removed));
  }
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, child]): [string, Json][] => {
    const here = `${path}.${name}`;
    const declared = schema && fieldSchema(schema, name);
    if (schema && isImplied(schema, name)) return [[name, child]];
    if (declared !== undefined) {
      return [[name, pruneValue(isJsonObject(declared) ? declared : undefined, child, here, removed)]];
    }
    if (schema && keepsUnknownFields(schema)) return [[name, child]];
    removed.push(here);
    return [];
  });
  return Object.fromEntries(kept);
}

function itemSchema(schema: StructuralSchema | undefined): StructuralSchema | undefined {
  const items = isJsonObject(schema?.items) ? schema.items : undefined;
  return schema && keepsUnknownFields(schema) ? { ...items, "x-kubernetes-preserve-unknown-fields": true } : items;
}
