import { suite } from "uvu";
import { addCases, type NewCase } from "../cases.js";
import {
  inMetadata,
  list,
  object,
  ROOT,
  resource,
  STRING,
  set,
  withField,
  withRoot,
  withSchemas,
} from "../documents.js";

const tests = suite("CRDs: defaults");

export const CASES: readonly NewCase[] = [
  ["a default", withField({ ...STRING, default: "x" })],
  ["a default that is null", withField({ ...STRING, default: null })],
  ["a default of another type", withField({ ...STRING, default: 1 }), "default-unfit"],
  ["a default that is too long", withField({ ...STRING, maxLength: 1, default: "xx" }), "default-unfit"],
  ["a default outside of the enum", withField({ ...STRING, enum: ["a"], default: "b" }), "default-unfit"],
  [
    "a default that lacks a required field",
    withField(object({ b: { ...STRING, default: "x" } }, { required: ["b"], default: {} })),
    "default-unfit",
  ],
  ["a default with a null", withField(object({ b: STRING }, { default: { b: null } })), "default-unfit"],
  [
    "a default with two mistakes",
    withField(object({ b: STRING, c: STRING }, { default: { b: 1, c: 1 } })),
    "default-unfit",
    "default-unfit",
  ],
  [
    "a default with an unknown field",
    withField(object({ b: STRING }, { default: { b: "x", c: "x" } })),
    "crd-default-pruned",
  ],
  [
    "a default with a field that is preserved",
    withField(object({}, { default: { c: "x" }, "x-kubernetes-preserve-unknown-fields": true })),
  ],
  [
    "a default with objects in a map of anything",
    withField({ type: "object", additionalProperties: true, default: { b: { c: 1 } } }),
    "crd-default-pruned",
  ],
  ["a default with repeated items of a set", withField(set(STRING, { default: ["a", "a"] }))],
  ["a default in items", withField(list({ ...STRING, default: 1 })), "default-unfit"],
  [
    "a default in a map, which the API server does not check",
    withField({ type: "object", additionalProperties: { ...STRING, default: 1 } }),
  ],
  ["a default of an int-or-string", withField({ "x-kubernetes-int-or-string": true, default: "50%" })],
  [
    "a default of an int-or-string that is neither",
    withField({ "x-kubernetes-int-or-string": true, default: true }),
    "default-unfit (accepted)",
  ],
  [
    "a default of the root",
    withSchemas({ ...ROOT, default: { kind: "Widget", apiVersion: "example.dev/v1", spec: {} } }),
  ],
  ["a default of the root without a kind", withSchemas({ ...ROOT, default: {} }), "default-unfit", "default-unfit"],
  [
    "a default of the kind",
    withRoot({ properties: { kind: { ...STRING, default: "Widget" } } }),
    "crd-default-forbidden",
  ],
  ["a default of the metadata", withSchemas(inMetadata({ type: "object", default: {} })), "crd-default-forbidden"],
  [
    "a default in the metadata",
    withSchemas(inMetadata(object({ name: { ...STRING, default: "x" } }))),
    "crd-default-forbidden",
  ],
  ["the kind of an embedded resource", withField(resource({ properties: { kind: { ...STRING, default: "Pod" } } }))],
  [
    "an invalid kind of an embedded resource",
    withField(resource({ properties: { kind: { ...STRING, default: "a b" } } })),
    "default-unfit",
  ],
  [
    "an embedded resource without a kind",
    withField(resource({ properties: { kind: STRING }, default: { apiVersion: "v1" } })),
    "default-unfit",
  ],
  [
    "a default in a map in embedded metadata",
    withField(
      resource({
        properties: {
          metadata: object({ labels: { type: "object", additionalProperties: { ...STRING, default: "x" } } }),
        },
      }),
    ),
    "crd-default-forbidden",
  ],
];

addCases(tests, "schema/defaults", CASES);

tests.run();
