/**
 * Parts of objects that have no place in the other form. They are kept in an annotation of the object and restored on the
 * way back. The annotation is untrusted input: everybody who can write the object can write it.
 */
import { parseExactJson, printExactJson, withExactIntegers } from "../../core/exact-json.js";
import { isTooDeep } from "../../core/model/depth.js";
import { sha256 } from "../../core/model/digest.js";
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  objectIn,
  parseJson,
} from "../../core/model/json.js";
import type { ValuePath } from "../validation/place.js";
import { ANNOTATIONS_LIMIT, pairBytes } from "../validation/sizes.js";
import { valueAt, withField, withValueAt } from "./tree.js";

/** The form that has the part. */
export type Form = "old" | "new";

/** Part of an object in one form that has no place in the other one. Without a value, the form lacks the part. */
export interface KeptPart {
  readonly conversion: string;
  readonly form: Form;
  readonly path: ValuePath;
  readonly value?: Json;
  /** Digest of the value in the place of the part, if there is one. A user who sets another one has replaced the part. */
  readonly instead?: string;
  /** Digests of the values around the part, which identify the item of a list or the object that the part belongs to. */
  readonly around?: string;
  /** Number of items of the outermost list around the part. */
  readonly count?: number;
}

/** Object that was split from another one: its number, from 0 on, and the number of all of them. */
export interface SplitPart {
  readonly conversion: string;
  readonly name: string;
  readonly index: number;
  readonly count: number;
}

/** Content of the annotation. */
export interface Kept {
  readonly parts: readonly KeptPart[];
  readonly splits: readonly SplitPart[];
}

const ANNOTATIONS = ["metadata", "annotations"];

/** Reads JSON. Returns undefined if it is not valid. */
export type ParseJson = (text: string) => Json | undefined;

/**
 * Returns an object without the annotation, and the content of the annotation. An annotation of another form stays. The
 * objects of an API server are read with `parseExactJson`, and so is their annotation.
 */
export function takeKept(
  object: JsonObject,
  annotation: string,
  parse: ParseJson = parseJson,
): { readonly object: JsonObject; readonly kept: Kept } {
  const annotations = valueAt(object, ANNOTATIONS);
  const text = isJsonObject(annotations) ? annotations[annotation] : undefined;
  const kept = typeof text === "string" ? readKept(parse(text)) : undefined;
  if (!isJsonObject(annotations) || !kept) return { object, kept: { parts: [], splits: [] } };
  const others = withField(annotations, annotation, undefined);
  const isEmptied = Object.keys(others).length === 0;
  const rest = withValueAt(object, ANNOTATIONS, isEmptied ? undefined : others);
  return { object: isJsonObject(rest) ? rest : object, kept };
}

/** Returns an object with the annotation, or undefined if its annotations would be too large for the API server. */
export function withKept(object: JsonObject, annotation: string, { parts, splits }: Kept): JsonObject | undefined {
  if (parts.length === 0 && splits.length === 0) return object;
  const text = printExactJson({ ...(parts.length > 0 && { parts }), ...(splits.length > 0 && { splits }) } as Json);
  const whole = withValueAt(object, [...ANNOTATIONS, annotation], text);
  if (!isJsonObject(whole)) return undefined;
  const annotations = objectIn(objectIn(whole, "metadata"), "annotations");
  return pairBytes(annotations) > ANNOTATIONS_LIMIT ? undefined : whole;
}

/**
 * Returns an object that also keeps the parts that another one keeps, which is the same object after a conversion. Returns
 * undefined if the annotation would be too large.
 */
export function withPartsOf(object: JsonObject, converted: JsonObject, annotation: string): JsonObject | undefined {
  const { object: bare, kept } = takeKept(object, annotation, parseExactJson);
  const { parts } = takeKept(converted, annotation, parseExactJson).kept;
  const keys = new Set(parts.map(keyOf));
  const others = kept.parts.filter((part) => !keys.has(keyOf(part)));
  return withKept(bare, annotation, { ...kept, parts: [...others, ...parts] });
}

function keyOf({ conversion, form, path }: KeptPart): string {
  return JSON.stringify([conversion, form, path]);
}

/** Returns the digests of a place in an object, from which a part is missing. */
export function digestsOf(object: JsonObject, path: ValuePath): Pick<KeptPart, "instead" | "around" | "count"> {
  const value = valueAt(object, path);
  const place = placeAround(path);
  const digests = [...valuesIn(object, place)].sort();
  const around = digests.length > MOST_DIGESTS ? wholeOf(object, place) : digests.join("");
  const list = listAround(object, path);
  return {
    ...(value !== undefined && { instead: digestOf(value) }),
    ...(around !== "" && { around }),
    ...(list && { count: list.length }),
  };
}

/**
 * Returns a function that reports whether a part still belongs to its place: an edit can move another item to the same
 * path, or set another value. Values that are new around the part, such as defaults of the API server, change nothing.
 */
export function belongsTo(object: JsonObject): (part: KeptPart) => boolean {
  const valuesAround = known((place) => valuesIn(object, place));
  const wholeAround = known((place) => wholeOf(object, place));
  return ({ path, instead, around = "", count }) => {
    const value = valueAt(object, path);
    if (instead !== (value === undefined ? undefined : digestOf(value))) return false;
    const isAround = (place: Place) => {
      if (around.startsWith(WHOLE)) return around === wholeAround(place);
      return partsOf(around).every((digest) => valuesAround(place).has(digest));
    };
    const place = placeAround(path);
    if (!isAround(place)) return false;
    const list = listAround(object, path);
    if (!list || !place || list.length === count) return true;
    // If there are more or fewer items, another one with the same values can be the one that the part belongs to.
    return list.every((_, index) => index === place.at(-1) || !isAround([...place.slice(0, -1), index]));
  };
}

/** Returns the outermost list around a part. */
function listAround(object: JsonObject, path: ValuePath): readonly Json[] | undefined {
  const index = path.findIndex((step) => typeof step === "number");
  const list = index < 0 ? undefined : valueAt(object, path.slice(0, index));
  return isJsonArray(list) ? list : undefined;
}

type Place = ValuePath | undefined;

/** Returns a function that calculates each of its results once. Many parts can have the same place. */
function known<Result>(calculate: (place: Place) => Result): (place: Place) => Result {
  const results = new Map<string, Result>();
  return (place) => {
    const key = JSON.stringify(place ?? []);
    const found = results.get(key) ?? calculate(place);
    results.set(key, found);
    return found;
  };
}

/** In hexadecimal digits. An annotation contains many digests, and a collision would let a part overwrite an edit. */
const DIGEST_LENGTH = 12;

/** Most digests around a part. Of larger items, the annotation only contains one digest of the whole item. */
const MOST_DIGESTS = 64;
const WHOLE = "=";

function partsOf(digests: string): string[] {
  return Array.from({ length: Math.ceil(digests.length / DIGEST_LENGTH) }, (_, index) =>
    digests.slice(index * DIGEST_LENGTH, (index + 1) * DIGEST_LENGTH),
  );
}

function wholeOf(object: JsonObject, place: Place): string {
  const value = place && valueAt(object, place);
  return `${WHOLE}${value === undefined ? "" : sha256(withExactIntegers(canonicalJson(value))).slice(0, 16)}`;
}

/**
 * Returns the path of what a part belongs to: the outermost item of a list, or the object that contains the part.
 * Fields of the spec and of the status always belong to the same object.
 */
function placeAround(path: ValuePath): ValuePath | undefined {
  const index = path.findIndex((step) => typeof step === "number");
  if (index >= 0) return path.slice(0, index + 1);
  return path.length > 2 ? path.slice(0, -1) : undefined;
}

/** Returns the digests of all values at a place, each with its path. */
function valuesIn(object: JsonObject, place: Place): Set<string> {
  const digests = new Set<string>();
  const visit = (value: Json | undefined, path: ValuePath): void => {
    if (isJsonArray(value)) value.forEach((item, index) => void visit(item, [...path, index]));
    else if (isJsonObject(value)) for (const [name, part] of Object.entries(value)) visit(part, [...path, name]);
    else if (value !== undefined && value !== null) digests.add(digestOf([path, value]));
  };
  if (place) visit(valueAt(object, place), []);
  return digests;
}

function digestOf(value: Json): string {
  return sha256(withExactIntegers(canonicalJson(value))).slice(0, DIGEST_LENGTH);
}

function readKept(value: Json | undefined): Kept | undefined {
  if (!isJsonObject(value) || isTooDeep(value)) return undefined;
  const { parts = [], splits = [], ...others } = value;
  if (!isJsonArray(parts) || !isJsonArray(splits) || Object.keys(others).length > 0) return undefined;
  const read = { parts: parts.flatMap(readPart), splits: splits.flatMap(readSplit) };
  return read.parts.length === parts.length && read.splits.length === splits.length ? read : undefined;
}

function readPart(part: Json): KeptPart[] {
  if (!isJsonObject(part)) return [];
  const { conversion, form, path, value, instead, around, count } = part;
  if (typeof conversion !== "string" || (form !== "old" && form !== "new") || !isJsonArray(path)) return [];
  const steps = path.filter((step): step is string | number => typeof step === "string" || Number.isSafeInteger(step));
  if (steps.length < path.length || !isText(instead) || !isText(around)) return [];
  if (count !== undefined && typeof count !== "number") return [];
  return [
    {
      conversion,
      form,
      path: steps,
      ...(value !== undefined && { value }),
      ...(instead !== undefined && { instead }),
      ...(around !== undefined && { around }),
      ...(count !== undefined && { count }),
    },
  ];
}

function isText(value: Json | undefined): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function readSplit(split: Json): SplitPart[] {
  if (!isJsonObject(split)) return [];
  const { conversion, name, index, count } = split;
  const areNumbers = typeof index === "number" && typeof count === "number" && index >= 0 && index < count;
  if (typeof conversion !== "string" || typeof name !== "string" || !areNumbers) return [];
  return [{ conversion, name, index, count }];
}
