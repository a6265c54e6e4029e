/** Maps that expressions create. Numbers of different types with the same value are the same key. */
import { isKind, type MapValue, type Value } from "./value.js";

type Key = string | bigint | boolean | number;

/** Returns a map with the given entries. Of two entries with the same key, the second one counts. */
export function mapValue(entries: Iterable<readonly [Value, Value]>): MapValue {
  const found = new Map<Key, readonly [Value, Value]>();
  for (const entry of entries) {
    const key = keyOf(entry[0]);
    if (key !== undefined) found.set(key, entry);
  }
  return new EntryMap(found);
}

class EntryMap implements MapValue {
  readonly kind = "map";
  readonly size: number;
  readonly #entries: ReadonlyMap<Key, readonly [Value, Value]>;

  constructor(entries: ReadonlyMap<Key, readonly [Value, Value]>) {
    this.#entries = entries;
    this.size = entries.size;
  }

  get keys(): readonly Value[] {
    return [...this.#entries.values()].map(([key]) => key);
  }

  get(key: Value): Value | undefined {
    const at = keyOf(key);
    return at === undefined ? undefined : this.#entries.get(at)?.[1];
  }
}

/** Returns the identity of a key, or undefined for a value that cannot be a key. */
function keyOf(key: Value): Key | undefined {
  if (isKind(key, "uint")) return key.value;
  if (typeof key === "number") return Number.isInteger(key) ? BigInt(key) : key;
  return typeof key === "object" ? undefined : key;
}
