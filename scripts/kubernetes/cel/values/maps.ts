/** Maps that expressions create. Source: google/cel-go, common/types/map.go. */
import { isKind, kindOf, type MapValue, type Value } from "./value.js";

interface Entry {
  readonly key: Value;
  readonly value: Value;
  readonly position: number;
}

/** Entries in the order of their insertion, and by the identity of their key. */
interface Entries {
  readonly list: Entry[];
  readonly byKey: Map<string, Entry>;
}

/**
 * Version of a map. All versions share their entries, of which each has the first ones, so an insertion into the newest
 * version takes constant time.
 */
export class EntryMap implements MapValue {
  readonly kind = "map";

  private constructor(
    readonly size: number,
    readonly entries: Entries,
  ) {}

  static of(entries: Iterable<readonly [Value, Value]>): EntryMap {
    let map = new EntryMap(0, { list: [], byKey: new Map() });
    for (const [key, value] of entries) map = map.with(key, value);
    return map;
  }

  static copy(map: MapValue): EntryMap {
    return EntryMap.of(map.keys.map((key) => [key, map.get(key) as Value]));
  }

  get keys(): readonly Value[] {
    return this.entries.list.slice(0, this.size).map(({ key }) => key);
  }

  get(key: Value): Value | undefined {
    for (const identity of [identityOf(key), ...equalNumbers(key)]) {
      const entry = this.entries.byKey.get(identity);
      if (entry && entry.position < this.size) return entry.value;
    }
    return undefined;
  }

  /** Returns the map with another entry. The map must not have the key. */
  with(key: Value, value: Value): EntryMap {
    const { list, byKey } = this.entries;
    if (list.length > this.size) return EntryMap.copy(this).with(key, value);
    const entry = { key, value, position: list.length };
    list.push(entry);
    byKey.set(identityOf(key), entry);
    return new EntryMap(list.length, this.entries);
  }
}

/**
 * Returns the map of a literal. Of two entries with the same key, the second one counts, and an optional entry without a
 * value removes the first one.
 */
export function mapValue(entries: Iterable<readonly [Value, Value | undefined]>): MapValue {
  const kept = new Map<string, readonly [Value, Value]>();
  for (const [key, value] of entries) {
    const identity = identityOf(key);
    if (value === undefined) kept.delete(identity);
    else kept.set(identity, [key, value]);
  }
  return EntryMap.of(kept.values());
}

/** Returns a string that only equal keys of the same type share. */
function identityOf(key: Value): string {
  const isTime = isKind(key, "timestamp") || isKind(key, "duration");
  const data = isTime ? key.nanoseconds : typeof key === "object" && key !== null && "value" in key ? key.value : key;
  return `${kindOf(key)}:${data}`;
}

/** An int and a uint find each other, and a double finds both of them. Neither of them finds a double. */
function equalNumbers(key: Value): readonly string[] {
  if (typeof key === "bigint") return [`uint:${key}`];
  if (isKind(key, "uint")) return [`int:${key.value}`];
  if (typeof key !== "number" || !Number.isInteger(key)) return [];
  return [`int:${BigInt(key)}`, `uint:${BigInt(key)}`];
}
