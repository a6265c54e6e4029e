import type { JsonObject } from "../../../../scripts/core/model/json.js";
import {
  crd,
  list,
  STRING,
  withField,
  withMetadata,
  withNames,
  withRoot,
  withSpec,
  withVersion,
  withWebhook,
} from "../documents.js";
import type { NewCase } from "./case.js";

function column(more: JsonObject): JsonObject {
  return withVersion({
    additionalPrinterColumns: [{ name: "Size", type: "string", jsonPath: ".spec.size", ...more }],
  });
}

export const CASES: readonly NewCase[] = [
  ["a valid CRD", crd()],
  ["another version of the API", crd({ apiVersion: "apiextensions.k8s.io/v1beta1" }), "crd-api-version"],
  ["another kind", crd({ kind: "CustomResource" }), "crd-api-version"],
  ["a kind that is not a string", crd({ kind: 5 }), "crd-api-version"],
  [
    "no spec",
    crd({ spec: null }),
    ..."crd-field-required crd-field-required crd-field-required crd-field-required kind-storage-none".split(" "),
  ],
  ["a spec of another type", crd({ spec: [] }), "crd-field-type"],
  ["a number as a string", withSpec({ group: 5 }), "crd-field-type"],
  ["a string as a boolean", withVersion({ served: "true" }), "crd-field-type"],
  ["a fraction as a length", withField({ ...STRING, maxLength: 1.5 }), "crd-field-type"],
  ["a number beyond 64 bits", withField({ ...STRING, maxLength: 1e19 }), "crd-field-type"],
  ["a string as a number", withField({ type: "integer", minimum: "1" }), "crd-field-type"],
  ["an object as a list", withSpec({ versions: {} }), "crd-field-type"],
  ["a list as a map", withRoot({ properties: [] }), "crd-field-type"],
  ["a priority beyond 32 bits", column({ priority: 2 ** 31 }), "crd-field-type"],
  ["a time that is none", withMetadata({ creationTimestamp: "today" }), "crd-field-type"],
  [
    "a CA bundle that is not base64",
    withWebhook({ conversionReviewVersions: ["v1"], clientConfig: { url: "https://a.dev", caBundle: "%" } }),
    "crd-field-type",
  ],
  ["additionalProperties of another type", withField({ type: "object", additionalProperties: "x" }), "crd-field-type"],
  ["an unknown field", withSpec({ scop: "x" }), "crd-field-unknown"],
  ["a field in another case", withSpec({ Scope: "x" }), "crd-field-unknown"],
  ["an unknown keyword", withField({ ...STRING, maxlength: 1 }), "crd-field-unknown"],
  ["an unknown keyword in items", withField(list({ ...STRING, maxlength: 1 })), "crd-field-unknown (accepted)"],
  [
    "a field named __proto__",
    JSON.parse(JSON.stringify(crd()).replace('"scope"', '"__proto__":{"group":"x"},"scope"')) as JsonObject,
    "crd-field-unknown",
  ],
  ["a null in place of a field", withNames({ shortNames: null, singular: null })],
  [
    "a status, which the API server replaces",
    crd({ status: { acceptedNames: { kind: "", plural: "" }, conditions: [], storedVersions: [] } }),
  ],
];
