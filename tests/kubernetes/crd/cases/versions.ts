import type { Json, JsonObject } from "../../../../scripts/core/model/json.js";
import { rootWith, STRING, VERSION, versionWith, withSpec, withVersion } from "../documents.js";
import type { NewCase } from "./case.js";

function warning(deprecationWarning: Json, deprecated = true): JsonObject {
  return withVersion({ deprecated, deprecationWarning });
}

export const CASES: readonly NewCase[] = [
  ["no versions", withSpec({ versions: [] }), "kind-storage-none"],
  ["no storage version", withVersion({ storage: false }), "kind-storage-none"],
  [
    "two storage versions",
    withSpec({ versions: [VERSION, versionWith(rootWith(STRING), 1, { storage: true })] }),
    "kind-storage-several",
  ],
  [
    "a version that is declared twice",
    withSpec({ versions: [VERSION, versionWith(rootWith(STRING), 1, { name: "v1" })] }),
    "crd-version-twice",
  ],
  ["the name of a version", withVersion({ name: "V1" }), "version-name"],
  ["a version without a name", withVersion({ name: "" }), "version-name"],
  ["a version without a schema", withVersion({ schema: null }), "crd-schema-missing"],
  ["a version with an empty validation", withVersion({ schema: {} }), "crd-schema-missing"],
  ["a deprecation warning", warning("use v2")],
  ["a warning about a version that is not deprecated", warning("use v2", false), "crd-deprecation-warning"],
  ["a long deprecation warning", warning("x".repeat(257)), "crd-deprecation-warning"],
  ["a deprecation warning of many bytes", warning("é".repeat(129)), "crd-deprecation-warning"],
  ["an empty deprecation warning", warning(""), "crd-deprecation-warning"],
  ["a deprecation warning of two lines", warning("a\nb"), "crd-deprecation-warning"],
  ["a deprecation warning with another space", warning("a\u00a0b"), "crd-deprecation-warning"],
  ["spec.preserveUnknownFields", withSpec({ preserveUnknownFields: true }), "crd-preserve-unknown-fields"],
];
