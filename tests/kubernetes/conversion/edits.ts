/** Edits of converted objects before their way back, and the laws that hold for them. */
import { isRenamed } from "../../../scripts/core/model/conversion.js";
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  objectIn,
  parseJson,
  sameJson,
} from "../../../scripts/core/model/json.js";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import type { CompiledConversions, ConvertedObject } from "../../../scripts/kubernetes/conversion/convert.js";
import type { Form, KeptPart } from "../../../scripts/kubernetes/conversion/kept-parts.js";
import { valueAt, withValueAt } from "../../../scripts/kubernetes/conversion/tree.js";
import type { ValuePath } from "../../../scripts/kubernetes/validation/place.js";
import { changed, drawValue } from "../../support/drawn-objects.js";
import type { Random } from "../../support/random.js";

import { convertTo, type Direction } from "./laws.js";
import { isSame, objectsIn } from "./objects.js";
import { drawOf } from "./subjects.js";

export interface EditTally {
  /** Edited objects, by the kind of the edit. */
  readonly edits: Map<string, number>;
  restored: number;
  outdated: number;
  blocked: number;
  readonly wrong: string[];
}

/** An edit of an object whose annotation keeps parts. Returns undefined if it does not apply. */
type Edit = (object: JsonObject, context: EditContext) => Json | undefined;

interface EditContext {
  readonly parts: readonly KeptPart[];
  /** Schemas of the edited object and of the parts. */
  readonly schema: StructuralSchema;
  readonly random: Random;
  /** The object before the conversion. */
  readonly before: JsonObject;
}

const SETS_AGAIN = "a user sets a part again";

const NEVER = 2 ** 30;

export const EDITS: Readonly<Record<string, Edit>> = {
  "some fields change": (object, { schema, random }) => changed(schema, object, random, NEVER),
  "a field next to a part changes": (object, { parts, random }) => {
    const { path } = random.one(parts);
    return withValueAt(object, [...path.slice(0, -1), "edited"], "by a user");
  },
  "a list is reversed": (object, { random }) => {
    const lists = listsIn(object).filter(({ list }) => list.length > 1);
    const chosen = lists.length > 0 ? random.one(lists) : undefined;
    return chosen && withValueAt(object, chosen.path, chosen.list.toReversed());
  },
  "an item is removed": (object, { random }) => {
    const lists = listsIn(object).filter(({ list }) => list.length > 0);
    const chosen = lists.length > 0 ? random.one(lists) : undefined;
    return chosen && withValueAt(object, chosen.path, chosen.list.toSpliced(random.below(chosen.list.length), 1));
  },
  "an item is inserted in front": (object, { random }) => {
    const lists = listsIn(object).filter(({ list }) => list.length > 0);
    const chosen = lists.length > 0 ? random.one(lists) : undefined;
    return chosen && withValueAt(object, chosen.path, [random.one(chosen.list), ...chosen.list]);
  },
  "what contains a part is removed": (object, { parts, random }) => {
    const { path } = random.one(parts);
    const at = path.slice(0, 1 + random.below(path.length));
    return valueAt(object, at) === undefined ? undefined : withValueAt(object, at, undefined);
  },
  [SETS_AGAIN]: (object, { parts, random }) => {
    const { path, value } = random.one(parts);
    return value === undefined ? undefined : withValueAt(object, path, edited(value));
  },
  "a user copies the annotation to another object": (object, { schema, random, before }) => {
    const drawn = drawValue({ ...schema, properties: { spec: schema.properties?.spec ?? {} } }, random);
    return isJsonObject(drawn) ? { ...object, ...drawn, kind: object.kind ?? before.kind ?? "" } : undefined;
  },
};

/** Returns another value of the same type. */
function edited(value: Json): Json {
  if (typeof value === "string") return `${value}-edited`;
  if (typeof value === "number") return value + 1;
  if (isJsonArray(value)) return value.slice(0, -1);
  return isJsonObject(value) ? { ...value, edited: "by a user" } : value;
}

function listsIn(value: Json, path: ValuePath = []): { readonly path: ValuePath; readonly list: readonly Json[] }[] {
  if (path[0] === "metadata") return [];
  if (isJsonArray(value))
    return [{ path, list: value }, ...value.flatMap((item, index) => listsIn(item, [...path, index]))];
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, part]) => listsIn(part, [...path, name])) : [];
}

const MOST_DRAWS = 60;

/** Draws objects that lose parts, edits them after the conversion, and checks their way back. */
export function checkEdits(direction: Direction, edits: number, random: Random): EditTally {
  const { subject, form } = direction;
  const other: Form = form === "old" ? "new" : "old";
  const tally: EditTally = { edits: new Map(), restored: 0, outdated: 0, blocked: 0, wrong: [] };
  const names = Object.keys(EDITS);
  for (let draws = 0, done = 0; done < edits && draws < edits * MOST_DRAWS; draws++) {
    const drawn = drawOf(subject.ends[form], random);
    const [there] = drawn ? convertTo(other, direction, [drawn.object]) : [];
    const [object] = there?.objects ?? [];
    if (!drawn || !there || !object || there.obstacles.length > 0 || there.objects.length > 1) continue;
    const parts = keptIn(object, direction.compiled);
    const type = subject.ends[other].typeOf(object, drawn.type.channel);
    if (parts.length === 0 || !type) continue;
    const name = random.one(names);
    const after = EDITS[name]?.(object, { parts, schema: type.schema, random, before: drawn.object });
    if (!isJsonObject(after) || sameJson(after, object)) continue;
    done++;
    tally.edits.set(name, (tally.edits.get(name) ?? 0) + 1);
    checkEdit({ ...direction, name, before: drawn.object, object, edited: after, parts }, tally);
  }
  return tally;
}

interface EditedObject extends Direction {
  readonly name: string;
  readonly before: JsonObject;
  readonly object: JsonObject;
  readonly edited: JsonObject;
  readonly parts: readonly KeptPart[];
}

function checkEdit(direction: EditedObject, tally: EditTally): void {
  const { subject, form, name, before, object, edited, parts } = direction;
  const other: Form = form === "old" ? "new" : "old";
  const report = (law: string, ...about: unknown[]) => {
    const objects = [before, object, edited, ...about].map((each) => JSON.stringify(each));
    tally.wrong.push([`${subject.name}, ${form}: ${name}: ${law}`, ...objects].join("\n  "));
  };
  const [back] = convertTo(form, direction, [edited]);
  const [result] = back?.objects ?? [];
  if (!back || !result) return;
  if (back.obstacles.length > 0) {
    tally.blocked++;
    if (result !== edited) report("a blocked object stays as it is", back);
    return;
  }
  // An edit can give the object a field of its first form again, which the conversion takes away again. Objects of a kind
  // that gets another name keep it.
  if (name === SETS_AGAIN && isRenamed(subject.definition)) return;
  const again = convertTo(other, direction, back.objects);
  const wanted = convertTo(other, direction, [edited]);
  if ([...again, ...wanted].some(({ obstacles }) => obstacles.length > 0)) return;
  const contentsOf = (converted: readonly ConvertedObject[]) =>
    objectsIn(converted).map((each) => contentOf(each, direction.compiled));
  if (!isSame(contentsOf(again), contentsOf(wanted))) {
    report("the edit returns", back, objectsIn(again), objectsIn(wanted));
  }
  const own = parts.filter((part) => part.form === form);
  const left = keptIn(result, direction.compiled);
  const [plain] = objectsIn(convertTo(form, direction, [contentOf(edited, direction.compiled)]));
  for (const part of own) {
    const isRestored = sameValue(valueAt(result, part.path), part.value);
    const isReported = [...back.outdated, ...left].some(
      ({ path, value }) => sameJson([...path], [...part.path]) && sameValue(value, part.value),
    );
    if (!isRestored && !isReported) report("a part that does not return is outdated", part, back);
    const was = plain && valueAt(plain, part.path);
    const isTaken = isRestored && !isReported && !sameValue(was, part.value);
    if (isTaken) tally.restored++;
    else tally.outdated++;
    if (isTaken && plain && !belongs(direction, plain, part)) report(`a part only returns to its own place`, part);
  }
}

/** A part belongs to the same item of a list or to the same object as before, and to a place that no user has taken. */
function belongs(direction: EditedObject, plain: JsonObject, { path }: KeptPart): boolean {
  const [unedited] = objectsIn(convertTo(direction.form, direction, [contentOf(direction.object, direction.compiled)]));
  if (!unedited || !sameValue(valueAt(plain, path), valueAt(unedited, path))) return false;
  const index = path.findIndex((step) => typeof step === "number");
  const around = index >= 0 ? path.slice(0, index + 1) : path.slice(0, -1);
  return around.length < 2 || contains(valueAt(plain, around), valueAt(unedited, around));
}

/** Reports whether a value still contains everything that another one contains. */
function contains(value: Json | undefined, other: Json | undefined): boolean {
  if (isJsonArray(other))
    return other.every((item, index) => contains(isJsonArray(value) ? value[index] : undefined, item));
  if (isJsonObject(other))
    return Object.entries(other).every(([name, part]) => contains(isJsonObject(value) ? value[name] : undefined, part));
  return sameValue(value, other);
}

function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}

/** Returns an object without the annotation. */
function contentOf(object: JsonObject, { annotation }: CompiledConversions): JsonObject {
  const metadata = objectIn(object, "metadata");
  const { [annotation]: _, ...others } = objectIn(metadata, "annotations");
  const { annotations: __, ...rest } = metadata;
  return { ...object, metadata: Object.keys(others).length > 0 ? { ...rest, annotations: others } : rest };
}

function keptIn({ metadata }: JsonObject, { annotation }: CompiledConversions): readonly KeptPart[] {
  const annotations = isJsonObject(metadata) ? objectIn(metadata, "annotations") : {};
  const kept = parseJson(String(annotations[annotation] ?? "{}"));
  return isJsonObject(kept) && isJsonArray(kept.parts ?? []) ? ((kept.parts ?? []) as unknown as KeptPart[]) : [];
}
