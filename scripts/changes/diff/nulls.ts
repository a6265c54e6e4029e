/**
 * What becomes of `f: null`. Where null may not be, the API server drops it from an object, or fills in the default; it
 * judges it only where it may be. So `nullable` decides what null means, and not only whether it is admitted.
 * Source: apiextensions-apiserver pkg/apiserver/schema/defaulting (prune.go, algorithm.go).
 */

import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import { hasDefault } from "../../kubernetes/validation/as-stored.js";
import type { ChangeMaker, SchemaChange } from "./schema-change.js";

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

type Fate = "kept" | "dropped" | "becomes the default" | "rejected";

/** What changes for null, apart from what the other keywords make of it. */
export function diffNull(before: JsonObject, after: JsonObject, place: Place, change: ChangeMaker): SchemaChange[] {
  if (isNullable(before) === isNullable(after)) return [];
  const [was, is] = [fateOf(before, place, place.wasRequired), fateOf(after, place, place.isRequired)];
  const [old, now] = [{ nullable: isNullable(before) }, { nullable: isNullable(after), ...replacementOf(after, is) }];
  if (was === is) return [];
  if (was === "rejected") return [change("values", "loosening", `null was rejected and is ${said(is)} now`, old, now)];
  if (is === "rejected") {
    return [change("values", "tightening", `null was ${said(was)} and is rejected now`, old, now, null)];
  }
  if (was !== "dropped") return [change("values", "break", `null was ${said(was)} and is ${said(is)} now`, old, now)];
  if (!place.isCounted) return [change("values", "loosening", "null was dropped and is kept now", old, now)];
  const says = "null was dropped and is kept now, which rules or branches around it may reject";
  return [change("values", "unknown", says, old, now, null)];
}

/** Whether a change is about what becomes of null. */
export function isOfNull({ before }: Pick<SchemaChange, "before">): boolean {
  return isJsonObject(before) && before.nullable !== undefined;
}

function isNullable(schema: JsonObject): boolean {
  return schema.nullable === true;
}

/** What null becomes, if a default takes its place. */
function replacementOf({ default: value = null }: JsonObject, fate: Fate): JsonObject {
  return fate === "becomes the default" ? { default: value } : {};
}

function said(fate: Fate): string {
  return fate === "becomes the default" ? "replaced by the default" : fate;
}

/** An enum never has null. Items of a list are not dropped. */
function fateOf(schema: JsonObject, { kind }: Place, isRequired: boolean): Fate {
  if (isNullable(schema)) return Array.isArray(schema.enum) && schema.enum.length > 0 ? "rejected" : "kept";
  if (hasDefault(schema)) return "becomes the default";
  return kind === "field" && !isRequired ? "dropped" : "rejected";
}

/** Keywords that judge an object by which fields it has, and how many. */
export const COUNTING = ["allOf", "anyOf", "oneOf", "not", "enum", "minProperties", "maxProperties"];

/** Whether an object, or what is around it, may judge a field by whether it is there. */
export function isCounting(schema: JsonObject): boolean {
  return COUNTING.some((keyword) => schema[keyword] !== undefined) || hasRules(schema);
}

export function hasRules(schema: JsonObject): boolean {
  const rules = schema["x-kubernetes-validations"];
  return Array.isArray(rules) && rules.length > 0;
}
