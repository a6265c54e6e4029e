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
import { ETCD_LIMIT } from "./sizes.js";
import { fieldSchema } from "./validate.js";

/** Most characters of JSON that defaults can add to an object. etcd stores no object that is so large. */
export const MOST_DEFAULTED = 2 * ETCD_LIMIT;

/** Number of characters that defaults can still add. It is negative after a default that was too large and is omitted. */
export interface DefaultBudget {
  left: number;
}

export function newDefaultBudget(): DefaultBudget {
  return { left: MOST_DEFAULTED };
}

/** Returns the value as it is stored. A null among the items of a list is not dropped, but replaced by the default. */
export function asStored(schema: StructuralSchema, value: Json, budget: DefaultBudget = newDefaultBudget()): Json {
  return withDefaults(schema, prune(schema, value).value, budget);
}

/**
 * Returns a pruned value with defaults. They are pruned too, and can be shared. A value to which nothing is added is the
 * same one.
 */
export function withDefaults(schema: StructuralSchema, value: Json, budget: DefaultBudget): Json {
  if (budget.left < 0) return value;
  if (isJsonArray(value)) return mapItems(value, (item) => itemAsStored(schema, item, budget));
  if (!isJsonObject(value)) return value;
  const kept = mapFields(value, (name, child) => fieldAsStored(schema, name, child, budget));
  const missing = defaultsFor(schema, kept, budget);
  return missing.length === 0 ? kept : Object.fromEntries([...Object.entries(kept), ...missing]);
}

function itemAsStored({ items }: StructuralSchema, item: Json, budget: DefaultBudget): Json {
  if (!items) return item;
  if (!isDroppedNull(items, item)) return withDefaults(items, item, budget);
  return hasDefault(items) ? defaultOf(items, budget) : null;
}

function fieldAsStored(schema: StructuralSchema, name: string, value: Json, budget: DefaultBudget): Json | undefined {
  const declared = fieldSchema(schema, name);
  if (!isJsonObject(declared)) return value;
  if (!isDroppedNull(declared, value)) return withDefaults(declared, value, budget);
  return hasDefault(declared) ? defaultOf(declared, budget) : undefined;
}

function defaultsFor(schema: StructuralSchema, kept: JsonObject, budget: DefaultBudget): [string, Json][] {
  return defaultedFields(schema)
    .filter(([name]) => !Object.hasOwn(kept, name))
    .map(([name, field]) => [name, defaultOf(field, budget)]);
}

type Defaulted = StructuralSchema & { readonly default: Json };

/** Default of a schema as it is stored, and its size in characters of JSON. */
interface StoredDefault {
  readonly value: Json;
  readonly size: number;
}

const storedDefaults = new WeakMap<Defaulted, StoredDefault>();

/** Returns the default of a schema as it is stored, or null if it is too large. */
function defaultOf(schema: Defaulted, budget: DefaultBudget): Json {
  const stored = storedDefaults.get(schema) ?? storedDefault(schema);
  storedDefaults.set(schema, stored);
  budget.left -= stored.size;
  return budget.left < 0 ? null : stored.value;
}

/** Each level of defaults can multiply their number, so only one value of each is made. */
function storedDefault(schema: Defaulted): StoredDefault {
  const budget = newDefaultBudget();
  const value = asStored(schema, schema.default, budget);
  return { value, size: JSON.stringify(schema.default).length + MOST_DEFAULTED - budget.left };
}

type DefaultedField = readonly [name: string, field: Defaulted];

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

/** Reports whether the API server drops a null, or replaces it by a default. */
export function isDroppedNull(schema: StructuralSchema, value: Json): boolean {
  return value === null && schema.nullable !== true;
}
