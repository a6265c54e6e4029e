import type { Json, JsonObject } from "../../../../scripts/core/model/json.js";
import { inMetadata, NINE, object, ROOT, STRING, versionWith, withSpec, withVersion } from "../documents.js";
import type { NewCase } from "./case.js";

function scale(more: JsonObject): JsonObject {
  const paths = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
  return withVersion({ subresources: { scale: { ...paths, ...more } } });
}

function selectable(...paths: readonly string[]): JsonObject {
  return withVersion({ selectableFields: paths.map((jsonPath) => ({ jsonPath })) });
}

function selectableVersions(first: readonly Json[], second: readonly Json[], schema: Json): JsonObject {
  const versions = [
    versionWith(ROOT, 0, { selectableFields: first }),
    versionWith(schema, 1, { selectableFields: second }),
  ];
  return withSpec({ versions });
}

const SIZE = { jsonPath: ".spec.size" };

const REPLICAS = { jsonPath: ".spec.replicas" };

export const CASES: readonly NewCase[] = [
  ["selectable fields", selectable(".spec.size", ".spec.replicas")],
  ["a selectable field without a path", selectable(""), "crd-field-required"],
  ["a selectable field without a dot", selectable("spec.size"), "path-unknown"],
  ["a selectable field that is not declared", selectable(".spec.siez"), "path-unknown"],
  ["a selectable field in brackets", selectable(".spec['size']"), "path-unknown"],
  ["a selectable field with an open end", selectable(".spec."), "path-unknown"],
  ["a selectable object", selectable(".spec"), "path-unfit"],
  [
    "a selectable name",
    withVersion({
      selectableFields: [{ jsonPath: ".metadata.name" }],
      schema: { openAPIV3Schema: inMetadata(object({ name: STRING })) },
    }),
    "path-unfit",
  ],
  ["a selectable field that is listed twice", selectable(".spec.size", ".spec.size"), "path-unfit"],
  [
    "nine selectable fields",
    withVersion({
      schema: { openAPIV3Schema: object(Object.fromEntries(NINE.map((name) => [name, STRING]))) },
      selectableFields: NINE.map((name) => ({ jsonPath: `.${name}` })),
    }),
    "crd-selectable-limit",
  ],
  ["the same selectable fields of the same schemas", selectableVersions([SIZE], [SIZE], ROOT)],
  ["other selectable fields of other schemas", selectableVersions([SIZE], [REPLICAS], { ...ROOT, title: "x" })],
  [
    "the same selectable fields of other schemas",
    selectableVersions([SIZE], [SIZE], { ...ROOT, title: "x" }),
    "crd-selectable-versions",
    "crd-selectable-versions",
  ],
  ["other selectable fields of the same schemas", selectableVersions([SIZE], [], ROOT), "crd-selectable-versions"],
  ["a scale subresource", scale({ labelSelectorPath: ".status.selector" })],
  [
    "a scale subresource without paths",
    withVersion({ subresources: { scale: {} } }),
    "crd-field-required",
    "crd-field-required",
  ],
  ["replicas outside of the spec", scale({ specReplicasPath: ".status.replicas" }), "path-unfit"],
  ["replicas outside of the status", scale({ statusReplicasPath: ".spec.replicas" }), "path-unfit"],
  ["a replicas path without a dot", scale({ specReplicasPath: "spec.replicas" }), "path-unfit"],
  ["a selector outside of spec and status", scale({ labelSelectorPath: ".selector" }), "path-unfit"],
  ["replicas that are not declared", scale({ specReplicasPath: ".spec.count" }), "path-unknown (accepted)"],
  ["replicas of another type", scale({ specReplicasPath: ".spec.size" }), "path-unfit (accepted)"],
];
