/** Reads and changes parts of a value. Values are never modified: what does not change is shared with the result. */
import type { Step } from "../../core/model/field-path.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson, sortKeys } from "../../core/model/json.js";
import type { ValuePath } from "../validation/place.js";

/** Returns a part of a value, or undefined if there is none. */
export function valueAt(value: Json | undefined, path: ValuePath): Json | undefined {
  let part = value;
  for (const step of path) part = childOf(part, step);
  return part;
}

function childOf(value: Json | undefined, step: string | number): Json | undefined {
  if (typeof step === "number") return isJsonArray(value) ? value[step] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/**
 * Returns a value with one of its parts replaced or, for undefined, removed. Objects around a new part are created, also
 * in the place of null, which the API server drops. Objects that become empty stay. Returns undefined if the path leads
 * through a value that cannot have the part.
 */
export function withValueAt(root: Json | undefined, path: ValuePath, value: Json | undefined): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") {
    if (!isJsonArray(root) || root[step] === undefined) return undefined;
    const item = withValueAt(root[step], rest, value);
    return item === undefined ? undefined : root.with(step, item);
  }
  const object = root ?? {};
  if (!isJsonObject(object)) return undefined;
  const before = childOf(object, step);
  if (value === undefined && before === undefined) return root;
  const after = withValueAt(before, rest, value);
  if (after === undefined && rest.length > 0) return undefined;
  return withField(object, step, after);
}

/** Returns an object with one of its parts replaced or removed, as `withValueAt`, or the object if that is impossible. */
export function withPartAt(object: JsonObject, path: ValuePath, value: Json | undefined): JsonObject {
  const whole = withValueAt(object, path, value);
  return isJsonObject(whole) ? whole : object;
}

/** Returns an object with a field replaced, in its place, or removed. */
export function withField(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  if (childOf(object, name) === value) return object;
  if (value !== undefined) return { ...object, [name]: value };
  const { [name]: _, ...rest } = object;
  return rest;
}

/** Returns a value without one of its parts, and without the objects around it that become empty below `top`. */
export function withoutPart(root: Json, path: readonly string[]): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return undefined;
  if (!isJsonObject(root)) return root;
  const child = childOf(root, step);
  if (child === undefined) return root;
  const after = withoutPart(child, rest);
  const isEmptied = rest.length > 0 && isJsonObject(after) && Object.keys(after).length === 0;
  return withField(root, step, isEmptied && after !== child ? undefined : after);
}

/**
 * Replaces the part of a value that a path with lists and maps leads to, wherever it is. The path of the part is only
 * valid during the call: what keeps it must copy it.
 */
export type Change = (value: Json | undefined, path: ValuePath) => Json | undefined;

/**
 * Applies a change to each value that a path leads to. The last object of the path must exist; its field need not. A
 * change that returns undefined removes the field or the item.
 */
export function changeAt(root: Json | undefined, steps: readonly Step[], change: Change): Json | undefined {
  return new PathWalk(steps, change).from(root, 0);
}

/** Visits the values of a path. They share one list of steps to them, because few of them are reported. */
class PathWalk {
  readonly #path: (string | number)[] = [];

  constructor(
    readonly steps: readonly Step[],
    readonly change: Change,
  ) {}

  from(value: Json | undefined, depth: number): Json | undefined {
    const step = this.steps[depth];
    if (!step) return this.change(value, this.#path);
    if (step.kind === "items") return isJsonArray(value) ? this.#items(value, depth) : value;
    if (!isJsonObject(value)) return value;
    if (step.kind === "field") return this.#field(value, value, step.name, depth);
    return Object.keys(value).reduce((object, name) => this.#field(object, value, name, depth), value);
  }

  #items(list: readonly Json[], depth: number): Json {
    let items: (Json | undefined)[] | undefined;
    for (const [index, item] of list.entries()) {
      const after = this.#below(index, item, depth);
      if (after === item) continue;
      items ??= [...list];
      items[index] = after;
    }
    return items?.filter((item) => item !== undefined) ?? list;
  }

  /** Returns an object with the change of a field of the object before all changes. */
  #field(object: JsonObject, before: JsonObject, name: string, depth: number): JsonObject {
    const child = childOf(before, name);
    if (child === undefined && depth + 1 < this.steps.length) return object;
    const after = this.#below(name, child, depth);
    return after === child ? object : withField(object, name, after);
  }

  #below(step: string | number, value: Json | undefined, depth: number): Json | undefined {
    this.#path.push(step);
    const after = this.from(value, depth + 1);
    this.#path.pop();
    return after;
  }
}

/** Part of a value. Without a value, the part is missing. */
export interface Part {
  readonly path: ValuePath;
  readonly value?: Json;
}

/**
 * Returns the parts of `wanted` that are missing in `found` or have another value there. Lists of different lengths, and
 * lists with the same items in another order, differ as a whole.
 */
export function differingParts(found: Json | undefined, wanted: Json | undefined, path: ValuePath = []): Part[] {
  if (found === wanted) return [];
  if (isJsonObject(found) && isJsonObject(wanted)) {
    const names = new Set([...Object.keys(wanted), ...Object.keys(found)]);
    return [...names].flatMap((name) => differingParts(childOf(found, name), childOf(wanted, name), [...path, name]));
  }
  if (isJsonArray(found) && isJsonArray(wanted) && found.length === wanted.length && !isReordered(found, wanted)) {
    return wanted.flatMap((item, index) => differingParts(found[index], item, [...path, index]));
  }
  return [wanted === undefined ? { path } : { path, value: wanted }];
}

/** Reports whether two values are lists with the same items in another order. */
export function isReordered(a: Json | undefined, b: Json | undefined): boolean {
  if (!isJsonArray(a) || !isJsonArray(b) || a.length !== b.length || sameJson(a, b)) return false;
  const [items, others] = [a, b].map((list) => list.map((item) => JSON.stringify(sortKeys(item))).sort());
  return sameJson(items ?? [], others ?? []);
}
