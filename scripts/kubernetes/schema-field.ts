import { type FieldPath, fieldIn, itemsOf, ROOT_PATH, valuesOf } from "../core/model/field-path.js";

/** Returns the path of the field to which a path in a schema leads, or of the field that has the keyword at the path. */
export function fieldOfSchema(path: readonly (string | number)[]): FieldPath {
  let field = ROOT_PATH;
  for (let index = 0; index < path.length; index++) {
    const step = path[index];
    if (step === "properties") field = fieldIn(field, String(path[++index]));
    else if (step === "items") field = itemsOf(field);
    else if (step === "additionalProperties") field = valuesOf(field);
    else break;
  }
  return field;
}

/** Returns the path of a field as messages show it. */
export function fieldInWords(path: readonly (string | number)[]): string {
  const field = fieldOfSchema(path);
  return field === ROOT_PATH ? "the root" : field;
}
