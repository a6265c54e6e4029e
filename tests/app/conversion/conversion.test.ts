/** Tests of the library for controllers: the form of a release, and objects that are newer. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bundleOf, type Canonical, canonicalizer } from "../../../scripts/app/conversion/index.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";

const conversion = suite("app/conversion");

const CONVERSIONS = JSON.stringify({
  annotation: "example.dev/conversion-data",
  conversions: [
    {
      id: "widget-targets",
      since: "1.1.0",
      crd: "widgets.example.dev",
      kind: "Widget",
      versions: ["v1alpha1"],
      to: { version: "v1" },
      steps: [
        { remove: { path: ".spec.namespace" } },
        { wrap: { from: ".spec.target", to: ".spec.targets" } },
        { require: { path: ".spec.name" } },
      ],
    },
  ],
});

const SPEC = { name: { type: "string" }, targets: { type: "array", items: { type: "string" } } };
const CRD: JsonObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: {
    name: "widgets.example.dev",
    annotations: { "example.dev/bundle-version": "v1.1.0", "example.dev/channel": "standard" },
  },
  spec: {
    group: "example.dev",
    names: { kind: "Widget", listKind: "WidgetList", plural: "widgets", singular: "widget" },
    scope: "Namespaced",
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            "x-kubernetes-preserve-unknown-fields": true,
            properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: SPEC } },
          },
        },
      },
    ],
  },
};

const canonicalize = canonicalizer({ conversions: CONVERSIONS, to: "1.1.0", crds: [CRD] });

function widget(spec: JsonObject, apiVersion = "example.dev/v1"): JsonObject {
  return { apiVersion, kind: "Widget", metadata: { name: "w" }, spec };
}

function supported(result: Canonical) {
  if (result.state !== "supported") throw new Error(JSON.stringify(result));
  return result;
}

conversion("an object in the old form becomes one in the new form, whatever its version is", () => {
  for (const apiVersion of ["example.dev/v1alpha1", "example.dev/v1"]) {
    const old = Object.freeze(widget(Object.freeze({ name: "a", target: "b" }), apiVersion));
    const { objects, applied, lost } = supported(canonicalize(old));
    assert.equal(objects, [widget({ name: "a", targets: ["b"] })]);
    assert.equal([applied, lost], [["widget-targets"], []]);
    assert.equal(old.spec, { name: "a", target: "b" }, "the argument does not change");
  }
});

conversion("an object in the new form stays as it is", () => {
  const object = widget({ name: "a", targets: ["b", "c"] });
  const { objects, applied } = supported(canonicalize(object));
  assert.equal([objects, applied], [[object], []]);
});

conversion("what has no place is kept, and returns with the old form", () => {
  const old = widget({ name: "a", target: "b", namespace: "c" }, "example.dev/v1alpha1");
  const { objects, lost } = supported(canonicalize(old));
  assert.equal(
    lost.map(({ path, value }) => [path, value]),
    [[["spec", "namespace"], "c"]],
  );
  const versions = (CRD.spec as JsonObject).versions as readonly JsonObject[];
  const oldCrd = { ...CRD, spec: { ...(CRD.spec as JsonObject), versions: [{ ...versions[0], name: "v1alpha1" }] } };
  const fields = { type: "object", properties: { ...SPEC, target: { type: "string" }, namespace: { type: "string" } } };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: fields } } };
  const before = { ...oldCrd, spec: { ...oldCrd.spec, versions: [{ ...versions[0], name: "v1alpha1", schema }] } };
  const back = canonicalizer({ conversions: CONVERSIONS, to: "1.0.0", crds: [before] });
  assert.equal(supported(back(objects[0])).objects, [old]);
});

conversion("an object with the old and the new field, or without a required one, is blocked", () => {
  const both = canonicalize(widget({ name: "a", target: "b", targets: ["c"] }));
  assert.equal(both, {
    state: "blocked",
    obstacles: [{ kind: "both", conversion: "widget-targets", path: ["spec", "target"], other: ["spec", "targets"] }],
  });
  assert.is(canonicalize(widget({ target: "b" })).state, "blocked");
});

conversion("an object of an unknown version, kind or field is newer", () => {
  const unknownType = { state: "newer", unknown: [["apiVersion"]] };
  assert.equal(canonicalize(widget({ name: "a" }, "example.dev/v2")), unknownType);
  assert.equal(canonicalize({ ...widget({ name: "a" }), kind: "Gadget" }), unknownType);
  assert.equal(canonicalize(widget({ name: "a", fresh: 1 })), { state: "newer", unknown: [["spec", "fresh"]] });
  const hostile = JSON.parse('{"name": "a", "__proto__": {"constructor": 1}}') as JsonObject;
  assert.equal(canonicalize(widget(hostile)), { state: "newer", unknown: [["spec", "__proto__"]] });
});

conversion("mistakes of the program are exceptions", () => {
  assert.throws(() => canonicalizer({ conversions: "{}", to: "1.1.0", crds: [] }), /annotation/);
  assert.throws(() => canonicalizer({ conversions: CONVERSIONS, to: "one", crds: [] }), /one is not a version/);
  assert.throws(() => canonicalize(5), /must be an object/);
});

conversion("bundleOf: version and channel of a CRD", () => {
  const keys = { bundleVersion: "example.dev/bundle-version", channel: "example.dev/channel" };
  assert.equal(bundleOf(CRD, keys), { version: "1.1.0", channel: "standard" });
  assert.is(bundleOf(CRD, { ...keys, channel: "example.dev/other" }), undefined);
  assert.is(bundleOf({ metadata: null }, keys), undefined);
});

conversion.run();
