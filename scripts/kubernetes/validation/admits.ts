/**
 * Decides whether the API server accepts a value that a client sends. It applies the schema and the rules after it has
 * pruned unknown fields, dropped nulls and set defaults.
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

/** Reports whether the API server accepts a new object. Returns undefined if only the result of a rule is unknown. */
export function admits(schema: StructuralSchema, sent: Json): boolean | undefined {
  const stored = asStored(schema, sent);
  if (validationErrors(withKeptFields(schema), stored).length > 0) return false;
  const truths = rulesHold(schema, stored);
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

/** Schema of an undeclared field that is preserved: any value. */
const ANY: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true };

/** Returns the schema with additional fields of any type declared wherever it preserves undeclared fields. */
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

/**
 * Evaluates the rules of a schema. The API server evaluates no rules for null. Source: apiextensions-apiserver
 * pkg/apiserver/schema/cel/validation.go.
 */
function ownRulesHold(schema: StructuralSchema, value: Json): (boolean | undefined)[] {
  const rules = rulesOf(schema);
  if (rules.length === 0 || value === null) return [];
  const self = asSeen(schema, value);
  return rules.map((rule) => ruleHolds(rule, schema, self));
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
 * Evaluates a rule. The API server evaluates a rule that reads `oldSelf` only for updates, so it holds for a new
 * object.
 */
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
