import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bridgeCrd, closedBridge, sameVersions } from "../../scripts/cluster/bridge.js";
import { liveCrd } from "../../scripts/cluster/live-crd.js";
import type { JsonObject } from "../../scripts/core/model/json.js";

const tests = suite("cluster/bridge");

const KEEP = "x-kubernetes-preserve-unknown-fields";
const RULES = { "x-kubernetes-validations": [{ rule: "size(self.features) > 0" }] };

function crd(...versions: readonly (readonly [name: string, spec: JsonObject])[]): JsonObject {
  return {
    metadata: { name: "widgets.example.dev" },
    spec: {
      group: "example.dev",
      names: { kind: "Widget", plural: "widgets" },
      versions: versions.map(([name, spec], index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: { type: "object", properties: { metadata: { type: "object" }, spec } } },
      })),
    },
  };
}

function specs(of: JsonObject): unknown[] {
  const { versions } = of.spec as { versions: { schema: { openAPIV3Schema: { properties: { spec: unknown } } } }[] };
  return versions.map(({ schema }) => schema.openAPIV3Schema.properties.spec);
}

function live(object: JsonObject) {
  const found = liveCrd(object);
  if (!found) throw new Error("not a CRD");
  return found;
}

const size = { type: "object", properties: { size: { type: "string" } } };
const kept = { ...size, [KEEP]: true };

tests("has the versions of both CRDs, keeps their fields, and stores in the new version", () => {
  const bridge = bridgeCrd(live(crd(["v1alpha1", size])), crd(["v1", size]));
  assert.equal(specs(bridge), [kept, kept]);
  const { versions } = bridge.spec as unknown as { versions: { name: string; storage: boolean; served: boolean }[] };
  assert.equal(
    versions.map(({ name, storage, served }) => [name, storage, served]),
    [
      ["v1", true, true],
      ["v1alpha1", false, true],
    ],
  );
});

tests("accepts values of both types, without rules that could not read them", () => {
  const named = { type: "object", properties: { name: { type: "string" } } };
  const list = (items: JsonObject, more: JsonObject = {}) => ({
    type: "object",
    properties: { features: { type: "array", items, ...more }, size: { type: "string" } },
  });
  const map = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };
  const [before, after] = [list({ type: "string" }, { "x-kubernetes-list-type": "set" }), list(named, map)];
  const wanted = { ...list({ [KEEP]: true }), [KEEP]: true };
  const [first] = specs(bridgeCrd(live(crd(["v1", before])), crd(["v1", { ...after, ...RULES }])));
  assert.equal(first, wanted);
  const [back] = specs(bridgeCrd(live(crd(["v1", after])), crd(["v1beta1", { ...before, ...RULES }])));
  assert.equal(back, wanted);
});

tests(
  "accepts any value in place of one that the former schema did not declare, or declared in another version",
  () => {
    const text = { type: "string" };
    const tls = (schema: JsonObject) => ({ type: "object", properties: { tls: schema } });
    const object = { type: "object", properties: { mode: text } };
    const free = { [KEEP]: true };
    for (const [before, after, wanted] of [
      [{ type: "object", ...free }, tls(text), tls(free)],
      [tls(object), { type: "object", additionalProperties: text }, { type: "object", additionalProperties: free }],
      [tls(free), tls(text), tls(free)],
      [tls({ type: "object", ...free }), tls({ type: "array", items: text }), tls(free)],
      [tls({ type: "object", ...free }), tls(object), tls({ type: "object", properties: { mode: free }, ...free })],
      [tls(text), tls({ "x-kubernetes-int-or-string": true }), tls(free)],
      [{ type: "object" }, tls(text), tls(text)],
    ] as const) {
      const keeps = "additionalProperties" in after ? wanted : { ...wanted, ...free };
      const [found] = specs(bridgeCrd(live(crd(["v1", before])), crd(["v1", after])));
      assert.equal(found, keeps, JSON.stringify(before));
    }
    const installed = crd(["v1alpha1", tls(object)], ["v1", tls(text)]);
    const [found] = specs(bridgeCrd(live(installed), crd(["v1", tls(text)])));
    assert.equal(found, { ...tls(free), ...free });
  },
);

tests("has no default that the installed CRD lacks: it would look like a value that someone has set", () => {
  const text = { type: "string" };
  const spec = (color: JsonObject) => ({ type: "object", required: ["color"], properties: { color } });
  const [found] = specs(
    bridgeCrd(live(crd(["v1", size])), crd(["v1", { ...spec({ ...text, default: "red" }), ...RULES }])),
  );
  assert.equal(found, { type: "object", properties: { color: text }, [KEEP]: true });
  const same = spec({ ...text, default: "red" });
  assert.equal(specs(bridgeCrd(live(crd(["v1", same])), crd(["v1", same]))), [{ ...same, [KEEP]: true }]);
});

tests("keeps the types of lists, and the rules, if no type changes", () => {
  const list = { type: "array", items: size, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["size"] };
  const spec = { type: "object", properties: { list }, ...RULES };
  const [found] = specs(bridgeCrd(live(crd(["v1", spec])), crd(["v1", spec])));
  assert.equal(found, { ...spec, properties: { list: { ...list, items: kept } }, [KEEP]: true });
});

tests("is closed by removing the versions that leave", () => {
  const after = crd(["v1", { ...size, [KEEP]: true }]);
  const closed = closedBridge(live(bridgeCrd(live(crd(["v1alpha1", size])), after)), after);
  assert.equal(specs(closed), [kept]);
  assert.not(sameVersions(closed, after), "the root keeps fields, too");
  assert.ok(sameVersions(after, crd(["v1", { ...size, [KEEP]: true }])));
});

tests.run();
