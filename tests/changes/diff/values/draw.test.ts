/** Checks that drawn values are valid, are the same in every run, and include the boundary values. */
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { drawValues } from "../../../../scripts/changes/diff/values/draw.js";
import { isJsonObject, type Json, type JsonObject } from "../../../../scripts/core/model/json.js";
import { formatsOf } from "../../../../scripts/kubernetes/formats/formats.js";
import { matchesGolden, ROOT } from "../../../support/golden.js";
import { fits } from "./comparison.js";

const draw = suite("values: drawing");

const KEYED: JsonObject = {
  type: "object",
  properties: { name: { type: "string", pattern: "^[a-z]+$" }, port: { type: "integer", minimum: 1, maximum: 65535 } },
  required: ["name"],
};

const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  integer: { type: "integer", minimum: -3, maximum: 7 },
  number: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 1 },
  multiples: { type: "integer", multipleOf: 6, minimum: 100 },
  text: { type: "string", pattern: "^[a-z]([-a-z0-9]*[a-z0-9])?$", minLength: 2, maxLength: 63 },
  date: { type: "string", format: "date" },
  nullable: { type: "boolean", nullable: true },
  intOrString: { "x-kubernetes-int-or-string": true, maximum: 10, pattern: "^\\d+%$" },
  set: { type: "array", items: { type: "string" }, minItems: 40, maxItems: 64, "x-kubernetes-list-type": "set" },
  map: {
    type: "array",
    items: KEYED,
    minItems: 30,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
  },
  object: { type: "object", properties: { a: KEYED, b: KEYED, c: KEYED }, minProperties: 2 },
  entries: { type: "object", additionalProperties: KEYED, minProperties: 20, maxProperties: 21 },
  union: {
    type: "object",
    properties: { type: { type: "string" }, tcp: KEYED, udp: KEYED },
    required: ["type"],
    oneOf: [
      { properties: { type: { enum: ["TCP"] } }, required: ["tcp"], not: { required: ["udp"] } },
      { properties: { type: { enum: ["UDP"] } }, required: ["udp"], not: { required: ["tcp"] } },
    ],
  },
  resource: {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
  },
};

for (const [name, schema] of Object.entries(SCHEMAS)) {
  draw(`${name}: they fit, and are the same every time`, () => {
    const values = drawValues(schema, 20);
    assert.equal(
      values.filter((value) => !fits(schema, value)),
      [],
    );
    assert.ok(values.length > 0, name);
    assert.equal(drawValues(structuredClone(schema), 20), values);
    assert.is(new Set(values.map((value) => JSON.stringify(value))).size, values.length);
  });
}

draw("the same on every machine: what is shown as an example never depends on where it was made", () => {
  const formats = formatsOf("string").map((format) => [format, { type: "string", format }] as const);
  const lines = [...Object.entries(SCHEMAS), ...formats].map(([name, schema]) => {
    const values = drawValues(schema, 6).map((value) => JSON.stringify(value));
    return [name, ...values.map((json) => (json.length <= 120 ? json : `${json.slice(0, 120)}…`))].join("\n  ");
  });
  matchesGolden(`${lines.join("\n")}\n`, join(ROOT, "tests/changes/diff/values/drawn.txt"));
});

draw("borders", () => {
  const integers = drawValues(SCHEMAS.integer as JsonObject, 40);
  assert.ok(integers.includes(-3) && integers.includes(7) && integers.includes(0), JSON.stringify(integers));
  const lengths = drawValues(SCHEMAS.text as JsonObject, 40).map((text) => `${text}`.length);
  assert.ok(lengths.includes(2) && lengths.includes(63), JSON.stringify(lengths));
});

draw("every branch", () => {
  const types = drawValues(SCHEMAS.union as JsonObject, 20).map((value: Json) => isJsonObject(value) && value.type);
  assert.equal([...new Set(types)].sort(), ["TCP", "UDP"]);
});

draw("nothing where nothing fits", () => {
  assert.equal(drawValues({ type: "string", minLength: 2, maxLength: 1 }, 5), []);
  assert.equal(drawValues({ type: "object", properties: {}, required: ["a"] }, 5), []);
  assert.equal(drawValues({ type: "array", items: { type: "string" }, minItems: 3, maxItems: 2 }, 5), []);
});

draw.run();
