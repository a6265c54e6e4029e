/** Lenses of values that get another place, or another place and a list around them. */

import { type SharedPath, sharedPath, stepsOf } from "../../core/model/conversion-paths.js";
import type { FieldPath } from "../../core/model/field-path.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";
import type { ValuePath } from "../validation/place.js";
import type { Lens, Obstacle } from "./lens.js";
import { changeAt, valueAt, withoutPart, withValueAt } from "./tree.js";

/** A value moves to another place, also between an item of a list and a field of the item. */
export function move(from: FieldPath, to: FieldPath): Lens {
  return { forward: moving(from, to, identity), backward: moving(to, from, identity) };
}

/** A value becomes the only item of a list, at another place or the same one. */
export function wrap(from: FieldPath, to: FieldPath): Lens {
  if (from === to) return { forward: changing(from, wrapped), backward: changing(from, unwrapped) };
  return { forward: moving(from, to, (value) => [value]), backward: moving(to, from, unwrapped) };
}

function identity(value: Json): Json {
  return value;
}

function wrapped(value: Json): Json {
  return isJsonArray(value) ? value : [value];
}

/** Returns the first item of a list. The others have no place, and neither has an empty list. */
function unwrapped(value: Json): Json | undefined {
  return isJsonArray(value) ? value[0] : value;
}

type Conversion = (value: Json) => Json | undefined;

function changing(path: FieldPath, convert: Conversion): Lens["forward"] {
  const steps = stepsOf(path);
  return (object, _) =>
    asObject(
      object,
      changeAt(object, steps, (value) => (value === undefined ? value : convert(value))),
    );
}

/** Returns a direction that takes values from one place and puts them at the other. */
function moving(from: FieldPath, to: FieldPath, convert: Conversion): Lens["forward"] {
  const shared = sharedPath(stepsOf(from), stepsOf(to));
  if (!shared) throw new RangeError(`a list is only in one of ${from} and ${to}`);
  return (object, obstacles) =>
    asObject(
      object,
      changeAt(object, shared.around, (value, path) =>
        value === undefined ? value : moved(value, path, shared, convert, obstacles),
      ),
    );
}

function moved(
  value: Json,
  path: ValuePath,
  { from, to }: SharedPath,
  convert: Conversion,
  obstacles: Obstacle[],
): Json | undefined {
  // A value that moves into itself is an object afterward, so an object has moved already.
  if (from.length === 0) return isJsonObject(value) ? value : withValueAt(undefined, to, convert(value));
  const old = valueAt(value, from) ?? undefined;
  if (old === undefined) return value;
  const isHoisted = to.length === 0;
  if (!isHoisted && (valueAt(value, to) ?? undefined) !== undefined) {
    obstacles.push({ kind: "both", path: [...path, ...from], other: [...path, ...to] });
    return value;
  }
  const found = convert(old);
  if (isHoisted) return found;
  const rest = renamed(value, from, to, found) ?? withoutPart(value, from);
  return withValueAt(rest, to, found) ?? value;
}

/** Returns an object with a field that has another name at the same position, or undefined if the object changes. */
function renamed(value: Json, from: readonly string[], to: readonly string[], moved: Json | undefined) {
  const [name] = from;
  const [newName] = to;
  if (from.length > 1 || to.length > 1 || name === undefined || newName === undefined) return undefined;
  if (!isJsonObject(value) || moved === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => (key === name ? [newName, moved] : [key, child])),
  );
}

/** Narrows the result of a change. A definition cannot change the whole object into something else. */
export function asObject(before: JsonObject, after: Json | undefined): JsonObject {
  return isJsonObject(after) ? after : before;
}
