/** Compares two schemas of different shapes, such as an integer and a list. */
import { type Fact, isAlarming, type SchemaChange } from "../../core/model/change.js";
import type { FieldPath } from "../../core/model/field-path.js";
import { sameJson } from "../../core/model/json.js";
import {
  fieldsOf,
  hasDefault,
  isIntOrString,
  keepsUnknownFields,
  type StructuralSchema,
} from "../../core/model/schema.js";
import { digestOfSchema, digestOfUntyped } from "./digests.js";
import { diffNull, hasRules, type Place } from "./nulls.js";
import { childAt, childrenOf } from "./schema-at.js";
import { between, type ChangeMaker, changeAt } from "./schema-change.js";
import { includesValues } from "./values/compare.js";

/** Returns the shape of a schema. Two schemas of different shapes have no bounds to compare. */
export function shapeOf(schema: StructuralSchema): string {
  if (isIntOrString(schema)) return "int-or-string";
  if (schema.type === "object" && schema.additionalProperties !== undefined) return "map";
  return schema.type ?? ANY_VALUE;
}

/** The shape of a schema without a type, as free-form configuration has it. */
const ANY_VALUE = "any value";

/** Reports whether the API server keeps everything in a value, because its schema declares no fields. */
export function isFreeForm(schema: StructuralSchema): boolean {
  return keepsUnknownFields(schema) && fieldsOf(schema).size === 0;
}

/**
 * Returns the changes between two shapes. A change from integer to int-or-string can be a loosening, because every
 * integer is an int-or-string. Rules, however, see an int-or-string as a value of type dyn: one that calls a function
 * for integers may be invalid then. The API server reads the values of a free-form schema as before, apart from nulls
 * and defaults, so these are changes of their own.
 */
export function diffShapes(
  before: StructuralSchema,
  after: StructuralSchema,
  path: FieldPath,
  place: Place,
): SchemaChange[] {
  const change = changeAt(path);
  const [old, now] = [shapeOf(before), shapeOf(after)];
  const isWider = old === "integer" && now === "int-or-string" && includesValues(before, after);
  const isAlike = ["default", "x-kubernetes-validations"].every((keyword) =>
    sameJson(before[keyword] ?? null, after[keyword] ?? null),
  );
  const isRuled = place.isRuled || hasRules(after);
  const read = keepsUnknownFields(after)
    ? [
        ...diffNull(before, after, place, change),
        ...diffDefault(before, after, place, change),
        ...defaultsLostBelow(before, after, path),
      ]
    : [];
  const acceptsAll =
    now === ANY_VALUE && isFreeForm(after) && !isRuled && !read.some(isAlarming) && includesValues(before, after);
  const fact: Fact = { subject: "type", aspect: "shape", before: old, after: now, ...(acceptsAll && { acceptsAll }) };
  const widened = isRuled ? "unknown" : "loosening";
  const digest = now === ANY_VALUE ? digestOfUntyped(after, { acceptsAll, isRuled }) : digestOfSchema(after);
  return [{ ...change(isWider && isAlike ? widened : "break", fact), digest }, ...read];
}

/**
 * Returns the change of a default. If the field was required, every stored object has it, so a new default does not
 * change any value.
 */
export function diffDefault(
  before: StructuralSchema,
  after: StructuralSchema,
  { wasRequired }: Pick<Place, "wasRequired">,
  change: ChangeMaker,
): SchemaChange[] {
  const [old, now] = [before, after].map(({ default: value }) => value ?? undefined);
  if (sameJson(old ?? null, now ?? null) || (wasRequired && before.default === undefined)) return [];
  return [change("break", { subject: "default", ...between(old, now) })];
}

/** Returns the defaults inside a value that the API server no longer sets. */
function defaultsLostBelow(before: StructuralSchema, after: StructuralSchema, path: FieldPath): SchemaChange[] {
  return childrenOf(before, path).flatMap(({ path: at, step, schema }) => {
    const now = childAt(after, step) ?? {};
    const lost = hasDefault(schema) ? diffDefault(schema, now, { wasRequired: false }, changeAt(at)) : [];
    return [...lost, ...defaultsLostBelow(schema, now, at)];
  });
}
