/**
 * Decides whether the API server accepts a value that a client sends. It applies the schema and the rules after it has
 * pruned unknown fields, dropped nulls and set defaults.
 */
import type { Json } from "../../core/model/json.js";
import { keepsUnknownFields, mapSubschemas, type StructuralSchema } from "../../core/model/schema.js";
import { NEWEST_SERVER } from "../cel/environment/environment.js";
import { asStored, newDefaultBudget } from "./as-stored.js";
import { brokenRules, isComplete, ruleValidatorOf } from "./rules.js";
import { validationErrors } from "./validate.js";

/**
 * Reports whether the newest known API server accepts a new object. Returns undefined if the schema has a rule that does
 * not compile, or if defaults add too many values.
 */
export function admits(schema: StructuralSchema, sent: Json): boolean | undefined {
  const budget = newDefaultBudget();
  const stored = asStored(schema, sent, budget);
  if (budget.left < 0) return undefined;
  if (validationErrors(withKeptFields(schema), stored).length > 0) return false;
  const validator = ruleValidatorOf(schema, false, NEWEST_SERVER);
  if (!validator) return true;
  if (brokenRules(validator, { value: stored }).length > 0) return false;
  return isComplete(validator) ? true : undefined;
}

/** Schema of an undeclared field that is preserved: any value. */
const ANY: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true };

const known = new WeakMap<StructuralSchema, StructuralSchema>();

/** Returns the schema with additional fields of any type declared wherever it preserves undeclared fields. */
export function withKeptFields(schema: StructuralSchema): StructuralSchema {
  const before = known.get(schema);
  if (before) return before;
  const keeps = keepsUnknownFields(schema) && schema.properties !== undefined;
  const kept = { ...mapSubschemas(schema, withKeptFields), ...(keeps && { additionalProperties: ANY }) };
  known.set(schema, kept);
  return kept;
}
