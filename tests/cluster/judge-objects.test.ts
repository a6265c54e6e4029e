import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bridgeCrd } from "../../scripts/cluster/bridge.js";
import { objectJudge } from "../../scripts/cluster/judge-objects.js";
import { type LiveCrd, liveCrd } from "../../scripts/cluster/live-crd.js";
import type { JsonObject } from "../../scripts/core/model/json.js";

const tests = suite("cluster/judge-objects");

/** Returns a CRD whose spec and status have features. */
function crd(features: JsonObject): LiveCrd {
  const part = { type: "object", properties: { features } };
  const found = liveCrd({
    metadata: { name: "widgets.example.dev" },
    spec: {
      group: "example.dev",
      scope: "Cluster",
      names: { kind: "Widget", plural: "widgets" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: "object", properties: { spec: part, status: part } } },
        },
      ],
    },
  });
  if (!found) throw new Error("not a CRD");
  return found;
}

const names = crd({ type: "array", items: { type: "string" } });
const objects = crd({ type: "array", items: { type: "object", properties: { name: { type: "string" } } } });
const widget = (features: JsonObject["features"]) => ({
  apiVersion: "example.dev/v1",
  kind: "Widget",
  metadata: { name: "a", uid: "1", resourceVersion: "1" },
  status: { features: features ?? [] },
});

function fate(installed: LiveCrd, target: LiveCrd, before: JsonObject, after: JsonObject) {
  const bridge = liveCrd(bridgeCrd(installed, target.object));
  if (!bridge) throw new Error("not a CRD");
  const convert = () => ({ objects: [after], applied: ["a"], lost: [], outdated: [], obstacles: [] });
  const crds = { installed: installed.crd, target: target.crd, bridge: bridge.crd };
  return objectJudge({ ...crds, convert, everyObject: false })(before);
}

tests("an object whose status would have values of a wrong type must be rewritten, status first", () => {
  for (const [installed, target, before, after] of [
    [names, objects, widget(["A"]), widget([{ name: "A" }])],
    [objects, names, widget([{ name: "A" }]), widget(["A"])],
  ] as const) {
    const { needsRewrite, rejection, converted, unchanged } = fate(installed, target, before, after);
    assert.equal([needsRewrite, rejection, converted.invalid], [true, undefined, []]);
    assert.equal(
      unchanged.invalid.map(({ path }) => path),
      [["status", "features", 0]],
    );
  }
});

tests("an object that stays valid need not be rewritten", () => {
  const { needsRewrite, unchanged } = fate(names, names, widget(["A"]), widget(["A"]));
  assert.equal([needsRewrite, unchanged.invalid], [false, []]);
});

tests("an invalid part that does not change is rejected if a bridge keeps an undeclared field in it", () => {
  const text = { type: "string" };
  const installed = crd({ type: "object", properties: { name: text, color: text } });
  const target = crd({ type: "object", maxProperties: 1, properties: { name: text } });
  const rejectionOf = (features: JsonObject) => {
    const before = { ...widget([]), spec: { features } };
    const after = { ...before, metadata: { ...before.metadata, annotations: { converted: "yes" } } };
    return fate(installed, target, before, after).rejection;
  };
  assert.is(rejectionOf({ name: "a" }), undefined);
  assert.match(rejectionOf({ name: "a", color: "red" }) ?? "", "spec.features");
});

tests.run();
