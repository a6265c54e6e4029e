import { isJsonArray, isJsonObject, type Json } from "../../core/model/json.js";
import { fieldsOf, hasDefault, type StructuralSchema } from "../../core/model/schema.js";
import { fieldAt, itemAt, keyAt, type Place } from "../../kubernetes/validation/place.js";

/**
 * Returns the places of a value that do not have the type of its kind, although the API server accepts them: required
 * fields that only a default sets, and nulls that it drops or replaces.
 */
export function unsetFields(schema: StructuralSchema, value: Json, place?: Place): Place[] {
  if (isJsonArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, index) => unsetFields(items, item, itemAt(place, index))) : [];
  }
  if (!isJsonObject(value)) return [];
  const fields = fieldsOf(schema);
  const { additionalProperties: keys, required = [] } = schema;
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .flatMap((name) => {
      const field = fields.get(name);
      return field && hasDefault(field) ? [fieldAt(place, name)] : [];
    });
  const inside = Object.entries(value).flatMap(([name, child]) => {
    const field = fields.get(name);
    if (field) return unsetIn(field, child, fieldAt(place, name));
    return isJsonObject(keys) ? unsetIn(keys, child, keyAt(place, name)) : [];
  });
  return [...missing, ...inside];
}

function unsetIn(schema: StructuralSchema, value: Json, place: Place): Place[] {
  const isDropped = value === null && schema.nullable !== true;
  return isDropped ? [place] : unsetFields(schema, value, place);
}
