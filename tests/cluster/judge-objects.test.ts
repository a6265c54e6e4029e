import { suite } from "uvu";
import * as assert from "uvu/assert";
import { objectJudge } from "../../scripts/cluster/judge-objects.js";
import { liveCrd } from "../../scripts/cluster/live-crd.js";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import type { JsonObject } from "../../scripts/core/model/json.js";

const tests = suite("cluster/judge-objects");

/** Returns a CRD whose status has a list of features. */
function crd(items: JsonObject): CustomResourceDefinition {
  const features = { type: "array", items };
  const status = { type: "object", properties: { features } };
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
          schema: { openAPIV3Schema: { type: "object", properties: { status } } },
        },
      ],
    },
  });
  if (!found) throw new Error("not a CRD");
  return found.crd;
}

const names = crd({ type: "string" });
const objects = crd({ type: "object", properties: { name: { type: "string" } } });
const widget = (features: JsonObject["features"]) => ({
  apiVersion: "example.dev/v1",
  kind: "Widget",
  metadata: { name: "a", uid: "1", resourceVersion: "1" },
  status: { features: features ?? [] },
});

function fate(
  installed: CustomResourceDefinition,
  target: CustomResourceDefinition,
  before: JsonObject,
  after: JsonObject,
) {
  const convert = () => ({ objects: [after], applied: ["a"], lost: [], outdated: [], obstacles: [] });
  return objectJudge({ installed, target, convert, everyObject: false })(before);
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

tests.run();
