import type { Json, JsonObject } from "../../../../scripts/core/model/json.js";
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
import type { NewCase } from "./case.js";

const SERVICE = { apiVersion: "v1", kind: "Service" };
const POD = resource({ properties: { spec: object({}) } });

/** Returns a CRD with an embedded resource that has a default with this metadata. */
function embedded(metadata: Json): JsonObject {
  return withField({ ...POD, default: { ...SERVICE, metadata } });
}

/** Returns a CRD with an embedded resource whose metadata has this schema. */
function inEmbedded(metadata: JsonObject): JsonObject {
  return withField(resource({ properties: { metadata } }));
}

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
    "an embedded resource with metadata",
    embedded({ name: "a.b:C", generateName: "..", namespace: "b", labels: { "a.dev/b": "c" }, other: 1 }),
  ],
  ["an embedded resource whose metadata is null", embedded(null)],
  ["an embedded resource whose metadata is a list", embedded([]), "default-unfit"],
  ["an embedded resource whose name is a path", embedded({ name: "a/b" }), "default-unfit"],
  ["an embedded resource whose name is two dots", embedded({ name: ".." }), "default-unfit"],
  ["an embedded resource whose generated name is a path", embedded({ generateName: "a%" }), "default-unfit"],
  ["an embedded resource with a namespace in uppercase", embedded({ namespace: "B" }), "default-unfit"],
  ["an embedded resource with the key of a label", embedded({ labels: { "a b": "c" } }), "default-unfit"],
  ["an embedded resource with the value of a label", embedded({ labels: { a: "b c" } }), "default-unfit"],
  ["an embedded resource with a label that is a number", embedded({ labels: { a: 1 } }), "default-unfit"],
  ["an embedded resource with a label that is null", embedded({ labels: { a: null } })],
  ["an embedded resource with the key of an annotation", embedded({ annotations: { "a/b/c": "d" } }), "default-unfit"],
  ["an embedded resource with a finalizer", embedded({ finalizers: ["a b"] }), "default-unfit"],
  [
    "an embedded resource with an owner without fields",
    embedded({ ownerReferences: [{}] }),
    ...Array<string>(4).fill("default-unfit"),
  ],
  ["an embedded resource with a negative generation", embedded({ generation: -1 }), "default-unfit"],
  [
    "an embedded resource with managed fields",
    embedded({ managedFields: [{ operation: "Apply", manager: "a b", fieldsType: "FieldsV1", fieldsV1: {} }] }),
  ],
  ["an embedded resource with managed fields without an operation", embedded({ managedFields: [{}] }), "default-unfit"],
  [
    "an embedded resource with managed fields with four mistakes",
    embedded({
      managedFields: [
        { operation: "Patch", manager: `\n${"a".repeat(128)}`, fieldsType: "V1", subresource: "a".repeat(257) },
      ],
    }),
    ...Array<string>(5).fill("default-unfit"),
  ],
  [
    "an embedded resource in a list",
    withField(list(POD, { default: [{ ...SERVICE, metadata: { name: "a/b" } }] })),
    "default-unfit",
  ],
  [
    "an embedded resource in a map",
    withField({ type: "object", additionalProperties: POD, default: { a: { ...SERVICE, metadata: { name: "a/b" } } } }),
    "default-unfit",
  ],
  [
    "an embedded resource that requires labels, which are empty",
    withField({
      ...resource({ properties: { metadata: object({ labels: { type: "object", minProperties: 1 } }) } }),
      default: { ...SERVICE, metadata: { labels: {} } },
    }),
  ],
  ["the metadata of an embedded resource", inEmbedded({ type: "object", default: { name: "a/b" } }), "default-unfit"],
  ["the name of an embedded resource", inEmbedded(object({ name: { ...STRING, default: "a/b" } })), "default-unfit"],
  [
    "the labels of an embedded resource",
    inEmbedded(object({ labels: { type: "object", "x-kubernetes-preserve-unknown-fields": true, default: { a: 1 } } })),
    "default-unfit",
  ],
  [
    "the finalizers of an embedded resource",
    inEmbedded(object({ finalizers: list({ ...STRING, default: "a b" }) })),
    "default-unfit",
  ],
  ...["kind", "apiVersion"].flatMap((field): NewCase[] => [
    [
      `an empty ${field} of an embedded resource`,
      withField(resource({ properties: { [field]: { ...STRING, default: "" } } })),
      "default-unfit",
    ],
    [
      `a number as the ${field} of an embedded resource`,
      withField(resource({ properties: { [field]: { ...STRING, default: 1 } } })),
      "default-unfit",
      "default-unfit",
    ],
    [
      `a number as the ${field} of an embedded resource with a default`,
      withField(resource({ properties: { [field]: STRING }, default: { ...SERVICE, [field]: 1 } })),
      "default-unfit",
      "default-unfit",
    ],
  ]),
  [
    "the apiVersion of an embedded resource with two slashes",
    withField(resource({ properties: { apiVersion: { ...STRING, default: "a/b/c" } } })),
    "default-unfit",
  ],
  [
    "the apiVersion of an embedded resource with a default",
    withField(resource({ properties: { apiVersion: STRING }, default: { ...SERVICE, apiVersion: "a/b/c" } })),
    "default-unfit",
  ],
  [
    "a default of the root with a label",
    withSchemas({ ...ROOT, default: { ...SERVICE, metadata: { labels: { "a b": "c" } } } }),
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
