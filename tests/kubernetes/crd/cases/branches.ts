import { object, STRING, withField, withRoot } from "../documents.js";
import type { NewCase } from "./case.js";

const INT_OR_STRING = [{ type: "integer" }, { type: "string" }];

export const CASES: readonly NewCase[] = [
  ...Object.entries({
    type: "string",
    default: "x",
    title: "x",
    description: "x",
    nullable: true,
    additionalProperties: true,
    "x-kubernetes-preserve-unknown-fields": true,
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-int-or-string": true,
    "x-kubernetes-map-type": "atomic",
    "x-kubernetes-list-type": "set",
    "x-kubernetes-list-map-keys": ["k"],
    "x-kubernetes-validations": [{ rule: "true" }],
  }).map(([keyword, value]): NewCase => {
    const also: Record<string, string[]> = {
      "x-kubernetes-map-type": ["crd-list-type"],
      "x-kubernetes-list-type": ["crd-list-type"],
      "x-kubernetes-list-map-keys": ["list-map-keys"],
    };
    return [
      `${keyword} in a branch`,
      withField({ ...STRING, oneOf: [{ [keyword]: value }] }),
      ...(also[keyword] ?? []),
      "crd-branch-keyword",
    ];
  }),
  ["additionalProperties that is false in a branch", withField(object({}, { not: { additionalProperties: false } }))],
  [
    "a type deep in a branch",
    withField(object({ b: STRING }, { not: { properties: { b: STRING } } })),
    "crd-branch-keyword",
  ],
  [
    "metadata in a branch",
    withRoot({ anyOf: [{ properties: { metadata: { required: ["name"] } } }] }),
    "crd-branch-keyword",
  ],
  ["int-or-string in anyOf", withField({ "x-kubernetes-int-or-string": true, anyOf: INT_OR_STRING })],
  ["int-or-string in anyOf without the keyword", withField({ ...STRING, anyOf: INT_OR_STRING })],
  [
    "int-or-string in the first schema of allOf",
    withField({ "x-kubernetes-int-or-string": true, allOf: [{ anyOf: INT_OR_STRING }] }),
  ],
  [
    "int-or-string in the second schema of allOf",
    withField({ "x-kubernetes-int-or-string": true, allOf: [{ minimum: 1 }, { anyOf: INT_OR_STRING }] }),
    "crd-branch-keyword",
    "crd-branch-keyword",
  ],
  [
    "int-or-string in another order",
    withField({ "x-kubernetes-int-or-string": true, anyOf: [...INT_OR_STRING].reverse() }),
    "crd-branch-keyword",
    "crd-branch-keyword",
  ],
  [
    "an undeclared field in a branch of the root",
    withRoot({ anyOf: [{ properties: { b: { minimum: 1 } } }] }),
    "crd-branch-undeclared",
  ],
  [
    "undeclared items in a branch of the root",
    withRoot({ not: { properties: { spec: { items: { minimum: 1 } } } } }),
    "crd-branch-undeclared",
  ],
  [
    "an undeclared field in a branch of a branch",
    withRoot({ allOf: [{ oneOf: [{ properties: { spec: { properties: { b: {} } } } }] }] }),
    "crd-branch-undeclared",
  ],
  [
    "declared fields in a branch of the root",
    withRoot({ anyOf: [{ properties: { spec: { properties: { size: { minLength: 1 } } } } }] }),
  ],
  [
    "an undeclared field in a branch of a field",
    withField(object({}, { anyOf: [{ properties: { b: { minimum: 1 } } }] })),
  ],
  ["an empty branch", withField({ ...STRING, anyOf: [{}] }), "crd-branch-empty"],
  ["an empty schema under not", withField({ ...STRING, not: {} }), "crd-branch-empty"],
];
