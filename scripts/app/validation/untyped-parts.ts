import { isJsonArray, isJsonObject, type Json } from "../../core/model/json.js";
import { fieldsOf, hasDefault, type StructuralSchema } from "../../core/model/schema.js";
import { isDroppedNull } from "../../kubernetes/validation/as-stored.js";
import { fieldAt, itemAt, keyAt, type Place, ROOT } from "../../kubernetes/validation/place.js";
import { typeProblem } from "../../kubernetes/validation/validate.js";

/** Part of a value that does not have the type of its schema. */
export interface UntypedPart {
  readonly place: Place | undefined;
  /** The condition that the part does not meet. Omitted if the part is missing, or a null that the API server drops. */
  readonly problem?: string;
}

/**
 * Returns the parts of a value that do not have the type of its kind, although the API server accepts them: required
 * fields that only a default sets, nulls that it drops or replaces, and lists in the place of a string with a format.
 */
export function untypedParts(schema: StructuralSchema, value: Json): UntypedPart[] {
  return partsIn(schema, value, ROOT);
}

function partsIn(schema: StructuralSchema, value: Json, place: Place | undefined): UntypedPart[] {
  if (isJsonArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, index) => partsOf(items, item, itemAt(place, index))) : [];
  }
  if (!isJsonObject(value)) return [];
  const fields = fieldsOf(schema);
  const { additionalProperties: keys, required = [] } = schema;
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .flatMap((name) => {
      const field = fields.get(name);
      return field && hasDefault(field) ? [{ place: fieldAt(place, name) }] : [];
    });
  const inside = Object.entries(value).flatMap(([name, child]) => {
    const field = fields.get(name);
    if (field) return partsOf(field, child, fieldAt(place, name));
    return isJsonObject(keys) ? partsOf(keys, child, keyAt(place, name)) : [];
  });
  return [...missing, ...inside];
}

function partsOf(schema: StructuralSchema, value: Json, place: Place): UntypedPart[] {
  if (isDroppedNull(schema, value)) return [{ place }];
  const problem = value === null ? undefined : typeProblem(schema, value);
  return problem === undefined ? partsIn(schema, value, place) : [{ place, problem }];
}
