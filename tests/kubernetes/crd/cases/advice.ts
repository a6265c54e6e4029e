import { list, object, STRING, withField } from "../documents.js";
import type { NewCase } from "./case.js";

export const CASES: readonly NewCase[] = [
  ["bounds that no value meets", withField({ ...STRING, minLength: 2, maxLength: 1 }), "bounds-empty (accepted)"],
  ["a format that is unknown", withField({ ...STRING, format: "color" }), "format-unknown"],
  ["a format of a list", withField(list(STRING, { format: "date" })), "format-unknown"],
  [
    "a required field that is not declared",
    withField(object({ color: STRING }, { required: ["colr"] })),
    "crd-required-unknown",
  ],
  ["a required field of a map", withField({ type: "object", additionalProperties: STRING, required: ["a"] })],
  [
    "a required field that is preserved",
    withField(object({}, { required: ["a"], "x-kubernetes-preserve-unknown-fields": true })),
  ],
  ["an enum of another type", withField({ ...STRING, enum: ["1", 1] }), "crd-enum-type"],
  ["an enum with null", withField({ ...STRING, nullable: true, enum: ["1", null] })],
  [
    "a description that client-side apply cannot keep",
    withField({ ...STRING, description: "x".repeat(262_144) }),
    "crd-too-large (accepted)",
  ],
];
