/** The types of fields that columns and selectable fields can lead to. Types include `int-or-string`. */

/**
 * The types of values that the API server shows in a column. A string column shows any value, as JSON if necessary.
 * Source: apiextensions-apiserver pkg/registry/customresource/tableconvertor.
 */
export const COLUMN_TYPES = {
  integer: ["integer", "number", "int-or-string"],
  number: ["integer", "number", "int-or-string"],
  boolean: ["boolean"],
  date: ["string"],
} as const;

/**
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (ValidateCustomResourceSelectableFields).
 */
export const SELECTABLE_TYPES = ["string", "boolean", "integer"] as const;
export const SELECTABLE_LIMIT = 8;
