/** Objects that become several objects, and back. */
import { isJsonArray, isJsonObject, type JsonObject, objectIn, sameJson } from "../../core/model/json.js";
import { SUBDOMAIN_LIMIT } from "../../core/model/names.js";
import { withoutServerMetadata } from "../../core/model/server-metadata.js";
import type { KindConversion } from "./compile.js";
import { isOfKind } from "./convert-once.js";
import { type Kept, takeKept, withKept } from "./kept-parts.js";
import { asObject } from "./moves.js";
import { valueAt, withField, withValueAt } from "./tree.js";

/** Object with the content of its annotation. */
export interface KeptObject {
  readonly object: JsonObject;
  readonly kept: Kept;
}

/**
 * Returns one object for each item of the list that a definition splits. The first one keeps the name, the status and
 * the kept parts.
 */
export function splitObject({ id, split }: KindConversion, { object, kept }: KeptObject): KeptObject[] {
  const items = split && valueAt(object, split);
  if (!split || !isJsonArray(items) || items.length < 2) return [{ object, kept }];
  const name = nameOf(object);
  return items.map((item, index) => {
    const own = asObject(object, withValueAt(object, split, [item]));
    const part = { conversion: id, name, index, count: items.length };
    if (index === 0) return { object: own, kept: { ...kept, splits: [...kept.splits, part] } };
    return { object: asNew(own, name, index), kept: { parts: [], splits: [...kept.splits, part] } };
  });
}

function asNew(object: JsonObject, name: string, index: number): JsonObject {
  const kept = withoutServerMetadata(objectIn(object, "metadata"));
  // The API server generates a name for an object without one.
  const renamed = name === "" ? kept : { ...kept, name: nameWith(`-${index + 1}`, name) };
  return { ...withField(object, "status", undefined), metadata: renamed };
}

/** Returns a name with a suffix. A part of a name must not end with a hyphen or a dot. */
function nameWith(suffix: string, name: string): string {
  return `${name.slice(0, SUBDOMAIN_LIMIT - suffix.length).replace(/[-.]+$/, "")}${suffix}`;
}

/**
 * Joins the objects that definitions have split, if all of them are there and still agree. The joined object is in the
 * place of the first one, and the places of the others are undefined. Other objects stay as they are.
 */
export function joinObjects(
  objects: readonly JsonObject[],
  conversions: readonly KindConversion[],
  annotation: string,
): (JsonObject | undefined)[] {
  const joined = new Map<JsonObject, JsonObject | undefined>();
  for (const conversion of conversions.filter(({ split }) => split)) {
    for (const parts of groupsIn(objects, conversion, annotation)) {
      const whole = joinedObject(parts, conversion, annotation);
      if (whole) parts.forEach(({ source }, index) => void joined.set(source, index === 0 ? whole : undefined));
    }
  }
  return objects.map((object) => (joined.has(object) ? joined.get(object) : object));
}

interface SplitObject extends KeptObject {
  readonly source: JsonObject;
  readonly index: number;
  readonly count: number;
}

/** Returns the objects of each object that was split, in their order. */
function groupsIn(objects: readonly JsonObject[], { id, new: type }: KindConversion, annotation: string) {
  const groups = new Map<string, SplitObject[]>();
  for (const source of objects) {
    if (!isOfKind(source, type)) continue;
    const { object, kept } = takeKept(source, annotation);
    const part = kept.splits.find(({ conversion }) => conversion === id);
    if (!part) continue;
    const { index, count, name } = part;
    const key = JSON.stringify([source.apiVersion, namespaceOf(source), name, count]);
    const rest = { ...kept, splits: kept.splits.filter((each) => each !== part) };
    groups.set(key, [...(groups.get(key) ?? []), { source, object, kept: rest, index, count }]);
  }
  return [...groups.values()].map((parts) => parts.sort((a, b) => a.index - b.index));
}

function joinedObject(parts: readonly SplitObject[], { split = [] }: KindConversion, annotation: string) {
  const [first] = parts;
  if (!first || parts.length !== first.count || parts.some(({ index }, at) => index !== at)) return undefined;
  const items = parts.flatMap(({ object }) => {
    const list = valueAt(object, split);
    return isJsonArray(list) && list.length === 1 ? list : [];
  });
  const isSame = parts.every(({ object }) => sameJson(sharedPart(object, split), sharedPart(first.object, split)));
  if (items.length < parts.length || !isSame) return undefined;
  const whole = withValueAt(first.object, split, items);
  return isJsonObject(whole) ? withKept(whole, annotation, first.kept) : undefined;
}

/** Returns what all objects of a split have in common: everything except the list, the name and what a server sets. */
function sharedPart(object: JsonObject, split: readonly string[]): JsonObject {
  const withoutList = asObject(object, withValueAt(object, split, undefined));
  const metadata = withField(withoutServerMetadata(objectIn(object, "metadata")), "name", undefined);
  return { ...withField(withoutList, "status", undefined), metadata };
}

function nameOf({ metadata }: JsonObject): string {
  return isJsonObject(metadata) && typeof metadata.name === "string" ? metadata.name : "";
}

function namespaceOf({ metadata }: JsonObject): string {
  return isJsonObject(metadata) && typeof metadata.namespace === "string" ? metadata.namespace : "";
}
