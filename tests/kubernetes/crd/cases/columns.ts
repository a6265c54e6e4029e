import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { withVersion } from "../documents.js";
import type { NewCase } from "./case.js";

function column(more: JsonObject): JsonObject {
  return withVersion({
    additionalPrinterColumns: [{ name: "Size", type: "string", jsonPath: ".spec.size", ...more }],
  });
}

export const CASES: readonly NewCase[] = [
  ["a column", column({ format: "date-time", priority: 1 })],
  ["a column without a name", column({ name: "" }), "crd-field-required"],
  ["a column without a type", column({ type: "" }), "crd-field-required"],
  ["a column of another type", column({ type: "array" }), "crd-field-value"],
  ["a column of another format", column({ format: "ipv4" }), "crd-field-value"],
  ["a column without a path", column({ jsonPath: "" }), "crd-field-required"],
  ["a column path without a dot", column({ jsonPath: "spec.size" }), "crd-column"],
  ["a column path to no field", column({ jsonPath: ".spec.siez" }), "column-path-unknown"],
  ["a column path that is not valid", column({ jsonPath: ".spec[" }), "column-path-unknown"],
  ["a column path to a field of another type", column({ type: "integer" }), "column-path-unfit"],
  ["a column path into the metadata", column({ type: "date", jsonPath: ".metadata.creationTimestamp" })],
];
