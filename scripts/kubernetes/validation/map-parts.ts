import type { Json, JsonObject } from "../../core/model/json.js";

/**
 * Returns an object with another value for each field, or the object itself if no value changes, which is the common
 * case. A field whose new value is undefined is removed.
 */
export function mapFields(object: JsonObject, change: (name: string, value: Json) => Json | undefined): JsonObject {
  let changed: [string, Json][] | undefined;
  const names = Object.keys(object);
  for (const [index, name] of names.entries()) {
    const value = object[name] as Json;
    const result = change(name, value);
    if (!changed && result === value) continue;
    changed ??= names.slice(0, index).map((before) => [before, object[before] as Json]);
    if (result !== undefined) changed.push([name, result]);
  }
  return changed ? Object.fromEntries(changed) : object;
}

/** Returns a list with another value for each item, or the list itself if no value changes. */
export function mapItems(list: readonly Json[], change: (item: Json, index: number) => Json): readonly Json[] {
  let changed: Json[] | undefined;
  for (const [index, item] of list.entries()) {
    const result = change(item, index);
    if (!changed && result === item) continue;
    changed ??= list.slice(0, index);
    changed.push(result);
  }
  return changed ?? list;
}
