/**
 * Handling of null. If a field is not nullable, the API server drops a null or replaces it with the default; it
 * validates null only if the field is nullable. Therefore `nullable` decides what null means, and not only whether it
 * is accepted. Source: apiextensions-apiserver pkg/apiserver/schema/defaulting (prune.go, algorithm.go).
 */

import type { Fact, NullFate, SchemaChange } from "../../core/model/change.js";
import { isJsonObject } from "../../core/model/json.js";
import { hasDefault, rulesOf, type StructuralSchema } from "../../core/model/schema.js";
import type { ChangeMaker } from "./schema-change.js";

/** Position of a value, as far as it affects the handling of null. */
export interface Place {
  readonly kind: "root" | "field" | "item";
  /** True if the older schema requires the field. The API server then rejects an object from which it drops a null. */
  readonly wasRequired: boolean;
  readonly isRequired: boolean;
  /**
   * True if a schema around the value may count or read its fields, in which case a field with null makes a difference.
   */
  readonly isCounted: boolean;
  /** True if a schema around the value has validation rules, which may read it. */
  readonly isRuled: boolean;
}

/** Returns the change in the handling of null, apart from the effects of other keywords. */
export function diffNull(
  before: StructuralSchema,
  after: StructuralSchema,
  place: Place,
  change: ChangeMaker,
): SchemaChange[] {
  if (isNullable(before) === isNullable(after)) return [];
  const [was, is] = [fateOf(before, place, place.wasRequired), fateOf(after, place, place.isRequired)];
  if (was === is) return [];
  const fact = {
    subject: "values",
    aspect: "null",
    was,
    is,
    before: { nullable: isNullable(before) },
    after: { nullable: isNullable(after), ...replacementOf(after, is) },
  } as const satisfies Fact;
  if (was === "rejected") return [change("loosening", fact)];
  if (is === "rejected") return [change("tightening", fact, null)];
  if (was !== "dropped") return [change("break", fact)];
  if (!place.isCounted) return [change("loosening", fact)];
  return [change("unknown", { ...fact, mayBeRejected: true }, null)];
}

/** Reports whether a change affects the handling of null. */
export function isOfNull(change: SchemaChange): boolean {
  return change.subject === "values" && change.aspect === "null";
}

/**
 * Reports whether null becomes another value or disappears when an object is stored. Unlike in a request, nothing
 * rejects an object from which the API server drops a null. It never drops one from a list.
 */
export function losesNull(change: SchemaChange): boolean {
  if (change.subject !== "values" || change.aspect !== "null") return false;
  const { was, after, path } = change;
  const isDropped = isJsonObject(after) && after.nullable === false && path?.endsWith("[]") !== true;
  return change.class === "break" || (was === "kept" && isDropped);
}

function isNullable(schema: StructuralSchema): boolean {
  return schema.nullable === true;
}

/** Returns the default that replaces null, if any. */
function replacementOf({ default: value = null }: StructuralSchema, fate: NullFate): StructuralSchema {
  return fate === "becomes the default" ? { default: value } : {};
}

/** Returns how the API server handles null. An enum never contains null, and null is not dropped from lists. */
function fateOf(schema: StructuralSchema, { kind }: Place, isRequired: boolean): NullFate {
  if (isNullable(schema)) return schema.enum && schema.enum.length > 0 ? "rejected" : "kept";
  if (hasDefault(schema)) return "becomes the default";
  return kind === "field" && !isRequired ? "dropped" : "rejected";
}

/** Keywords that constrain which fields an object has, or how many. */
export const COUNTING = ["allOf", "anyOf", "oneOf", "not", "enum", "minProperties", "maxProperties"];

/** Reports whether a schema may constrain the presence of a field, by keywords or by validation rules. */
export function isCounting(schema: StructuralSchema): boolean {
  return COUNTING.some((keyword) => schema[keyword] !== undefined) || hasRules(schema);
}

export function hasRules(schema: StructuralSchema): boolean {
  return rulesOf(schema).length > 0;
}
