/** Maps that grow by insertions. Source: google/cel-go, common/types/map.go (InsertMapKeyValue). */
import { EntryMap } from "../../values/maps.js";
import { Failure, type MapValue, type ObjectValue, type Value } from "../../values/value.js";

/** Returns a map with another key, or a failure if the map has the key. */
export function insert(map: MapValue, key: Value, value: Value): MapValue | Failure {
  if (map.get(key) !== undefined) return new Failure("the map already has the key");
  return (map instanceof EntryMap ? map : EntryMap.copy(map)).with(key, value);
}

/** Returns a map with all entries of another map or object. */
export function insertAll(map: MapValue, entries: MapValue | ObjectValue): MapValue | Failure {
  let result = map;
  for (const key of entries.keys) {
    const value = entries.get(key);
    if (value === undefined) return new Failure("a field with the value null cannot be inserted");
    const grown = insert(result, key, value);
    if (grown instanceof Failure) return grown;
    result = grown;
  }
  return result;
}
