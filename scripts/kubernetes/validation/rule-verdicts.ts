/**
 * Evaluates the validation rules of a schema for a value.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/cel/validation.go.
 */
import { isJsonArray, isJsonObject, type Json } from "../../core/model/json.js";
import { rulesOf, type StructuralSchema, type ValidationRule } from "../../core/model/schema.js";
import { mentions } from "../cel/conjuncts.js";
import { hasOtherTypes } from "../cel/json-types.js";
import { readExpression } from "../cel/syntax/read.js";
import { isTrueFor } from "../cel/truth.js";
import { fieldSchema } from "./validate.js";

/** Result of a rule for a value, or for a part of it. */
export interface RuleVerdict {
  readonly rule: ValidationRule;
  /** Schema with the rule. */
  readonly schema: StructuralSchema;
  /** Path of the part, such as `.ports[0]`. Empty for the value itself. */
  readonly path: string;
  /** False also if the rule fails with an error. Undefined if the result is unknown. */
  readonly holds: boolean | undefined;
}

/**
 * Evaluates all rules about a value and its parts. The old value is missing, for a new object, or it is the same value,
 * for an update that does not change it.
 */
export function ruleVerdicts(schema: StructuralSchema, value: Json, old?: "same", path = ""): RuleVerdict[] {
  const own = ownVerdicts(schema, value, old).map((verdict) => ({ ...verdict, schema, path }));
  const inner = partsOf(schema, value).flatMap(([part, at, step]) => ruleVerdicts(part, at, old, `${path}${step}`));
  return [...own, ...inner];
}

function partsOf(schema: StructuralSchema, value: Json): [StructuralSchema, Json, string][] {
  const { items } = schema;
  if (isJsonArray(value)) {
    return items ? value.map((item, index): [StructuralSchema, Json, string] => [items, item, `[${index}]`]) : [];
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]): [StructuralSchema, Json, string][] => {
    const declared = fieldSchema(schema, name);
    return isJsonObject(declared) ? [[declared, child, `.${name}`]] : [];
  });
}

/** Evaluates the rules of a schema. The API server evaluates no rules for null. */
function ownVerdicts(
  schema: StructuralSchema,
  value: Json,
  old: "same" | undefined,
): Pick<RuleVerdict, "rule" | "holds">[] {
  const rules = rulesOf(schema);
  if (rules.length === 0 || value === null) return [];
  const self = asSeen(schema, value);
  return rules.map((rule) => ({ rule, holds: ruleHolds(rule, schema, self, old) }));
}

/** Returns a value as rules see it. A field of an object that is null is missing; a null in a list or map is not. */
function asSeen(schema: StructuralSchema, value: Json): Json {
  const { items, properties } = schema;
  if (isJsonArray(value)) return items ? value.map((item) => asSeen(items, item)) : value;
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([, child]) => child !== null || !properties);
  return Object.fromEntries(
    entries.map(([name, child]) => {
      const declared = fieldSchema(schema, name);
      return [name, isJsonObject(declared) ? asSeen(declared, child) : child];
    }),
  );
}

/**
 * Evaluates a rule. The API server evaluates a rule that reads `oldSelf` only if there is an old value, so it holds for
 * a new object, unless the old value is optional.
 */
function ruleHolds(
  { rule, optionalOldSelf }: ValidationRule,
  schema: StructuralSchema,
  self: Json,
  old: "same" | undefined,
): boolean | undefined {
  const { expr } = readExpression(rule);
  if (!expr) return undefined;
  const isTransition = mentions(expr, "oldSelf");
  if (isTransition && optionalOldSelf === true) return undefined;
  if (isTransition && !old) return true;
  return hasOtherTypes(schema) ? undefined : isTrueFor(expr, self, old && self);
}
