/** Maps that grow by insertions. Source: google/cel-go, common/types/map.go (InsertMapKeyValue). */
import { Failure, INT64, kindOf, type MapValue, type ObjectValue, UINT64_MAX, type Value } from "../../values/value.js";

/** Returns a map with another key, or a failure if the map has the key. */
export function insert(map: MapValue, key: Value, value: Value): MapValue | Failure {
  if (map.get(key) !== undefined) return new Failure("the map already has the key");
  return (map instanceof Grown ? map : Grown.copy(map)).with(key, value);
}

/** Returns a map with all entries of another map or object. */
export function insertAll(map: MapValue, entries: MapValue | ObjectValue): MapValue | Failure {
  let result = map;
  for (const key of entries.kind === "map" ? entries.keys : entries.keys) {
    const value = entries.kind === "map" ? entries.get(key) : entries.get(key as string);
    if (value === undefined) return new Failure("a field with the value null cannot be inserted");
    const grown = insert(result, key, value);
    if (grown instanceof Failure) return grown;
    result = grown;
  }
  return result;
}

interface Entry {
  readonly key: Value;
  readonly value: Value;
  readonly position: number;
}

/** Entries in the order of their insertion, and by their key. A number has the same key as int and as uint. */
interface Entries {
  readonly list: Entry[];
  readonly byKey: Map<unknown, Entry>;
}

/**
 * Version of a map. All versions share their entries, of which each has the first ones, so an insertion into the newest
 * version takes constant time.
 */
class Grown implements MapValue {
  readonly kind = "map";

  private constructor(
    readonly size: number,
    readonly entries: Entries,
  ) {}

  static copy(map: MapValue): Grown {
    let copy = new Grown(0, { list: [], byKey: new Map() });
    for (const key of map.keys) copy = copy.with(key, map.get(key) as Value);
    return copy;
  }

  get keys(): readonly Value[] {
    return this.entries.list.slice(0, this.size).map(({ key }) => key);
  }

  get(key: Value): Value | undefined {
    for (const lookup of lookupsOf(key)) {
      const entry = this.entries.byKey.get(lookup);
      if (entry && entry.position < this.size) return entry.value;
    }
    return undefined;
  }

  with(key: Value, value: Value): Grown {
    const { list, byKey } = this.entries;
    if (list.length > this.size) return Grown.copy(this).with(key, value);
    const entry = { key, value, position: list.length };
    list.push(entry);
    byKey.set(lookupsOf(key)[0], entry);
    return new Grown(list.length, this.entries);
  }
}

/** Returns the keys of JavaScript under which a key can be. A double also finds the equal integer, but not vice versa. */
function lookupsOf(key: Value): readonly unknown[] {
  if (typeof key === "number") return isInteger(key) ? [key, BigInt(key)] : [key];
  return kindOf(key) === "uint" ? [(key as { value: bigint }).value] : [key];
}

function isInteger(value: number): boolean {
  return Number.isInteger(value) && value >= INT64.min && value <= UINT64_MAX;
}
