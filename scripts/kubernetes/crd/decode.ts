/**
 * Decodes a CRD as the API server does in strict mode: every field has the type of the Go struct, and there are no
 * others.
 *
 * Source: sigs.k8s.io/json (UnmarshalStrict), with the strict field validation that kubectl requests.
 */

import { isTooDeep, MAX_DEPTH } from "../../core/model/depth.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";
import { nearest } from "../../core/nearest.js";
import { pathInWords } from "../../core/shape.js";
import { CRD_TYPE, type GoType, METADATA_TYPE } from "./go-types.js";
import { accepted, type CrdProblem, isRejection, type Path, problem } from "./problem.js";

export interface Decoded {
  /** The document without nulls, zero values, unknown fields and values of the wrong type. */
  readonly value: JsonObject;
  readonly problems: readonly CrdProblem[];
  /** Set if nothing was decoded, because the document is nested too deeply. */
  readonly isTooDeep: boolean;
}

const known = new WeakMap<JsonObject, Decoded>();

/** Decodes a document, once. If it is nested too deeply, nothing is decoded. */
export function decode(document: JsonObject): Decoded {
  const decoded = known.get(document) ?? decodeNew(document);
  known.set(document, decoded);
  return decoded;
}

function decodeNew(document: JsonObject): Decoded {
  if (isTooDeep(document)) {
    return { value: {}, problems: [problem("crd-too-deep", { limit: MAX_DEPTH }, [])], isTooDeep: true };
  }
  const problems: CrdProblem[] = [];
  const value = decodeAs(CRD_TYPE, document, { path: [], problems, isStrict: true });
  return { value: isJsonObject(value) ? value : {}, problems, isTooDeep: false };
}

/**
 * Decodes the metadata of an embedded resource, which the API server does without looking for unknown fields. The
 * problems are values of the wrong type. Their paths start with `metadata`.
 */
export function decodeMetadata(metadata: Json): DecodedMetadata {
  const problems: CrdProblem[] = [];
  const value = decodeAs(METADATA_TYPE, metadata, { path: ["metadata"], problems, isStrict: false });
  const unknown = problems.filter(({ code }) => code === "crd-field-unknown").map(({ path }) => path);
  return { value: isJsonObject(value) ? value : {}, problems: problems.filter(isRejection), unknown };
}

/** Decoded metadata, with the paths of the fields that no metadata has. */
export interface DecodedMetadata extends Pick<Decoded, "value" | "problems"> {
  readonly unknown: readonly Path[];
}

interface Place {
  readonly path: Path;
  /** The problems found so far, to which others are added. */
  readonly problems: CrdProblem[];
  /** Unset inside values with two forms, which Go decodes without looking for unknown fields. */
  readonly isStrict: boolean;
}

function within(place: Place, step: string | number): Place {
  return { ...place, path: [...place.path, step] };
}

/** Returns the decoded value, or undefined for one that Go cannot tell from an omitted one or cannot decode. */
function decodeAs(type: GoType, value: Json, place: Place): Json | undefined {
  if (value === null) return undefined;
  switch (type.kind) {
    case "either":
      return decodeAs(type.choose(value), value, { ...place, isStrict: false });
    case "scalar":
      if (type.accepts(value)) return value === type.zero ? undefined : value;
      return wrong(type.expected, place, type.isLenient);
    case "list":
      if (!isJsonArray(value)) return wrong("a list", place);
      return value.map((item, index) => decodeAs(type.of, item, within(place, index)) ?? zeroOf(type.of));
    case "map":
      return isJsonObject(value) ? decodeMap(type.of, value, place) : wrong("an object", place);
    case "struct":
      return isJsonObject(value) ? decodeStruct(type.fields(), value, place) : wrong("an object", place);
  }
}

function decodeMap(type: GoType, value: JsonObject, place: Place): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, decodeAs(type, item, within(place, key)) ?? zeroOf(type)]),
  );
}

function decodeStruct(fields: Readonly<Record<string, GoType>>, value: JsonObject, place: Place): JsonObject {
  const decoded: [string, Json][] = [];
  for (const [name, child] of Object.entries(value)) {
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!type) place.problems.push(unknownField(name, within(place, name), Object.keys(fields)));
    const kept = type && decodeAs(type, child, within(place, name));
    if (kept !== undefined) decoded.push([name, kept]);
  }
  return Object.fromEntries(decoded);
}

function unknownField(name: string, { path, isStrict }: Place, names: readonly string[]): CrdProblem {
  const args = { field: pathInWords(path), nearest: nearest(name, names) };
  const found: CrdProblem = { ...problem("crd-field-unknown", args, path), part: "key" };
  return isStrict ? found : accepted(found);
}

function wrong(expected: string, { path, problems }: Place, isLenient = false): undefined {
  const found = problem("crd-field-type", { field: pathInWords(path), expected }, path);
  problems.push(isLenient ? accepted(found) : found);
}

/** Returns what Go puts in place of a null in a list or map. */
function zeroOf(type: GoType): Json {
  if (type.kind === "scalar") return type.zero ?? null;
  return type.kind === "list" ? [] : {};
}
