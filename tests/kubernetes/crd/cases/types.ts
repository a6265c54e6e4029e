import { inMetadata, list, object, resource, STRING, withField, withRoot, withSchemas } from "../documents.js";
import type { NewCase } from "./case.js";

export const CASES: readonly NewCase[] = [
  ["a field without a type", withField({}), "crd-type"],
  ["items without a type", withField(list({})), "crd-type"],
  ["values without a type", withField({ type: "object", additionalProperties: {} }), "crd-type"],
  ["a root without a type", withSchemas({ properties: {} }), "crd-type"],
  ["a root that preserves fields, without a type", withSchemas({ "x-kubernetes-preserve-unknown-fields": true })],
  ["a root of another type", withSchemas({ type: "string" }), "crd-type"],
  ["a field that preserves anything", withField({ "x-kubernetes-preserve-unknown-fields": true })],
  ["an int-or-string", withField({ "x-kubernetes-int-or-string": true })],
  ["a list without items", withField({ type: "array" }), "crd-keyword-missing"],
  [
    "a resource of another type",
    withField({ type: "string", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true }),
    "crd-type",
  ],
  [
    "a resource without a type",
    withField({ "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true }),
    "crd-type",
  ],
  ["a kind that is a number", withRoot({ properties: { kind: { type: "integer" } } }), "crd-type"],
  [
    "an apiVersion that is an object",
    withField(resource({ properties: { apiVersion: { type: "object" } } })),
    "crd-type",
  ],
  ["metadata that is a string", withRoot({ properties: { metadata: STRING } }), "crd-type"],
  ["metadata with a description", withSchemas(inMetadata({ type: "object", description: "x" })), "crd-metadata-schema"],
  [
    "metadata with labels",
    withSchemas(inMetadata(object({ labels: { type: "object", additionalProperties: STRING } }))),
    "crd-metadata-schema",
  ],
  ["metadata with a name", withSchemas(inMetadata(object({ name: { ...STRING, pattern: "^a" } })))],
  [
    "metadata with required fields",
    withSchemas(inMetadata({ type: "object", required: ["name"] })),
    "crd-metadata-schema",
  ],
  [
    "metadata of an embedded resource",
    withField(
      resource({ properties: { metadata: object({ labels: { type: "object", additionalProperties: STRING } }) } }),
    ),
  ],
  ["a pattern with lookahead", withField({ ...STRING, pattern: "(?!a)" }), "pattern-invalid"],
  ["a pattern with a large repetition", withField({ ...STRING, pattern: "a{1001}" }), "pattern-invalid"],
  ["a pattern in a branch", withField({ ...STRING, anyOf: [{ pattern: "(" }] }), "pattern-invalid"],
];
