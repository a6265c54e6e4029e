/**
 * The value that the API server stores for one that it is sent: unknown fields are pruned, nulls that may not be there
 * are dropped, and defaults are filled in. The schema is structural.
 * Source: apiextensions-apiserver pkg/apiserver/schema/pruning and schema/defaulting (prune.go, algorithm.go).
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";
import { isImplied } from "./embedded.js";
import { fieldSchema, isFreeForm } from "./fits.js";

/** Whether a field that is omitted is filled in. Null is no default. */
export function hasDefault({ default: value }: JsonObject): boolean {
  return value !== undefined && value !== null;
}

/** Returns the value as it is stored. Nulls among the items of a list are not dropped, but defaulted. */
export function asStored(schema: JsonObject, value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => itemAsStored(schema, item));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, child]) => fieldAsStored(schema, name, child));
  return Object.fromEntries([...kept, ...defaultsFor(schema, new Set(kept.map(([name]) => name)))]);
}

function itemAsStored(schema: JsonObject, item: Json): Json {
  if (isFreeForm(schema)) return item;
  const items = isJsonObject(schema.items) ? schema.items : {};
  return asStored(items, isDroppedNull(items, item) ? (items.default ?? null) : item);
}

function fieldAsStored(schema: JsonObject, name: string, value: Json): [string, Json][] {
  const declared = fieldSchema(schema, name);
  if (isJsonObject(declared) && !isDroppedNull(declared, value)) return [[name, asStored(declared, value)]];
  if (isJsonObject(declared)) return hasDefault(declared) ? [[name, asStored(declared, declared.default as Json)]] : [];
  if (declared === true) return [[name, asStored({}, value)]];
  return isImplied(schema, name) || schema["x-kubernetes-preserve-unknown-fields"] === true ? [[name, value]] : [];
}

function defaultsFor({ properties }: JsonObject, known: ReadonlySet<string>): [string, Json][] {
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, field]): [string, Json][] =>
    isJsonObject(field) && hasDefault(field) && !known.has(name)
      ? [[name, asStored(field, field.default as Json)]]
      : [],
  );
}

function isDroppedNull(schema: JsonObject, value: Json): boolean {
  return value === null && schema.nullable !== true;
}
