/** Tables of calls with their results. */
import type { Test } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../../scripts/core/model/json.js";
import type { StructuralSchema } from "../../../../scripts/core/model/schema.js";
import { declTypeOf } from "../../../../scripts/kubernetes/cel/types/decl-type.js";
import { fromJson } from "../../../../scripts/kubernetes/cel/values/from-json.js";
import {
  Failure,
  type Library,
  type ListValue,
  listValue,
  type MapValue,
  type Uint,
  type Value,
} from "../../../../scripts/kubernetes/cel/values/value.js";
import { schemaOfValue } from "../../../support/evaluate-rule.js";

/** Result of a call that fails. */
export const FAILS = Symbol("fails");

/** Result of a call without a matching overload. */
export const NONE = Symbol("no overload");

export type Row = readonly [name: string, args: readonly Value[], result: Value | typeof FAILS | typeof NONE];

/** Tests that calls have their results. */
export function testRows(test: Test, calls: Library["functions"], rows: readonly Row[]): void {
  for (const [index, [name, args, expected]] of rows.entries()) {
    test(`${name} (${index})`, () => {
      const result = calls[name]?.(...args);
      if (expected === FAILS) assert.instance(result, Failure, `${name}(${args})`);
      else if (expected === NONE) assert.is(result, undefined, `${name}(${args})`);
      else assert.equal(plain(result), plain(expected));
    });
  }
}

export function list(...items: readonly Value[]): ListValue {
  return listValue(items);
}

export function map(...entries: readonly (readonly [Value, Value])[]): MapValue {
  const keys = entries.map(([key]) => key);
  const values = new Map(entries.map(([key, value]) => [keyOf(key), value]));
  return { kind: "map", size: keys.length, keys, get: (key) => values.get(keyOf(key)) };
}

export function uint(value: bigint): Uint {
  return { kind: "uint", value };
}

function keyOf(key: Value): unknown {
  return typeof key === "object" && key?.kind === "uint" ? key.value : key;
}

/** Replaces maps with their entries, because functions cannot be compared. */
function plain(value: Value | Failure | undefined): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Failure) return { failure: value.message };
  if (value.kind === "list") return { list: value.items.map(plain), size: value.size };
  if (value.kind === "optional") return { optional: plain(value.value) };
  if (value.kind !== "map") return value;
  return { map: value.keys.map((key) => [plain(key), plain(value.get(key))]), size: value.size };
}

/** Returns an object whose fields are declared, except those that are null. */
export function object(fields: JsonObject, schema: StructuralSchema = schemaOfValue(fields)): Value {
  return fromJson(fields, declTypeOf(schema, false, 37));
}
