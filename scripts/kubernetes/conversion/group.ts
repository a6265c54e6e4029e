/**
 * The lens of a field that moves from the items of a list to the items of another list, with one item for each key. For
 * example, settings of listeners move from each listener to one place for each port.
 */
import type { GroupStep } from "../../core/model/conversion.js";
import { namesOf, stepsOf } from "../../core/model/conversion-paths.js";
import type { FieldPath, Step } from "../../core/model/field-path.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from "../../core/model/json.js";
import type { ValuePath } from "../validation/place.js";
import type { Direction, Lens } from "./lens.js";
import { valueAt, withoutPart, withValueAt } from "./tree.js";

/** Names of the places that a step is about. */
interface Names {
  /** The list with the field in the old form, and the field in its items. */
  readonly list: readonly string[];
  readonly field: readonly string[];
  readonly by: readonly string[];
  /** The list with the field in the new form, and the field in its items. */
  readonly groups: readonly string[];
  readonly value: readonly string[];
  readonly key: readonly string[];
  readonly shared: readonly string[];
}

/** An item of the old list that can have the field. */
interface Member {
  readonly index: number;
  readonly key: Json;
  readonly value: Json | undefined;
}

export function group(step: GroupStep): Lens {
  const names = namesIn(step);
  return { forward: grouping(names), backward: ungrouping(names) };
}

function namesIn(step: GroupStep): Names {
  const names = readNames(step);
  if (!names) throw new RangeError(`${step.from} and ${step.to} must have one list each`);
  return names;
}

function readNames({ from, by, to, key, shared }: GroupStep): Names | undefined {
  const [old, fresh] = [aroundList(from), aroundList(to)];
  const [byNames, keyNames, sharedNames] = [by, key, shared].map((path) => namesOf(stepsOf(path)));
  if (!old || !fresh || !byNames || !keyNames || !sharedNames) return undefined;
  return {
    list: old.list,
    field: old.inItem,
    by: byNames,
    groups: fresh.list,
    value: fresh.inItem,
    key: keyNames,
    shared: sharedNames,
  };
}

function aroundList(path: FieldPath) {
  const steps: readonly Step[] = stepsOf(path);
  const at = steps.findIndex(({ kind }) => kind === "items");
  const [list, inItem] = [namesOf(steps.slice(0, at)), namesOf(steps.slice(at + 1))];
  return at > 0 && list && inItem && inItem.length > 0 ? { list, inItem } : undefined;
}

function grouping(names: Names): Direction {
  const { list, field, groups, value, key, shared } = names;
  return (object, obstacles) => {
    const members = membersIn(object, names);
    const first = members.find((member) => member.value !== undefined);
    if (!first) return object;
    for (const place of [shared, groups]) {
      if (valueAt(object, place) === undefined) continue;
      obstacles.push({ kind: "both", path: [...list, first.index, ...field], other: place });
      return object;
    }
    const byKey = new Map<string, Member>();
    for (const member of members) {
      const known = byKey.get(JSON.stringify(member.key));
      if (!known) byKey.set(JSON.stringify(member.key), member);
      else if (!isSame(known.value, member.value)) {
        const [path, other] = [known, member].map(({ index }): ValuePath => [...list, index, ...field]);
        obstacles.push({ kind: "differ", path: path ?? [], other: other ?? [], key: member.key });
        return object;
      }
    }
    const isShared = members.every((member) => isSame(member.value, first.value));
    // The object around the field stays, even if it becomes empty: it tells which items had the field.
    const rest = members.reduce<JsonObject>(
      (whole, { index }) => asSet(whole, [...list, index, ...field], undefined),
      object,
    );
    if (isShared) return asSet(rest, shared, first.value);
    const grouped = [...byKey.values()].flatMap((member) =>
      member.value === undefined ? [] : [withValueAt(withValueAt({}, key, member.key), value, member.value) ?? {}],
    );
    // The object around the shared value is required, so it exists even if there is no such value.
    return asSet(asSet(rest, shared.slice(0, -1), {}), groups, grouped);
  };
}

function ungrouping(names: Names): Direction {
  const { list, field, groups, value, key, shared } = names;
  return (object, obstacles) => {
    const common = valueAt(object, shared);
    const own = valueAt(object, groups);
    if (common === undefined && own === undefined) return object;
    const members = membersIn(object, names);
    const taken = members.find((member) => member.value !== undefined);
    if (taken) {
      const other = common === undefined ? groups : shared;
      obstacles.push({ kind: "both", path: [...list, taken.index, ...field], other });
      return object;
    }
    const groupsByKey = isJsonArray(own) ? own : [];
    const groupedValue = (of: Json) => {
      const found = groupsByKey.find((each) => isSame(valueAt(each, key), of));
      return found === undefined ? common : valueAt(found, value);
    };
    const rest = [shared, groups].reduce<JsonObject>((whole, place) => withoutField(whole, [], place), object);
    return members.reduce<JsonObject>(
      (whole, { index, key: of }) => {
        const found = groupedValue(of);
        return found === undefined ? whole : asSet(whole, [...list, index, ...field], found);
      },
      withoutEmpty(rest, shared.slice(0, -1)),
    );
  };
}

/** Returns the items that have the object around the field, and a key. */
function membersIn(object: JsonObject, { list, field, by }: Names): Member[] {
  const items = valueAt(object, list);
  if (!isJsonArray(items)) return [];
  return items.flatMap((item, index) => {
    const key = valueAt(item, by);
    const isAround = valueAt(item, field.slice(0, -1)) !== undefined;
    return isAround && key !== undefined ? [{ index, key, value: valueAt(item, field) }] : [];
  });
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}

function asSet(object: JsonObject, path: ValuePath, value: Json | undefined): JsonObject {
  const after = withValueAt(object, path, value);
  return isJsonObject(after) ? after : object;
}

/** Removes a field of the part at a path, and the objects inside the part that become empty. */
function withoutField(object: JsonObject, path: ValuePath, field: readonly string[]): JsonObject {
  const part = valueAt(object, path);
  return part === undefined ? object : asSet(object, path, withoutPart(part, field) ?? {});
}

/** Removes an object that is empty, and the objects around it that become empty. */
function withoutEmpty(object: JsonObject, path: readonly string[]): JsonObject {
  const part = valueAt(object, path);
  return isJsonObject(part) && Object.keys(part).length === 0 ? withoutField(object, [], path) : object;
}
