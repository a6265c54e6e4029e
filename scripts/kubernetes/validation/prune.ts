/**
 * Removes the fields that a schema neither declares nor preserves. `x-kubernetes-preserve-unknown-fields` of a list also
 * applies to its items, but not to the fields that they declare.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/pruning/algorithm.go.
 */
import { isJsonArray, isJsonObject, type Json } from "../../core/model/json.js";
import { keepsUnknownFields, type StructuralSchema } from "../../core/model/schema.js";
import { isImplied } from "./embedded.js";
import { mapFields, mapItems } from "./map-parts.js";
import { fieldAt, itemAt, type Place, pathInWords, ROOT } from "./place.js";
import { fieldSchema } from "./validate.js";

export interface Pruned {
  readonly value: Json;
  /** Paths of the fields that were removed, such as `.spec.ports[0].nme`. */
  readonly removed: readonly string[];
  /** All fields that are not declared beside declared ones: those that were removed, and those that are preserved. */
  readonly unknown: readonly Place[];
}

/** Returns a value without the fields that the API server prunes. The schema must be structural. */
export function prune(schema: StructuralSchema, value: Json): Pruned {
  const pruning = new Pruning();
  const kept = pruning.of(schema, value, ROOT);
  return { value: kept, removed: pruning.removed.map(pathInWords), unknown: pruning.unknown };
}

class Pruning {
  readonly removed: Place[] = [];
  readonly unknown: Place[] = [];

  /** Prunes a value. Without a schema, its objects have no fields. */
  of(schema: StructuralSchema | undefined, value: Json, place: Place | undefined): Json {
    if (isJsonArray(value)) {
      const items = itemSchema(schema);
      return mapItems(value, (item, index) => this.of(items, item, itemAt(place, index)));
    }
    return isJsonObject(value) ? mapFields(value, (name, child) => this.#field(schema, name, child, place)) : value;
  }

  #field(schema: StructuralSchema | undefined, name: string, child: Json, place: Place | undefined): Json | undefined {
    const here = fieldAt(place, name);
    if (schema && isImplied(schema, name)) return child;
    const declared = schema && fieldSchema(schema, name);
    if (declared !== undefined) return this.of(isJsonObject(declared) ? declared : undefined, child, here);
    if (schema && keepsUnknownFields(schema)) {
      if (schema.properties) this.unknown.push(here);
      return child;
    }
    this.unknown.push(here);
    this.removed.push(here);
    return undefined;
  }
}

function itemSchema(schema: StructuralSchema | undefined): StructuralSchema | undefined {
  const items = isJsonObject(schema?.items) ? schema.items : undefined;
  return schema && keepsUnknownFields(schema) ? { ...items, "x-kubernetes-preserve-unknown-fields": true } : items;
}
