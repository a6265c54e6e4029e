/**
 * Decides whether the API server accepts a value that a client sends. It applies the schema and the rules after it has
 * pruned unknown fields, dropped nulls and set defaults.
 */
import type { Json } from "../../core/model/json.js";
import { keepsUnknownFields, mapSubschemas, type StructuralSchema } from "../../core/model/schema.js";
import { asStored } from "./as-stored.js";
import { ruleVerdicts } from "./rule-verdicts.js";
import { validationErrors } from "./validate.js";

/** Reports whether the API server accepts a new object. Returns undefined if only the result of a rule is unknown. */
export function admits(schema: StructuralSchema, sent: Json): boolean | undefined {
  const stored = asStored(schema, sent);
  if (validationErrors(withKeptFields(schema), stored).length > 0) return false;
  const truths = ruleVerdicts(schema, stored).map(({ holds }) => holds);
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

/** Schema of an undeclared field that is preserved: any value. */
const ANY: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true };

/** Returns the schema with additional fields of any type declared wherever it preserves undeclared fields. */
export function withKeptFields(schema: StructuralSchema): StructuralSchema {
  const keeps = keepsUnknownFields(schema) && schema.properties !== undefined;
  return { ...mapSubschemas(schema, withKeptFields), ...(keeps && { additionalProperties: ANY }) };
}
