/**
 * Parts of objects that have no place in the other form. They are kept in an annotation of the object and restored on the
 * way back. The annotation is untrusted input: everybody who can write the object can write it.
 */
import { isTooDeep } from "../../core/model/depth.js";
import { sha256 } from "../../core/model/digest.js";
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  objectIn,
  parseJson,
  sortKeys,
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
  /** Result of `surroundings` for the part when it was removed. */
  readonly around?: string;
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

/** Returns an object without the annotation, and the content of the annotation. An annotation of another form stays. */
export function takeKept(object: JsonObject, annotation: string): { readonly object: JsonObject; readonly kept: Kept } {
  const annotations = valueAt(object, ANNOTATIONS);
  const text = isJsonObject(annotations) ? annotations[annotation] : undefined;
  const kept = typeof text === "string" ? readKept(parseJson(text)) : undefined;
  if (!isJsonObject(annotations) || !kept) return { object, kept: { parts: [], splits: [] } };
  const others = withField(annotations, annotation, undefined);
  const isEmptied = Object.keys(others).length === 0;
  const rest = withValueAt(object, ANNOTATIONS, isEmptied ? undefined : others);
  return { object: isJsonObject(rest) ? rest : object, kept };
}

/** Returns an object with the annotation, or undefined if its annotations would be too large for the API server. */
export function withKept(object: JsonObject, annotation: string, { parts, splits }: Kept): JsonObject | undefined {
  if (parts.length === 0 && splits.length === 0) return object;
  const text = JSON.stringify({ ...(parts.length > 0 && { parts }), ...(splits.length > 0 && { splits }) });
  const whole = withValueAt(object, [...ANNOTATIONS, annotation], text);
  if (!isJsonObject(whole)) return undefined;
  const annotations = objectIn(objectIn(whole, "metadata"), "annotations");
  return pairBytes(annotations) > ANNOTATIONS_LIMIT ? undefined : whole;
}

/**
 * Returns a digest of the object that contains a part, without the part. A part belongs to the object that it was in: an
 * edit can move another object to the same path. Undefined for fields of the spec and the status, which are always those
 * of the same object.
 */
export function surroundings(object: JsonObject, path: ValuePath): string | undefined {
  const at = path.findLastIndex((step) => typeof step === "string");
  if (at < 2) return undefined;
  const around = valueAt(object, path.slice(0, at));
  const others = isJsonObject(around) ? withField(around, String(path[at]), undefined) : {};
  return sha256(JSON.stringify(sortKeys(others))).slice(0, 16);
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
  const { conversion, form, path, value, around } = part;
  if (typeof conversion !== "string" || (form !== "old" && form !== "new") || !isJsonArray(path)) return [];
  const steps = path.filter((step): step is string | number => typeof step === "string" || Number.isSafeInteger(step));
  if (steps.length < path.length || (around !== undefined && typeof around !== "string")) return [];
  return [
    { conversion, form, path: steps, ...(value !== undefined && { value }), ...(around !== undefined && { around }) },
  ];
}

function readSplit(split: Json): SplitPart[] {
  if (!isJsonObject(split)) return [];
  const { conversion, name, index, count } = split;
  const areNumbers = typeof index === "number" && typeof count === "number" && index >= 0 && index < count;
  if (typeof conversion !== "string" || typeof name !== "string" || !areNumbers) return [];
  return [{ conversion, name, index, count }];
}
