/**
 * Parts of objects that have no place in the other form. They are kept in an annotation of the object and restored on the
 * way back. The annotation is input like any other: whoever can write the object can write it.
 */
import { isTooDeep } from "../../core/model/depth.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from "../../core/model/json.js";
import { valueAt, withField, withValueAt } from "./tree.js";

/** The form that has the part. */
export type Form = "old" | "new";

/** Part of an object in one form that has no place in the other one. Without a value, the form lacks the part. */
export interface KeptPart {
  readonly conversion: string;
  readonly form: Form;
  readonly path: readonly (string | number)[];
  readonly value?: Json;
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

/** Most bytes of all annotations of an object. Source: apimachinery, pkg/api/validation/objectmeta.go. */
const MOST_BYTES = 256 * 1024;

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
  const annotations = valueAt(whole, ANNOTATIONS);
  const bytes = Object.entries(isJsonObject(annotations) ? annotations : {})
    .flat()
    .map((part) => Buffer.byteLength(String(part)));
  return bytes.reduce((sum, each) => sum + each, 0) > MOST_BYTES ? undefined : whole;
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
  const { conversion, form, path, value } = part;
  if (typeof conversion !== "string" || (form !== "old" && form !== "new") || !isJsonArray(path)) return [];
  const steps = path.filter(
    (step) => typeof step === "string" || (typeof step === "number" && Number.isSafeInteger(step)),
  );
  if (steps.length < path.length) return [];
  return [{ conversion, form, path: steps as (string | number)[], ...(value !== undefined && { value }) }];
}

function readSplit(split: Json): SplitPart[] {
  if (!isJsonObject(split)) return [];
  const { conversion, name, index, count } = split;
  const areNumbers = typeof index === "number" && typeof count === "number" && index >= 0 && index < count;
  if (typeof conversion !== "string" || typeof name !== "string" || !areNumbers) return [];
  return [{ conversion, name, index, count }];
}
