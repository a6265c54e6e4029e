/**
 * Integers near the limits of int64, which a number of JavaScript cannot represent.
 *
 * Go decodes an integer into a float only if the field is one, as `maximum` is. In all other places, such as `maxLength`
 * and `default`, it remains an int64.
 */
import { isJsonObject, type Json } from "../../core/model/json.js";
import type { StreamPath } from "../../core/yaml/go-places.js";
import type { Manifests } from "../../core/yaml/yaml.js";
import { CRD_TYPE, type GoType, NUMBER } from "./go-types.js";

const LIMIT = 2 ** 63;
/** Largest number below the limit. */
const LARGEST = LIMIT - 1024;

/**
 * Replaces the integers in CRDs that are in int64, but that reading rounded to its limits, by the nearest number inside
 * it. Changes the documents, because they can contain millions of such integers.
 */
export function keepInInt64({ documents, inexact }: Pick<Manifests, "documents" | "inexact">): void {
  for (const { path, number } of inexact) {
    if (typeof number !== "bigint" || Math.abs(Number(number)) < LIMIT) continue;
    const owner = documentOf(path);
    if (isFloat(valueAt(documents, path.slice(0, owner)), path.slice(owner))) continue;
    const around = valueAt(documents, path.slice(0, -1)) as Record<string, Json>;
    around[String(path.at(-1))] = number < 0n ? -LARGEST : LARGEST;
  }
}

/** Returns the number of steps that lead to a document of a stream, or to an item of a list in it. */
export function documentOf(path: StreamPath): number {
  let steps = 1;
  while (path[steps] === "items" && typeof path[steps + 1] === "number") steps += 2;
  return steps;
}

function valueAt(documents: readonly Json[], path: StreamPath): Json {
  return path.reduce<Json>((value, step) => (value as Record<string, Json>)[step] as Json, documents);
}

/** Reports whether a path in a CRD leads to a field that Go decodes into a float. */
function isFloat(crd: Json, path: StreamPath): boolean {
  let type: GoType = CRD_TYPE;
  let value = crd;
  for (const step of path) {
    if (type.kind === "either") type = type.choose(value);
    if (type.kind === "either" || type.kind === "scalar") return false;
    const fields: Readonly<Record<string, GoType>> | undefined = type.kind === "struct" ? type.fields() : undefined;
    if (fields && !Object.hasOwn(fields, step)) return false;
    type = type.kind === "struct" ? (fields?.[step] as GoType) : type.of;
    value = isJsonObject(value) || Array.isArray(value) ? ((value as Record<string, Json>)[step] as Json) : null;
  }
  return type === NUMBER;
}
