/**
 * Converts an object by one definition, in one direction. Going back shows which parts have no place in the
 * other form: those that are then missing. They are kept, and restored in the opposite direction.
 */
import { isJsonObject, type JsonObject, sameJson } from "../../core/model/json.js";
import type { KindConversion } from "./compile.js";
import { belongsTo, digestsOf, type Form, type KeptPart } from "./kept-parts.js";
import type { Direction, Obstacle } from "./lens.js";
import type { GroupKind } from "./references.js";
import { differingParts, isReordered, valueAt, withValueAt } from "./tree.js";

export interface Step {
  /** The object in the other form, or as it was if there are obstacles. */
  readonly object: JsonObject;
  /** The parts of the object that are still kept. */
  readonly parts: readonly KeptPart[];
  /** The kept parts with values that had a place before this step, and have none after it. */
  readonly lost: readonly KeptPart[];
  /** The parts that were not restored, because the object has changed since. They are not kept any longer. */
  readonly outdated: readonly KeptPart[];
  readonly obstacles: readonly Obstacle[];
}

/** Converts an object to the new form, or from the new form to the old one. `parts` are the parts that are kept. */
export function convertOnce(
  conversion: KindConversion,
  to: Form,
  object: JsonObject,
  parts: readonly KeptPart[],
): Step {
  const { lens, id } = conversion;
  const [there, back] = to === "new" ? [lens.forward, lens.backward] : [lens.backward, lens.forward];
  const other: Form = to === "new" ? "old" : "new";
  if (!isOfKind(object, conversion[other])) return { object, parts, lost: [], outdated: [], obstacles: [] };
  const obstacles: Obstacle[] = [];
  const converted = there(object, obstacles);
  if (obstacles.length > 0) return { object, parts, lost: [], outdated: [], obstacles };
  const isOwn = (part: KeptPart, form: Form) => part.conversion === id && part.form === form;
  // Most definitions do not change most objects, which then lose nothing either.
  if (converted === object && !parts.some((part) => isOwn(part, to)))
    return { object: withType(object, conversion, to), parts, lost: [], outdated: [], obstacles };
  const restored = restore(
    converted,
    parts.filter((part) => isOwn(part, to)),
    back,
  );
  // Going back also turns parts that already had the other form into their old form, so they do not count as lost.
  const returned = applied(back, restored.object);
  const kept = differingParts(returned, applied(back, object)).map(
    (part): KeptPart => ({ conversion: id, form: other, ...part, ...digestsOf(returned, part.path) }),
  );
  // A default that going back adds, and another order of items with keys, contain nothing that is lost.
  const lost = kept.filter(({ path, value }) => value !== undefined && !isReordered(valueAt(returned, path), value));
  // The object can have a part that is kept: a run was interrupted, or someone has set it again, which renews it.
  const renewed = new Map(kept.map((part) => [JSON.stringify(part.path), part]));
  const renewalOf = (part: KeptPart) => (isOwn(part, other) ? renewed.get(JSON.stringify(part.path)) : undefined);
  const stillKept = parts.filter((part) => !isOwn(part, to) && !renewalOf(part));
  return {
    object: withType(restored.object, conversion, to),
    parts: [...stillKept, ...kept],
    lost,
    outdated: restored.outdated,
    obstacles,
  };
}

/** Reports whether an object has a group and a kind. Its fields do not depend on its version. */
export function isOfKind({ apiVersion, kind }: JsonObject, type: GroupKind): boolean {
  return kind === type.kind && typeof apiVersion === "string" && apiVersion.startsWith(`${type.group}/`);
}

/** Returns an object with the group, the kind and the version of a form. */
function withType(object: JsonObject, conversion: KindConversion, to: Form): JsonObject {
  const { oldVersions, newVersion } = conversion;
  const { group, kind } = conversion[to];
  const version = String(object.apiVersion).split("/").at(-1) ?? "";
  const isNew = to === "new";
  const isReplaced = isNew ? oldVersions.includes(version) : version === newVersion;
  const replacement = isNew ? newVersion : oldVersions.at(-1);
  const apiVersion = `${group}/${isReplaced && replacement ? replacement : version}`;
  return apiVersion === object.apiVersion && kind === object.kind ? object : { ...object, apiVersion, kind };
}

function applied(direction: Direction, object: JsonObject): JsonObject {
  return direction(object, []);
}

/**
 * Adds parts to an object. A part is outdated if its place has changed, or if it would change the object in the other
 * form.
 */
function restore(object: JsonObject, kept: readonly KeptPart[], back: Direction): Restored {
  const isInPlace = belongsTo(object);
  const parts = kept.filter(isInPlace);
  // After a conversion that was interrupted between two updates, the object can still have its parts.
  const moved = kept.filter((part) => !isInPlace(part) && !hasPart(object, part));
  const wanted = applied(back, object);
  const isConsistent = (candidate: JsonObject) => {
    const obstacles: Obstacle[] = [];
    return sameJson(back(candidate, obstacles), wanted) && obstacles.length === 0;
  };
  let checks = 0;
  /** Adds all parts or, if they are not consistent together, each half on its own. */
  const added = (before: JsonObject, some: readonly KeptPart[]): Restored => {
    if (some.length === 0) return { object: before, outdated: [] };
    if (++checks > MOST_CHECKS) return { object: before, outdated: some };
    const whole = some.reduce<JsonObject | undefined>((value, part) => value && withPart(value, part), before);
    if (whole && isConsistent(whole)) return { object: whole, outdated: [] };
    if (some.length === 1) return { object: before, outdated: some };
    const middle = Math.ceil(some.length / 2);
    const first = added(before, some.slice(0, middle));
    const second = added(first.object, some.slice(middle));
    return { object: second.object, outdated: [...first.outdated, ...second.outdated] };
  };
  const { object: found, outdated } = added(object, parts);
  return { object: found, outdated: [...moved, ...outdated] };
}

interface Restored {
  readonly object: JsonObject;
  readonly outdated: readonly KeptPart[];
}

/** Each check converts the object. An annotation of many parts that do not match the object must not take long. */
const MOST_CHECKS = 64;

function hasPart(object: JsonObject, { path, value }: KeptPart): boolean {
  const found = valueAt(object, path);
  return found !== undefined && value !== undefined && sameJson(found, value);
}

function withPart(object: JsonObject, { path, value }: KeptPart): JsonObject | undefined {
  if (value === undefined && valueAt(object, path) === undefined) return object;
  const whole = withValueAt(object, path, value);
  return isJsonObject(whole) ? whole : undefined;
}
