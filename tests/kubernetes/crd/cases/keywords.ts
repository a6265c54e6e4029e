import {
  list,
  object,
  ROOT,
  resource,
  STRING,
  versionWith,
  withField,
  withRoot,
  withSpec,
  withVersion,
} from "../documents.js";
import type { NewCase } from "./case.js";

const STATUS = { subresources: { status: {} } };

export const CASES: readonly NewCase[] = [
  [
    "a root of another type with a status subresource",
    withVersion({ schema: { openAPIV3Schema: { type: "array", items: STRING } }, subresources: { status: {} } }),
    "crd-type",
  ],
  ["id", withField({ ...STRING, id: "x" }), "crd-keyword"],
  ["$schema", withField({ ...STRING, $schema: "x" }), "crd-keyword"],
  ["$ref", withField({ ...STRING, $ref: "#/x" }), "crd-keyword"],
  ["an empty $ref", withField({ ...STRING, $ref: "" }), "crd-keyword"],
  ["definitions", withField({ ...STRING, definitions: { x: STRING } }), "crd-keyword"],
  ["dependencies", withField(object({}, { dependencies: { a: ["b"] } })), "crd-keyword"],
  ["patternProperties", withField(object({}, { patternProperties: { a: STRING } })), "crd-keyword"],
  ["additionalItems", withField(list(STRING, { additionalItems: false })), "crd-keyword"],
  ["a list of items", withField(list([STRING])), "crd-keyword"],
  ["uniqueItems", withField(list(STRING, { uniqueItems: true })), "crd-keyword"],
  ["uniqueItems that is false", withField(list(STRING, { uniqueItems: false }))],
  ["the type null", withField({ type: "null" }), "crd-keyword"],
  ["another type", withField({ type: "float" }), "crd-type"],
  ["a root that is nullable", withRoot({ nullable: true }), "crd-keyword"],
  ["a root that is a map", withRoot({ additionalProperties: STRING }), "crd-keyword"],
  ["a map with fields", withField(object({ b: STRING }, { additionalProperties: STRING })), "crd-keyword"],
  [
    "an object with fields that denies others",
    withField(object({ b: STRING }, { additionalProperties: false })),
    "crd-keyword",
  ],
  ["an object with fields that allows others", withField(object({ b: STRING }, { additionalProperties: true }))],
  [
    "preserve-unknown-fields that is false",
    withField(object({}, { "x-kubernetes-preserve-unknown-fields": false })),
    "crd-keyword",
  ],
  [
    "an int-or-string that preserves fields",
    withField({ "x-kubernetes-int-or-string": true, "x-kubernetes-preserve-unknown-fields": true }),
    "crd-keyword",
  ],
  [
    "an int-or-string that is a resource",
    withField(resource({ "x-kubernetes-int-or-string": true, properties: { kind: STRING } })),
    "crd-keyword",
  ],
  [
    "a resource that is a map",
    withField(resource({ additionalProperties: STRING, "x-kubernetes-preserve-unknown-fields": true })),
    "crd-keyword",
  ],
  ["a resource without fields", withField(resource({})), "crd-keyword-missing"],
  ["a resource that preserves fields", withField(resource({ "x-kubernetes-preserve-unknown-fields": true }))],
  [
    "a resource in metadata",
    withField(resource({ properties: { metadata: resource({ properties: { kind: STRING } }) } })),
    "crd-keyword",
  ],
  [
    "a root for the status with allOf",
    withSpec({ versions: [versionWith({ ...ROOT, allOf: [{ required: ["spec"] }] }, 0, STATUS)] }),
    "crd-keyword",
  ],
  [
    "a root for the status with a default",
    withSpec({
      versions: [versionWith({ ...ROOT, default: { apiVersion: "example.dev/v1", kind: "Widget" } }, 0, STATUS)],
    }),
    "crd-keyword",
  ],
  ["a root for the status", withSpec({ versions: [versionWith({ ...ROOT, required: ["spec"] }, 0, STATUS)] })],
  ["a root without a status, with allOf", withRoot({ allOf: [{ required: ["spec"] }] })],
  [
    "one schema, and a status of another version",
    withSpec({
      versions: [versionWith({ ...ROOT, minProperties: 1 }), versionWith({ ...ROOT, minProperties: 1 }, 1, STATUS)],
    }),
    "crd-keyword",
    "crd-keyword",
  ],
  [
    "other schemas, and a status of one version",
    withSpec({ versions: [versionWith({ ...ROOT, minProperties: 1 }), versionWith(ROOT, 1, STATUS)] }),
  ],
];
