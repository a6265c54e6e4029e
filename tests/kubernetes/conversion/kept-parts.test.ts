/** Tests of what happens to kept parts if users or the API server change an object between two conversions. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import {
  type ConvertedObject,
  compileConversions,
  convertObject,
} from "../../../scripts/kubernetes/conversion/convert.js";
import { conversionsIn, definition } from "../../support/conversions.js";
import { versionFrom } from "../../support/versions.js";

const parts = suite("kept parts");

const COMPILED = compileConversions(
  conversionsIn(definition(["remove: {path: '.spec.rules[].session.idle'}", "remove: {path: .spec.target.mode}"])),
  "example.dev/conversion-data",
);

const [OLD, NEW] = [versionFrom("1.0.0"), versionFrom("1.1.0")];

function convert(object: JsonObject, to: typeof OLD): ConvertedObject {
  return convertObject(COMPILED, object, { to });
}

/** Converts an object to the new form, replaces its spec as a user would, and converts it again. */
function afterEdit(before: JsonObject, edit: JsonObject, to = OLD) {
  const object = { apiVersion: "example.dev/v1", kind: "Widget", metadata: { name: "w" }, spec: before };
  const [there] = convert(object, NEW).objects;
  const { objects, outdated } = convert({ ...there, spec: edit }, to);
  return { spec: objects[0]?.spec, outdated: outdated.map(({ path, value }) => [path.join("."), value]) };
}

const TARGET = { target: { name: "a", mode: "fast" } };
const OUTDATED = [["spec.target.mode", "fast"]];

parts("a part returns if nothing around it has changed", () => {
  assert.equal(afterEdit(TARGET, { target: { name: "a" } }), { spec: TARGET, outdated: [] });
});

parts("a value that a user sets again is not overwritten", () => {
  const edit = { target: { name: "a", mode: "slow" } };
  assert.equal(afterEdit(TARGET, edit), { spec: edit, outdated: OUTDATED });
  // Converted again, the part is renewed.
  assert.equal(afterEdit(TARGET, edit, NEW), { spec: { target: { name: "a" } }, outdated: [] });
});

parts("a part does not return to an object that has changed", () => {
  assert.equal(afterEdit(TARGET, { target: { name: "b" } }), { spec: { target: { name: "b" } }, outdated: OUTDATED });
  assert.equal(afterEdit(TARGET, {}), { spec: {}, outdated: OUTDATED });
});

parts("a part does not move to another item of a list", () => {
  const [first, second] = [
    { path: "/a", session: { name: "s" } },
    { path: "/b", session: { name: "s" } },
  ] as const;
  const before = { rules: [{ ...first, session: { ...first.session, idle: "1h" } }, second] };
  const outdated = [["spec.rules.0.session.idle", "1h"]];
  for (const rules of [[second, first], [second]])
    assert.equal(afterEdit(before, { rules }), { spec: { rules }, outdated });
});

parts("a part does not move to another item of a list whose items are large", () => {
  const values = Array.from({ length: 100 }, (_, index) => `${index}`);
  const rule = (path: string) => ({ path, values, session: { name: "s" } });
  const before = { rules: [{ ...rule("/a"), session: { name: "s", idle: "1h" } }, rule("/b")] };
  const edit = { rules: [rule("/b"), rule("/a")] };
  assert.equal(afterEdit(before, edit), { spec: edit, outdated: [["spec.rules.0.session.idle", "1h"]] });
  assert.equal(afterEdit(before, { rules: [rule("/a"), rule("/b")] }).spec, before);
});

parts("defaults that the API server sets around a part do not make it outdated", () => {
  const before = { rules: [{ path: "/a", session: { name: "s", idle: "1h" } }] };
  const edit = { rules: [{ path: "/a", session: { name: "s", type: "Cookie" }, weight: 1 }, { path: "/b" }] };
  const after = afterEdit(before, edit);
  const spec = {
    rules: [{ path: "/a", session: { name: "s", type: "Cookie", idle: "1h" }, weight: 1 }, { path: "/b" }],
  };
  assert.equal(after, { spec, outdated: [] });
});

parts("parts that do not match the object are outdated, and the others return", () => {
  const rules = Array.from({ length: 100 }, (_, index) => ({ path: `/${index}`, session: { name: "s" } }));
  const before = { rules: rules.map((rule) => ({ ...rule, session: { ...rule.session, idle: "1h" } })) };
  const edit = {
    rules: rules.map((rule, index) => (index % 40 === 3 ? { path: "/edited", session: rule.session } : rule)),
  };
  const { spec, outdated } = afterEdit(before, edit);
  assert.equal(
    outdated.map(([path]) => path),
    [3, 43, 83].map((index) => `spec.rules.${index}.session.idle`),
  );
  assert.equal(
    spec,
    { rules: edit.rules.map((rule, index) => (rule === rules[index] ? before.rules[index] : rule)) },
    "the other rules have their value again",
  );
});

parts("an annotation with many parts that contradict the object changes nothing", () => {
  const wrong = { conversion: "widget", form: "old", path: ["spec", "name"], value: "b" };
  const good = { conversion: "widget", form: "old", path: ["spec", "target", "mode"], value: "fast" };
  const annotation = (list: readonly JsonObject[]) => ({
    "example.dev/conversion-data": JSON.stringify({ parts: list }),
  });
  const object = (list: readonly JsonObject[]) => ({
    apiVersion: "example.dev/v1",
    kind: "Widget",
    metadata: { name: "w", annotations: annotation(list) },
    spec: { target: { name: "a" } },
  });
  const many = convert(object(Array.from({ length: 2_000 }, (_, index) => ({ ...wrong, value: index }))), OLD);
  assert.is(many.outdated.length, 2_000);
  assert.equal(many.objects[0]?.spec, { target: { name: "a" } });
  const one = convert(object([wrong, good]), OLD);
  assert.equal([one.outdated.length, one.objects[0]?.spec], [1, { target: { name: "a", mode: "fast" } }]);
});

parts.run();
