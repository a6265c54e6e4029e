/** Finds the smallest changes of the parts of a value that give it another value. */
import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from "../../model/json.js";
import type { SourceNode, SourcePart } from "./source-node.js";

/** Change of a value. */
export type Plan =
  | { readonly kind: "same" }
  /** Parts are changed, added and removed. The parts that remain are in the order of the text. */
  | { readonly kind: "parts"; readonly steps: readonly Step[]; readonly removed: readonly SourcePart[] }
  /** The value is written anew. */
  | { readonly kind: "new"; readonly value: Json };

/** Part of the new value. */
export type Step =
  | { readonly kind: "kept"; readonly part: SourcePart; readonly key?: string; readonly plan: Plan }
  | { readonly kind: "added"; readonly key?: string; readonly value: Json };

export function planOf(node: SourceNode, after: Json): Plan {
  if (sameJson(node.value, after)) return { kind: "same" };
  const steps = stepsOf(node, after);
  const kept = new Set(steps.flatMap((step) => (step.kind === "kept" ? [step.part] : [])));
  if (kept.size === 0) return { kind: "new", value: after };
  return { kind: "parts", steps, removed: node.parts.filter((part) => !kept.has(part)) };
}

/** Returns the parts of the new value, or none if it is not a collection of the same type. */
function stepsOf({ style, parts }: SourceNode, after: Json): Step[] {
  if (style === "mapping" && isJsonObject(after)) return entrySteps(parts, after);
  return style === "sequence" && isJsonArray(after) ? itemSteps(parts, after) : [];
}

/** Entries keep their place in the text. An added one follows the entry that is before it in the new value. */
function entrySteps(parts: readonly SourcePart[], after: JsonObject): Step[] {
  const isKept = ({ key = "" }: SourcePart) => Object.hasOwn(after, key);
  const known = new Set(parts.map(({ key }) => key));
  const renamed = renamedEntries(
    parts.filter((part) => !isKept(part)),
    Object.entries(after).filter(([key]) => !known.has(key)),
  );
  const steps: Step[] = [];
  for (const part of parts) {
    const key = isKept(part) ? part.key : renamed.get(part);
    if (key !== undefined) steps.push({ kind: "kept", part, key, plan: planOf(part.node, after[key] as Json) });
  }
  const placed = new Set(steps.map(({ key }) => key));
  let index = 0;
  for (const [key, value] of Object.entries(after)) {
    if (placed.has(key)) index = 1 + steps.findIndex((step) => step.key === key);
    else steps.splice(index++, 0, { kind: "added", key, value });
  }
  return steps;
}

/** Returns the new name of each entry whose value has another name, and perhaps other parts, in the new value. */
function renamedEntries(removed: readonly SourcePart[], added: readonly (readonly [string, Json])[]) {
  const renamed = new Map<SourcePart, string>();
  const free = new Map(added);
  for (const part of removed) {
    let best = { key: "", score: 0 };
    for (const [key, value] of free) {
      const score = similarity(part.node.value, value);
      if (score > best.score) best = { key, score };
    }
    if (best.score === 0) continue;
    renamed.set(part, best.key);
    free.delete(best.key);
  }
  return renamed;
}

/** Returns the share of the parts that two values have in common, from 0 to 1. A value is similar to a list with it. */
function similarity(a: Json, b: Json): number {
  if (sameJson(a, b)) return 1;
  if (isJsonArray(b) && !isJsonArray(a)) return similarityToItem(a, b);
  if (isJsonArray(a) && !isJsonArray(b)) return similarityToItem(b, a);
  const [ours, theirs] = [partsOf(a), partsOf(b)];
  if (ours.length === 0 || theirs.length === 0) return 0;
  const texts = new Set(theirs.map((part) => JSON.stringify(part)));
  return ours.filter((part) => texts.has(JSON.stringify(part))).length / (ours.length + theirs.length);
}

function similarityToItem(value: Json, [item]: readonly Json[]): number {
  return item === undefined || isJsonArray(item) || isJsonArray(value) ? 0 : similarity(value, item);
}

function partsOf(value: Json): readonly Json[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

/** Equal items keep their place. Between them, items change into similar ones, and the rest is added or removed. */
function itemSteps(parts: readonly SourcePart[], after: readonly Json[]): Step[] {
  const steps: Step[] = [];
  let [ours, theirs] = [0, 0];
  for (const [part, item] of [...commonItems(parts, after), [parts.length, after.length] as const]) {
    steps.push(...changedItems(parts.slice(ours, part), after.slice(theirs, item)));
    const same = parts[part];
    if (same) steps.push({ kind: "kept", part: same, plan: { kind: "same" } });
    [ours, theirs] = [part + 1, item + 1];
  }
  return steps;
}

function changedItems(parts: readonly SourcePart[], after: readonly Json[]): Step[] {
  let next = 0;
  return after.map((value, index): Step => {
    const at = parts.length === after.length ? index : mostSimilar(parts, next, value);
    const part = at === undefined ? undefined : parts[at];
    if (at === undefined || !part) return { kind: "added", value };
    next = at + 1;
    return { kind: "kept", part, plan: planOf(part.node, value) };
  });
}

/** Number of items among which a similar one is searched. More would take too long in a list of thousands. */
const SEARCHED_ITEMS = 20;

function mostSimilar(parts: readonly SourcePart[], from: number, value: Json): number | undefined {
  let best: { readonly at?: number; readonly score: number } = { score: 0 };
  for (let at = from; at < Math.min(parts.length, from + SEARCHED_ITEMS); at++) {
    const score = similarity(parts[at]?.node.value ?? null, value);
    if (score > best.score) best = { at, score };
  }
  return best.at;
}

/** Returns the indexes of equal items in the order of both lists. Takes each item at the first place that it can have. */
function commonItems(parts: readonly SourcePart[], after: readonly Json[]): (readonly [part: number, item: number])[] {
  const texts = new Map<string, number[]>();
  for (let index = parts.length - 1; index >= 0; index--) {
    const text = JSON.stringify(parts[index]?.node.value);
    const places = texts.get(text);
    if (places) places.push(index);
    else texts.set(text, [index]);
  }
  const common: (readonly [number, number])[] = [];
  let next = 0;
  for (const [item, value] of after.entries()) {
    const places = texts.get(JSON.stringify(value)) ?? [];
    let part = places.pop();
    while (part !== undefined && part < next) part = places.pop();
    if (part === undefined) continue;
    common.push([part, item]);
    next = part + 1;
  }
  return common;
}
