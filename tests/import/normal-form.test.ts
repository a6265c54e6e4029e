/** Tests of the normal form of a CRD. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isJsonArray, isJsonObject, type JsonObject, objectIn } from "../../scripts/core/model/json.js";
import { differencesBetween } from "../../scripts/import/compare.js";
import { normalForm } from "../../scripts/import/normal-form.js";

const tests = suite("import/normal-form");

const OBJECT = { apiVersion: { type: "string" }, kind: { type: "string" }, metadata: { type: "object" } };

function crdWith(
  spec: object,
  root: object = { type: "object", properties: OBJECT },
  version: object = {},
): JsonObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.dev" },
    spec: {
      group: "example.dev",
      scope: "Namespaced",
      names: { kind: "Widget", plural: "widgets", singular: "widget", listKind: "WidgetList" },
      versions: [
        { name: "v1", served: true, storage: true, subresources: {}, schema: { openAPIV3Schema: root }, ...version },
      ],
      ...spec,
    },
  } as JsonObject;
}

const ROOT = "/spec/versions/0/schema/openAPIV3Schema";

tests("a CRD in its normal form does not change", () => {
  const crd = crdWith({});
  assert.equal(normalForm(crd), { crd, changes: [] });
});

tests("what the build always writes is added, and what has no meaning is removed", () => {
  const names = { kind: "Widget", plural: "widgets", shortNames: [] };
  const crd = crdWith({ names, preserveUnknownFields: false, conversion: { strategy: "None" } });
  assert.equal(normalForm(crd).crd, crdWith({}));
  assert.equal(normalForm(crd).changes, [
    "/spec/preserveUnknownFields",
    "/spec/conversion",
    "/spec/names/listKind",
    "/spec/names/singular",
    "/spec/names/shortNames",
  ]);
});

tests("status and generated metadata are removed", () => {
  const crd = crdWith({});
  const metadata = {
    ...objectIn(crd, "metadata"),
    uid: "1",
    annotations: { "controller-gen.kubebuilder.io/version": "v1" },
  };
  assert.equal(normalForm({ ...crd, metadata, status: {} }).changes, [
    "/metadata/annotations/controller-gen.kubebuilder.io~1version",
    "/metadata/uid",
    "/status",
  ]);
});

tests("the fields of every object are added to the root, and are not required", () => {
  const crd = crdWith({}, { type: "object", required: ["metadata", "spec"], properties: { spec: { type: "object" } } });
  const { crd: normal, changes } = normalForm(crd);
  const root = { type: "object", required: ["spec"], properties: { ...OBJECT, spec: { type: "object" } } };
  assert.equal(differencesBetween(normal, crdWith({}, root)), []);
  assert.equal(changes, [
    `${ROOT}/properties/apiVersion`,
    `${ROOT}/properties/kind`,
    `${ROOT}/properties/metadata`,
    `${ROOT}/required`,
  ]);
});

tests("the description of metadata is removed, which the API server rejects", () => {
  const metadata = { type: "object", description: "Metadata." };
  const crd = crdWith({}, { type: "object", properties: { ...OBJECT, metadata } });
  assert.equal(normalForm(crd), { crd: crdWith({}), changes: [`${ROOT}/properties/metadata/description`] });
});

tests("keywords that change nothing are removed, but not fields of the same names", () => {
  const spec = {
    type: "object",
    nullable: false,
    required: [],
    properties: { nullable: { type: "string", pattern: "" } },
  };
  const crd = crdWith({}, { type: "object", properties: { ...OBJECT, spec } });
  const at = `${ROOT}/properties/spec`;
  assert.equal(normalForm(crd).changes, [`${at}/nullable`, `${at}/required`, `${at}/properties/nullable/pattern`]);
});

tests("white space around a description and at the ends of its lines is removed", () => {
  const crd = crdWith({}, { type: "object", description: "a \n  b\n", properties: OBJECT });
  const root = { type: "object", description: "a\n  b", properties: OBJECT };
  assert.equal(normalForm(crd), { crd: crdWith({}, root), changes: [`${ROOT}/description`] });
});

tests("a field named __proto__ stays a field", () => {
  const properties = JSON.parse('{"__proto__": {"type": "string"}, "$ref": {"type": "string"}}') as JsonObject;
  const crd = crdWith({}, { type: "object", properties: { ...OBJECT, spec: { type: "object", properties } } });
  const { crd: normal, changes } = normalForm(crd);
  assert.equal(changes, []);
  const versions = objectIn(normal, "spec").versions;
  const [version] = isJsonArray(versions) ? versions.filter(isJsonObject) : [];
  const root = objectIn(objectIn(version ?? {}, "schema"), "openAPIV3Schema");
  const fields = objectIn(objectIn(objectIn(root, "properties"), "spec"), "properties");
  assert.equal(Object.keys(fields), ["__proto__", "$ref"]);
});

tests("differences are the deepest places, as JSON pointers", () => {
  assert.equal(differencesBetween({ a: { "b/c": 1 }, d: [1, 2] }, { a: { "b/c": 2 }, d: [1, 2] }), [
    { pointer: "/a/b~1c", original: 1, built: 2 },
  ]);
  assert.equal(differencesBetween({ a: [1] }, { a: [1, 2] }), [{ pointer: "/a", original: [1], built: [1, 2] }]);
});

tests.run();
