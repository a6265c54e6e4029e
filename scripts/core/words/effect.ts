/** Describes the effect of a change in terms of the field, such as the objects or updates that a tightening rejects. */
import type { Change, RejectedUpdates, UpdateKind } from "../model/change.js";
import { lastField, ROOT_PATH } from "../model/field-path.js";
import { isJsonArray, type Json, type JsonObject, sameJson } from "../model/json.js";
import { shortJson } from "./json.js";

/**
 * Returns which objects or updates are rejected now, with an example if there is one, or why a change of a type is a
 * break although all values remain valid. Returns undefined for other changes.
 */
export function effectMessage(change: Change): string | undefined {
  const { class: name, example } = change;
  if (change.subject === "type" && change.aspect === "shape" && change.acceptsAll) return UNTYPED;
  if (name !== "tightening") return undefined;
  const updates = updatesOf(change);
  if (updates) return updatesInWords(updates, change);
  const which = rejectedValues(change);
  if (which === undefined) return example === undefined ? undefined : `no longer valid: ${shortJson(example)}`;
  const isListed = example === undefined || which.includes(shortJson(example));
  const such = isListed ? "" : `, such as ${shortJson(example)}`;
  return `objects with ${valuesAt(change)} ${which} are now rejected${such}`;
}

const UNTYPED = "all values remain valid, but typed clients and server-side apply see another type";

function updatesOf(change: Change): readonly RejectedUpdates[] | undefined {
  return change.subject === "rule" && "updates" in change ? change.updates : undefined;
}

function updatesInWords(updates: readonly RejectedUpdates[], change: Change): string {
  if (updates.length === 0) return "some updates are now rejected, but no new objects";
  const limits = updates.map(({ path, kinds }) => {
    const field = path === ROOT_PATH ? valuesAt(change) : `\`${path.replace(/^\./, "")}\``;
    return `${field} can no longer be ${alternatives(kinds)}`;
  });
  return limits.join("; ");
}

/** Returns kinds of updates in words, as in `changed or removed`. */
function alternatives(kinds: readonly UpdateKind[]): string {
  const isFixed = kinds.includes("increased") && kinds.includes("decreased");
  const words = kinds
    .filter((kind) => !isFixed || kind !== "decreased")
    .map((kind) => (isFixed && kind === "increased" ? "changed" : kind));
  const [last = "", ...others] = words.toReversed();
  return others.length > 0 ? `${others.toReversed().join(", ")}${others.length > 1 ? "," : ""} or ${last}` : last;
}

/** Returns what the path of a change leads to, as in `items of \`ports\``. */
function valuesAt({ path = ROOT_PATH }: Change): string {
  const { name, inside } = lastField(path);
  const field = name === undefined ? "a value" : `\`${name}\``;
  const last = inside.at(-1);
  return last ? `${last.kind} of ${field}` : field;
}

/**
 * Describes the values that the changed keywords reject. Returns undefined if there are no words for one of them, if it
 * is not known which of several keywords became stricter, or if rules may already have rejected these values.
 */
function rejectedValues(change: Change): string | undefined {
  if (change.subject !== "values" || change.aspect !== "bounds") return undefined;
  if (change.isRuled && change.example === undefined) return undefined;
  const { before, after } = change;
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keywords.filter((key) => !sameJson(before[key] ?? null, after[key] ?? null));
  const stricter = changed.length > 1 ? changed.filter((key) => !isLooser(key, before[key], after[key])) : changed;
  if (changed.length > 1 && stricter.some((key) => before[key] !== undefined && !(key in STRICTER))) return undefined;
  const words = stricter.map((key) => REJECTED[key]?.(after[key], before[key], after));
  return words.length === 0 || words.includes(undefined) ? undefined : words.join(" or ");
}

/** Reports whether a keyword certainly rejects nothing that it allowed before. */
function isLooser(keyword: string, before: Json | undefined, after: Json | undefined): boolean {
  return after === undefined || (before !== undefined && STRICTER[keyword]?.(before, after) === false);
}

type IsStricter = (before: Json, after: Json) => boolean;

const isLower: IsStricter = (before, after) => Number(after) < Number(before);
const isHigher: IsStricter = (before, after) => Number(after) > Number(before);

/** Keywords with values of which the stricter one is known. */
const STRICTER: Readonly<Record<string, IsStricter>> = {
  maximum: isLower,
  minimum: isHigher,
  maxLength: isLower,
  minLength: isHigher,
  maxItems: isLower,
  minItems: isHigher,
  maxProperties: isLower,
  minProperties: isHigher,
  enum: (before, after) => membersLost(before, after) !== "",
};

type Words = (bound: Json | undefined, before: Json | undefined, after: JsonObject) => string | undefined;

const REJECTED: Readonly<Record<string, Words>> = {
  maximum: (bound, _, { exclusiveMaximum }) => limit(bound, exclusiveMaximum === true ? "of at least" : "above"),
  minimum: (bound, _, { exclusiveMinimum }) => limit(bound, exclusiveMinimum === true ? "of at most" : "below"),
  maxLength: (bound) => limit(bound, "longer than", "character"),
  minLength: (bound) => limit(bound, "shorter than", "character"),
  maxItems: (bound) => limit(bound, "of more than", "item"),
  minItems: (bound) => limit(bound, "of fewer than", "item"),
  maxProperties: (bound) => limit(bound, "of more than", "entry", "entries"),
  minProperties: (bound) => limit(bound, "of fewer than", "entry", "entries"),
  pattern: (bound) => (bound === undefined ? undefined : `not matching ${shortJson(bound)}`),
  format: (bound) => (bound === undefined ? undefined : `not in the format ${shortJson(bound)}`),
  enum: (bound, before) => membersLost(before, bound),
};

function limit(bound: Json | undefined, relation: string, one?: string, several = `${one}s`): string | undefined {
  if (typeof bound !== "number") return undefined;
  return `${relation} ${bound}${one === undefined ? "" : ` ${bound === 1 ? one : several}`}`;
}

function membersLost(before: Json | undefined, after: Json | undefined): string | undefined {
  if (!isJsonArray(after)) return undefined;
  if (!isJsonArray(before)) return `other than ${list(after)}`;
  return list(before.filter((value) => !after.some((other) => sameJson(value, other))));
}

const LISTED = 5;

function list(values: readonly Json[]): string {
  const rest = values.length - LISTED;
  return values.slice(0, LISTED).map(shortJson).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
