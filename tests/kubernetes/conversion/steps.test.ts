/** Examples of each kind of step: the spec in its old form, in its new form, and in its old form again without the kept parts. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { compileConversions, convertObject } from "../../../scripts/kubernetes/conversion/convert.js";
import { conversionsIn, definition } from "../../support/conversions.js";
import { versionFrom } from "../../support/versions.js";

const steps = suite("steps of conversions");

const GROUP =
  "group: {from: '.spec.ls[].tls.v', by: .port, to: '.spec.groups[].tls', key: .number, shared: .spec.all.tls}";
const MAP = "map: {path: .spec.m, values: [{from: A, to: C}, {from: B, to: C}], back: [{from: C, to: B}]}";

interface Example {
  readonly step: string;
  readonly old: JsonObject;
  readonly fresh: JsonObject;
  /** The old form without the kept parts. If omitted, nothing is lost. */
  readonly back?: JsonObject;
}

const listener = (port: number, v?: string) => ({ port, tls: v === undefined ? {} : { v } });

const FORWARD: readonly Example[] = [
  { step: "move: {from: .spec.a, to: .spec.b.c}", old: { a: 1, x: 2 }, fresh: { x: 2, b: { c: 1 } } },
  { step: "move: {from: .spec.a.b, to: .spec.c}", old: { a: { b: 1 } }, fresh: { c: 1 } },
  { step: "move: {from: '.spec.a[]', to: '.spec.a[].name'}", old: { a: ["x"] }, fresh: { a: [{ name: "x" }] } },
  { step: "wrap: {from: .spec.a, to: .spec.as}", old: { a: 1 }, fresh: { as: [1] } },
  { step: "wrap: {from: .spec.a, to: .spec.a}", old: { a: 1 }, fresh: { a: [1] } },
  { step: "unwrap: {from: .spec.as, to: .spec.a}", old: { as: [1, 2] }, fresh: { a: 1 }, back: { as: [1] } },
  { step: "unwrap: {from: .spec.as, to: .spec.a}", old: { as: [] }, fresh: {}, back: {} },
  { step: MAP, old: { m: "A" }, fresh: { m: "C" }, back: { m: "B" } },
  { step: MAP, old: { m: "D" }, fresh: { m: "D" } },
  { step: "remove: {path: .spec.a}", old: { a: 1, b: 2 }, fresh: { b: 2 }, back: { b: 2 } },
  { step: "remove: {path: .spec.a, restore: 5}", old: { a: 1 }, fresh: {}, back: { a: 5 } },
  { step: "add: {path: .spec.a, value: 5}", old: {}, fresh: { a: 5 } },
  {
    step: "narrow: {path: '.spec.a[]', schema: {maximum: 2}}",
    old: { a: [3, 1] },
    fresh: { a: [1] },
    back: { a: [1] },
  },
  {
    step: "narrow: {path: '.spec.a{}', schema: {maximum: 2}}",
    old: { a: { x: 3 } },
    fresh: { a: {} },
    back: { a: {} },
  },
  { step: "widen: {path: .spec.a, schema: {maximum: 2}}", old: { a: 1 }, fresh: { a: 1 } },
  { step: "unique: {path: .spec.a}", old: { a: [1, 2, 1] }, fresh: { a: [1, 2] }, back: { a: [1, 2] } },
  { step: "require: {path: .spec.a}", old: { a: 1 }, fresh: { a: 1 } },
  {
    step: GROUP,
    old: { ls: [listener(1, "x"), listener(2, "x")] },
    fresh: { ls: [listener(1), listener(2)], all: { tls: "x" } },
  },
  {
    step: GROUP,
    old: { ls: [listener(1, "x"), listener(2, "y"), listener(1, "x"), listener(3)] },
    fresh: {
      ls: [listener(1), listener(2), listener(1), listener(3)],
      all: {},
      groups: [
        { number: 1, tls: "x" },
        { number: 2, tls: "y" },
      ],
    },
  },
];

const BACKWARD: readonly Example[] = [
  { step: "wrap: {from: .spec.a, to: .spec.as}", fresh: { as: [1, 2] }, old: { a: 1 }, back: { as: [1] } },
  { step: "add: {path: .spec.a}", fresh: { a: 1 }, old: {}, back: {} },
  { step: "add: {path: .spec.a, value: 5}", fresh: { a: 1 }, old: {}, back: { a: 5 } },
  { step: "widen: {path: .spec.a, schema: {maximum: 2}}", fresh: { a: 3 }, old: {}, back: {} },
  { step: "narrow: {path: .spec.a, schema: {maximum: 2}}", fresh: { a: 1 }, old: { a: 1 } },
];

const ANNOTATION = "example.dev/conversion-data";

function convert(step: string, spec: JsonObject | undefined, to: string) {
  const compiled = compileConversions(conversionsIn(definition([step])), ANNOTATION);
  const object = { apiVersion: "example.dev/v1", kind: "Widget", metadata: { name: "w" }, spec: spec ?? null };
  const { objects, lost, obstacles } = convertObject(compiled, object, { to: versionFrom(to) });
  return { spec: objects[0]?.spec as JsonObject | undefined, isLost: lost.length > 0, obstacles };
}

const [OLD, NEW] = ["1.0.0", "1.1.0"] as const;

for (const { step, old, fresh, back } of FORWARD) {
  steps(`${step}: ${JSON.stringify(old)} becomes ${JSON.stringify(fresh)}`, () => {
    assert.equal(convert(step, old, NEW), { spec: fresh, isLost: back !== undefined, obstacles: [] });
    assert.equal(convert(step, fresh, OLD).spec, back ?? (step.startsWith("add") ? {} : old));
  });
}

for (const { step, old, fresh, back } of BACKWARD) {
  steps(`${step}: ${JSON.stringify(fresh)} was ${JSON.stringify(old)}`, () => {
    assert.equal(convert(step, fresh, OLD), { spec: old, isLost: back !== undefined, obstacles: [] });
    assert.equal(convert(step, old, NEW).spec, back ?? fresh);
  });
}

steps("an obstacle names the places", () => {
  const obstaclesOf = (step: string, spec: JsonObject) =>
    convert(step, spec, NEW).obstacles.map(({ kind, path }) => `${kind} ${path.join(".")}`);
  assert.equal(obstaclesOf("wrap: {from: .spec.a, to: .spec.as}", { a: 1, as: [1] }), ["both spec.a"]);
  assert.equal(obstaclesOf("require: {path: '.spec.a[].b'}", { a: [{ b: 1 }, {}] }), ["required spec.a.1.b"]);
  assert.equal(obstaclesOf("require: {path: .spec.a, schema: {minItems: 1}}", { a: [] }), ["required spec.a"]);
  assert.equal(obstaclesOf(GROUP, { ls: [listener(1, "x"), listener(1, "y")] }), ["differ spec.ls.0.tls.v"]);
});

steps.run();
