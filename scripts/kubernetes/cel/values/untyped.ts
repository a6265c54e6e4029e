/**
 * Values of JSON that no schema declares. Unlike the objects that the rules of a schema check, a map has every key as it
 * is written, with null as a value. Source: google/cel-go, common/types (DefaultTypeAdapter) for unstructured objects.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../../core/model/json.js";
import { fromJson } from "./from-json.js";
import type { ListValue, MapValue, Value } from "./value.js";

/**
 * Returns JSON as a value. The parts inside it are converted when they are read. `others` are values of an object that
 * JSON cannot express; they replace those of the object.
 */
export function untyped(json: Json, others: ReadonlyMap<string, Value> = NONE): Value {
  if (isJsonArray(json)) return new UntypedList(json);
  return isJsonObject(json) ? new UntypedMap(json, others) : fromJson(json, undefined);
}

const NONE: ReadonlyMap<string, Value> = new Map();

/** Reports whether a value is an object or a list of JSON. */
export function isUntyped(value: Value | undefined): boolean {
  return value instanceof UntypedList || value instanceof UntypedMap;
}

class UntypedList implements ListValue {
  readonly kind = "list";
  readonly size: number;
  #items: readonly Value[] | undefined;

  constructor(readonly json: readonly Json[]) {
    this.size = json.length;
  }

  get items(): readonly Value[] {
    this.#items ??= this.json.map((item) => untyped(item));
    return this.#items;
  }
}

class UntypedMap implements MapValue {
  readonly kind = "map";
  readonly keys: readonly string[];
  readonly #values: Map<string, Value>;

  constructor(
    readonly json: JsonObject,
    others: ReadonlyMap<string, Value>,
  ) {
    this.keys = [...new Set([...Object.keys(json), ...others.keys()])];
    this.#values = new Map(others);
  }

  get size(): number {
    return this.keys.length;
  }

  get(key: Value): Value | undefined {
    if (typeof key !== "string") return undefined;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    if (!Object.hasOwn(this.json, key)) return undefined;
    const value = untyped(this.json[key] as Json);
    this.#values.set(key, value);
    return value;
  }
}
