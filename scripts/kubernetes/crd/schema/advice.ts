/** Advice about schemas that the API server accepts and that do not do what they state. */

import { isJsonArray, isJsonObject, type Json } from "../../../core/model/json.js";
import { EMBEDDED_FIELDS, isIntOrString, keepsUnknownFields } from "../../../core/model/schema.js";
import { nearest } from "../../../core/nearest.js";
import { formatsOf, isFormatOf } from "../../formats/formats.js";
import { boundProblems } from "../../validation/bounds.js";
import { accepted, problem } from "../problem.js";
import { eachNode, type Rule } from "../rule.js";

/** Finds bounds that no value meets. */
const bounds = eachNode(({ schema, path }) =>
  boundProblems(schema).map(({ keywords: [keyword = ""], problem: cause }) =>
    accepted(problem("bounds-empty", { problem: cause }, [...path, keyword])),
  ),
);

const TYPES_WITH_FORMATS = ["string", "integer", "number"];

/** Finds formats that the API server ignores, with a warning. */
const formats = eachNode(({ schema: { type = "string", format }, path }) => {
  const isKnown = format === undefined || (TYPES_WITH_FORMATS.includes(type) && isFormatOf(type, format));
  if (isKnown) return [];
  const known = TYPES_WITH_FORMATS.includes(type) ? formatsOf(type) : [];
  const args = { format, type, nearest: nearest(format, known), formats: known.join(", ") };
  return [problem("format-unknown", args, [...path, "format"])];
});

/** Finds required fields that an object cannot have, because the schema does not declare them. */
const requiredFields = eachNode(({ schema, path, position, resourcePath }) => {
  const { required = [], properties = {}, additionalProperties } = schema;
  const isOpen = additionalProperties !== undefined || keepsUnknownFields(schema) || isIntOrString(schema);
  if (position === "branch" || isOpen || resourcePath) return [];
  const names = Object.keys(properties);
  return required.flatMap((field, index) => {
    if (Object.hasOwn(properties, field) || EMBEDDED_FIELDS.includes(field)) return [];
    return [problem("crd-required-unknown", { field, nearest: nearest(field, names) }, [...path, "required", index])];
  });
});

const HAS_TYPE: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  array: isJsonArray,
  object: isJsonObject,
};

/** Finds values of an enum that the type excludes. */
const enumTypes = eachNode(({ schema: { type = "", enum: values = [], nullable }, path }) => {
  const isOfType = Object.hasOwn(HAS_TYPE, type) ? HAS_TYPE[type] : undefined;
  if (!isOfType) return [];
  return values.flatMap((value, index) =>
    isOfType(value) || (value === null && nullable === true)
      ? []
      : [problem("crd-enum-type", { value: JSON.stringify(value), type }, [...path, "enum", index])],
  );
});

/** Finds branches that every value matches. */
const emptyBranches = eachNode(({ schema, path, position }) => {
  const [keyword, index] = path.slice(-2);
  const isOfList = typeof index === "number";
  const isBranch = position === "branch" && (isOfList || index === "not");
  if (!isBranch || Object.keys(schema).length > 0) return [];
  return [problem("crd-branch-empty", { keyword: String(isOfList ? keyword : index) }, path)];
});

/** All advice about schemas. */
export const SCHEMA_ADVICE: readonly Rule[] = [bounds, formats, requiredFields, enumTypes, emptyBranches];
