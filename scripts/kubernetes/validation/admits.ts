/**
 * Whether the API server admits a value that it is sent: schema and rules, after what it does with unknown fields, nulls
 * and defaults.
 */
import { isJsonArray, isJsonObject, type Json } from "../../core/model/json.js";
import { keepsUnknownFields, rulesOf, type StructuralSchema, type ValidationRule } from "../../core/model/schema.js";
import { mentions } from "../cel/conjuncts.js";
import { hasOtherTypes } from "../cel/json-types.js";
import { parseCel } from "../cel/parse.js";
import { CelSyntaxError } from "../cel/syntax.js";
import { isTrueFor } from "../cel/truth.js";
import { asStored } from "./as-stored.js";
import { fieldSchema, validationErrors } from "./validate.js";

/** Whether a new object is admitted; undefined where a rule cannot be decided and all else is right. */
export function admits(schema: StructuralSchema, sent: Json): boolean | undefined {
  const stored = asStored(schema, sent);
  if (validationErrors(withKeptFields(schema), stored).length > 0) return false;
  const truths = rulesHold(schema, stored);
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

/** Any value may stand in a field that is not declared, where such fields are kept. */
const ANY: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true };

/** The schema, with what is kept besides the declared fields declared as well. */
export function withKeptFields(schema: StructuralSchema): StructuralSchema {
  const { properties, items, additionalProperties } = schema;
  const keeps = keepsUnknownFields(schema) && properties !== undefined;
  const values = isJsonObject(additionalProperties) ? withKeptFields(additionalProperties) : undefined;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, withKeptFields(field)])),
    }),
    ...(items && { items: withKeptFields(items) }),
    ...(values && { additionalProperties: values }),
    ...(keeps && { additionalProperties: ANY }),
  };
}

function rulesHold(schema: StructuralSchema, value: Json): (boolean | undefined)[] {
  return [...ownRulesHold(schema, value), ...childrenOf(schema, value).flatMap(([child, at]) => rulesHold(child, at))];
}

function childrenOf(schema: StructuralSchema, value: Json): [StructuralSchema, Json][] {
  const { items } = schema;
  if (isJsonArray(value)) return items ? value.map((item): [StructuralSchema, Json] => [items, item]) : [];
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]): [StructuralSchema, Json][] => {
    const declared = fieldSchema(schema, name);
    return isJsonObject(declared) ? [[declared, child]] : [];
  });
}

/** No rule is asked about null itself. Source: apiextensions-apiserver pkg/apiserver/schema/cel/validation.go. */
function ownRulesHold(schema: StructuralSchema, value: Json): (boolean | undefined)[] {
  const rules = rulesOf(schema);
  if (rules.length === 0 || value === null) return [];
  const self = asSeen(schema, value);
  return rules.map((rule) => ruleHolds(rule, schema, self));
}

/** A value as rules see it: a field of an object that is null is not there, while nulls in lists and maps are. */
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

/** A rule that reads `oldSelf` is asked when an object changes, and so not about a new one. */
function ruleHolds(
  { rule, optionalOldSelf }: ValidationRule,
  schema: StructuralSchema,
  self: Json,
): boolean | undefined {
  try {
    const expr = parseCel(rule);
    if (mentions(expr, "oldSelf")) return optionalOldSelf === true ? undefined : true;
    return hasOtherTypes(schema) ? undefined : isTrueFor(expr, self);
  } catch (error) {
    if (error instanceof CelSyntaxError) return undefined;
    throw error;
  }
}
