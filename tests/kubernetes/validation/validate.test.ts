/**
 * Whether a value fits a schema, against what API servers say: `server-verdicts.jsonl` holds verdicts of the validation
 * of apiextensions-apiserver v0.37.2 on drawn schemas and values, and on texts of every format.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS } from "../../../scripts/core/model/channel.js";
import type { CustomResourceDefinition } from "../../../scripts/core/model/crd.js";
import { isJsonObject, type Json, type JsonObject } from "../../../scripts/core/model/json.js";
import { loadYaml } from "../../../scripts/core/yaml/yaml.js";
import { formatsOf, isOfFormat } from "../../../scripts/kubernetes/validation/formats.js";
import { resourceErrors, validationErrors } from "../../../scripts/kubernetes/validation/validate.js";
import { ROOT } from "../../support/golden.js";
import { corpusPath, withCorpus } from "../../support/shared.js";

const fits = suite("validation");

interface Verdict {
  readonly schema: JsonObject;
  readonly value: Json;
  readonly accepted: boolean;
}

function linesOf<Line>(path: string): Line[] {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Line);
}

fits("agrees with the API server on drawn values and on texts of every format", () => {
  const verdicts = linesOf<Verdict>(join(ROOT, "tests/kubernetes/validation/server-verdicts.jsonl"));
  const wrong = verdicts.filter(
    ({ schema, value, accepted }) => (validationErrors(schema, value).length === 0) !== accepted,
  );
  assert.equal(wrong, []);
  assert.ok(
    verdicts.length > 800 && verdicts.some(({ accepted }) => accepted) && verdicts.some((each) => !each.accepted),
  );
});

const TEXT = { type: "string" };
const ITEMS = { type: "object", properties: { name: TEXT, port: { type: "integer" } }, required: ["name"] };
const MAP = {
  type: "array",
  items: { ...ITEMS, properties: { ...ITEMS.properties, protocol: { type: "string", default: "TCP" } } },
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name", "protocol"],
};

/** Schema, value, and each misfit as its path and its problem. */
const CASES: readonly (readonly [string, JsonObject, Json, ...string[]])[] = [
  ["null where it is allowed", { type: "string", nullable: true }, null],
  ["null where it is not", TEXT, null, ": null is not allowed"],
  ["null is in no enum", { type: "string", nullable: true, enum: ["a", null] }, null, ': it is one of "a", null'],
  ["null is not asked to fit branches", { type: "string", nullable: true, anyOf: [{ minLength: 1 }] }, null],
  ["an enum without values", { type: "string", enum: [] }, "a"],
  ["int-or-string, whole", { "x-kubernetes-int-or-string": true, maximum: 9 }, 9],
  ["int-or-string, fraction", { "x-kubernetes-int-or-string": true }, 1.5, ": a whole number or a text is expected"],
  ["int-or-string, its format", { "x-kubernetes-int-or-string": true, format: "ipv4" }, "a", ": it is no ipv4"],
  ["int32", { type: "integer", format: "int32" }, 2 ** 31, ": it is no int32"],
  ["whole, but beyond 64 bits", { type: "integer" }, 1e20, ": an integer is expected"],
  [
    "a bound that the type does not hold",
    { type: "integer", minimum: 0.5 },
    1,
    ": nothing fits, since its minimum 0.5 is no int64",
  ],
  ["a bound is cut for whole numbers", { type: "number", minimum: 0.5 }, 0],
  ["and not for others", { type: "number", minimum: 0.5 }, 0.25, ": it is at least 0.5"],
  ["length in characters", { type: "string", maxLength: 1 }, "\u{1f600}"],
  ["a format that is not checked", { type: "string", format: "phone" }, "?"],
  ["a format with dashes", { type: "string", format: "date-time" }, "now", ": it is no date-time"],
  ["a list is no text, whatever the format", { type: "string", format: "date" }, [], ": a string is expected"],
  [
    "a set",
    { type: "array", items: TEXT, "x-kubernetes-list-type": "set" },
    ["a", "b", "a"],
    ": two of its items are the same",
  ],
  ["a map, other keys", MAP, [{ name: "a" }, { name: "a", protocol: "UDP" }]],
  [
    "a map, the default of a key",
    MAP,
    [{ name: "a" }, { name: "a", protocol: "TCP" }],
    ": two of its items are the same",
  ],
  [
    "a field of an item",
    { type: "array", items: ITEMS },
    [{ name: "a", port: "b" }],
    "[0].port: an integer is expected",
  ],
  ["a missing field", ITEMS, { port: 1 }, ': "name" is missing'],
  ["an unknown field", ITEMS, { name: "a", host: "b" }, ': there is no field "host"'],
  [
    "an unknown field that is preserved",
    { ...ITEMS, "x-kubernetes-preserve-unknown-fields": true },
    { name: "a", host: "b" },
    ': there is no field "host"',
  ],
  [
    "any field where none is declared",
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    { a: [{ b: null }] },
  ],
  ["a map of anything", { type: "object", additionalProperties: true }, { a: 1, b: {} }],
  [
    "whose objects have no fields",
    { type: "object", additionalProperties: true },
    { a: [{ b: 1 }] },
    '.a[0]: there is no field "b"',
  ],
  [
    "a branch declares no fields",
    { ...ITEMS, oneOf: [{ required: ["port"] }, { required: ["name", "port"] }] },
    { name: "a", port: 1 },
    ": it does not fit exactly one of oneOf",
  ],
  ["not", { type: "string", not: { enum: ["a"] } }, "a", ": it fits what stands under not"],
  [
    "a resource in a field",
    { type: "object", properties: { spec: TEXT }, "x-kubernetes-embedded-resource": true },
    { kind: "A", metadata: { name: "b" }, spec: "c" },
    ': "apiVersion" is no group and version',
  ],
];

for (const [name, schema, value, ...expected] of CASES) {
  fits(name, () => {
    const found = validationErrors(schema, value).map(({ path, problem }) => `${path}: ${problem}`);
    assert.equal(found, expected);
  });
}

/** What formats consist of, and what goes before it: said again and again, each is almost a text of some format. */
const PARTS = [
  "a",
  "k",
  "1",
  "0",
  " ",
  "\t",
  ".",
  "-",
  ":",
  "(",
  "()",
  '"',
  "\\",
  "a ",
  "a.",
  "1 ",
  "a1",
  "%",
  "%25",
  "/",
  "[",
  "=",
];
const STARTS = ["", "http://", "http://[", "a <", "rgb("];

fits("a long text is of a format or not within linear time, of every format", () => {
  let texts = 0;
  for (const format of formatsOf("string")) {
    for (const [at, part] of PARTS.entries()) {
      for (const start of at < 2 ? STARTS : [""]) {
        texts++;
        const isOne = isOfFormat(format.replaceAll("-", ""), `${start}${part.repeat(100_000)}@`);
        assert.ok(
          format === "password" || !isOne || ["uri", "duration"].includes(format),
          `${format}: ${start}${part}…`,
        );
      }
    }
  }
  assert.ok(texts > 500);
});

fits("a pattern that is none refuses nothing", () => {
  const schema = { type: "string", pattern: "(" };
  assert.equal(validationErrors(schema, "a"), []);
});

const RESOURCE: JsonObject = {
  type: "object",
  properties: {
    apiVersion: TEXT,
    kind: TEXT,
    metadata: { type: "object", properties: { name: { type: "string", maxLength: 3 } } },
    spec: { type: "object", properties: { size: { type: "integer" } } },
  },
};

fits("a resource has metadata, declared or not", () => {
  const resource = { apiVersion: "example.dev/v1", kind: "Widget", metadata: { name: "abc", labels: { a: "b" } } };
  assert.equal(resourceErrors(RESOURCE, { ...resource, spec: { size: 1 } }), []);
  assert.equal(resourceErrors({ type: "object", properties: {} }, resource), []);
  const long = resourceErrors(RESOURCE, { ...resource, metadata: { name: "abcd" }, spec: { height: 1 } });
  assert.equal(
    long.map(({ path }) => path),
    [".metadata.name", ".spec"],
  );
});

/** What a server makes of an object before it judges: nulls go, and so does the status of one that is created. */
function asJudged({ status: _, ...object }: JsonObject): JsonObject {
  return withoutNulls(object) as JsonObject;
}

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, child]) => child !== null);
  return Object.fromEntries(kept.map(([name, child]) => [name, withoutNulls(child)]));
}

function schemasIn(folder: string, files: readonly string[]): Map<string, JsonObject> {
  const schemas = new Map<string, JsonObject>();
  for (const file of files) {
    const loaded = loadYaml(readFileSync(join(folder, file), "utf8"));
    if ("problem" in loaded) throw new Error(`${file}: ${loaded.problem}`);
    const { spec } = loaded.value as unknown as CustomResourceDefinition;
    for (const { name, schema } of spec.versions) {
      schemas.set(`${spec.group}/${name} ${spec.names.kind}`, schema.openAPIV3Schema as unknown as JsonObject);
    }
  }
  return schemas;
}

interface Case {
  readonly name: string;
  readonly object: JsonObject;
  readonly accepted: boolean;
}

withCorpus(fits, "upstream/gateway-api/cases", 2, (test, cases) => {
  for (const channel of CHANNELS) {
    test(`what a real server took in ${channel} fits`, () => {
      const folder = join(corpusPath("upstream/gateway-api/v1.6.1") ?? "", channel);
      const schemas = schemasIn(
        folder,
        readdirSync(folder).filter((file) => file.includes("k8s.io_")),
      );
      const lines = linesOf<Case>(join(cases, `${channel}.jsonl`));
      const objects = lines.map((line) => ({ ...line, object: asJudged(line.object) }));
      const problems = objects.map(({ object, ...line }) => {
        const schema = schemas.get(`${object.apiVersion} ${object.kind}`) ?? {};
        return { ...line, problems: resourceErrors(schema, object) };
      });
      assert.equal(
        problems.filter((each) => each.accepted && each.problems.length > 0),
        [],
      );
      assert.ok(problems.filter((each) => !each.accepted && each.problems.length > 0).length >= 20);
    });
  }
});

fits.run();
