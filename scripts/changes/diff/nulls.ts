/**
 * What becomes of `f: null`. Where null may not be, the API server drops it from an object, or fills in the default; it
 * judges it only where it may be. So `nullable` decides what null means, and not only whether it is admitted.
 * Source: apiextensions-apiserver pkg/apiserver/schema/defaulting (prune.go, algorithm.go).
 */

import type { Fact, NullFate, SchemaChange } from "../../core/model/change.js";
import { rulesOf, type StructuralSchema } from "../../core/model/schema.js";
import { hasDefault } from "../../kubernetes/validation/as-stored.js";
import type { ChangeMaker } from "./schema-change.js";

/** Where a value is, as far as it matters to null. */
export interface Place {
  readonly kind: "root" | "field" | "item";
  /** Whether the object around it must have it: then null that is dropped is missed. */
  readonly wasRequired: boolean;
  readonly isRequired: boolean;
  /** Whether something around it may count its fields or read them, so that one that is null makes a difference. */
  readonly isCounted: boolean;
  /** Whether something around it has rules, which may read it. */
  readonly isRuled: boolean;
}

/** What changes for null, apart from what the other keywords make of it. */
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

/** Whether a change is about what becomes of null. */
export function isOfNull(change: SchemaChange): boolean {
  return change.subject === "values" && change.aspect === "null";
}

function isNullable(schema: StructuralSchema): boolean {
  return schema.nullable === true;
}

/** What null becomes, if a default takes its place. */
function replacementOf({ default: value = null }: StructuralSchema, fate: NullFate): StructuralSchema {
  return fate === "becomes the default" ? { default: value } : {};
}

/** An enum never has null. Items of a list are not dropped. */
function fateOf(schema: StructuralSchema, { kind }: Place, isRequired: boolean): NullFate {
  if (isNullable(schema)) return schema.enum && schema.enum.length > 0 ? "rejected" : "kept";
  if (hasDefault(schema)) return "becomes the default";
  return kind === "field" && !isRequired ? "dropped" : "rejected";
}

/** Keywords that judge an object by which fields it has, and how many. */
export const COUNTING = ["allOf", "anyOf", "oneOf", "not", "enum", "minProperties", "maxProperties"];

/** Whether an object, or what is around it, may judge a field by whether it is there. */
export function isCounting(schema: StructuralSchema): boolean {
  return COUNTING.some((keyword) => schema[keyword] !== undefined) || hasRules(schema);
}

export function hasRules(schema: StructuralSchema): boolean {
  return rulesOf(schema).length > 0;
}
