/** Which things of a state are experimental: what the table of graduation lists. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { experimentalThings } from "../../scripts/app/graduation.js";
import type { JsonObject } from "../../scripts/core/model/json.js";
import { crd, named, object, release, STRING, stored, version } from "../changes/diff/crd.js";

const things = suite("experimental things");

things("are whole kinds, and the topmost of the fields, whatever they are in", () => {
  const deep = { type: "array", items: object({ a: STRING, b: object({ c: STRING }) }) };
  const map = { type: "object", additionalProperties: object({ a: STRING, b: STRING }) };
  const [less, more] = [
    object({
      list: { type: "array", items: object({ a: STRING }) },
      map: { ...map, additionalProperties: object({}) },
    }),
    object({ list: deep, map, spec: object({ x: STRING }) }),
  ];
  const state = release("1.0.0", {
    standard: [crd([stored("v1", less)])],
    experimental: [crd([stored("v1", more)]), named("gadgets")],
  });
  assert.equal(experimentalThings(state), [
    { crd: "gadgets.example.dev" },
    { crd: "widgets.example.dev", path: ".list[].b" },
    { crd: "widgets.example.dev", path: ".map{}.a" },
    { crd: "widgets.example.dev", path: ".map{}.b" },
    { crd: "widgets.example.dev", path: ".spec" },
  ]);
  assert.equal(experimentalThings(release("1.0.0", { standard: [crd()] })), []);
});

things("are the fields of every version that objects are read or stored in", () => {
  const of = (v1: JsonObject, v2: JsonObject, v3: JsonObject) =>
    crd([stored("v1", v1, { served: false }), version("v2", v2), version("v3", v3, { served: false })]);
  const [none, a, b, c] = [object({}), object({ a: STRING }), object({ a: STRING, b: STRING }), object({ c: STRING })];
  const state = release("1.0.0", { standard: [of(none, none, none)], experimental: [of(a, b, c)] });
  assert.equal(experimentalThings(state), [
    { crd: "widgets.example.dev", path: ".a" },
    { crd: "widgets.example.dev", path: ".b" },
  ]);
});

things("are, in a version that the standard channel has not, what its storage version has not", () => {
  const [a, ab] = [object({ a: STRING }), object({ a: STRING, b: STRING })];
  const state = release("1.0.0", {
    standard: [crd([version("v1", ab), stored("v2", a)])],
    experimental: [crd([version("v1", a), stored("v2", a), version("v3", ab)])],
  });
  assert.equal(experimentalThings(state), [{ crd: "widgets.example.dev", path: ".b" }]);
});

things("are members of an enum, of fields that the standard channel has", () => {
  const engine = (...members: string[]) =>
    object({
      engine: { type: "string", enum: members },
      list: { type: "array", items: { type: "string", enum: members } },
    });
  const state = release("1.0.0", {
    standard: [crd([stored("v1", engine("MySQL")), version("v2", engine("MySQL"))])],
    experimental: [crd([stored("v1", engine("MySQL", "SQLite")), version("v2", engine("MySQL", "Ice", "SQLite"))])],
  });
  assert.equal(experimentalThings(state), [
    { crd: "widgets.example.dev", path: ".engine", value: "Ice" },
    { crd: "widgets.example.dev", path: ".engine", value: "SQLite" },
    { crd: "widgets.example.dev", path: ".list[]", value: "Ice" },
    { crd: "widgets.example.dev", path: ".list[]", value: "SQLite" },
  ]);
});

things.run();
