/** Validates embedded resources. Source: apiextensions-apiserver, pkg/apiserver/schema/objectmeta/validation.go. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";
import { isEmbeddedResource, type StructuralSchema } from "../../core/model/schema.js";
import { embeddedFieldProblems } from "../validation/embedded.js";
import { fieldAt, itemAt, keyAt, type Place, ROOT } from "../validation/place.js";
import { parts } from "../validation/schema-parts.js";
import { type FieldError, fieldErrorOf } from "./field-error.js";
import { embeddedErrors } from "./object-meta.js";

/** Returns the errors in the embedded resources of an object. */
export function embeddedResourceErrors(schema: StructuralSchema, object: JsonObject): FieldError[] {
  return [...errorsIn(schema, object, ROOT)];
}

function* errorsIn(schema: StructuralSchema, value: Json, place: Place | undefined): Iterable<FieldError> {
  if (!parts(schema).hasEmbedded) return;
  if (isJsonArray(value)) {
    if (schema.items) {
      for (const [index, item] of value.entries()) yield* errorsIn(schema.items, item, itemAt(place, index));
    }
    return;
  }
  if (!isJsonObject(value)) return;
  if (isEmbeddedResource(schema)) yield* resourceErrors(value, place);
  const { properties = {}, additionalProperties } = schema;
  for (const [name, part] of Object.entries(value)) {
    const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (declared) yield* errorsIn(declared, part, fieldAt(place, name));
    else if (isJsonObject(additionalProperties)) yield* errorsIn(additionalProperties, part, keyAt(place, name));
  }
}

function* resourceErrors(resource: JsonObject, place: Place | undefined): Iterable<FieldError> {
  for (const { field, problem } of embeddedFieldProblems(resource)) {
    const { [field]: value } = resource;
    const type = value === undefined ? "FieldValueRequired" : "FieldValueInvalid";
    yield fieldErrorOf({ type, place: fieldAt(place, field), problem, ...(value !== undefined && { value }) });
  }
  const { metadata } = resource;
  if (isJsonObject(metadata)) yield* embeddedErrors(metadata, fieldAt(place, "metadata"));
}
