/**
 * Tests of validation against the verdicts of API servers. `server-verdicts.jsonl` contains verdicts of
 * apiextensions-apiserver v0.37.2 for drawn schemas and values, and for strings of every format.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS } from "../../../scripts/core/model/channel.js";
import type { CustomResourceDefinition } from "../../../scripts/core/model/crd.js";
import { isJsonObject, type Json, type JsonObject } from "../../../scripts/core/model/json.js";
import { loadYaml } from "../../../scripts/core/yaml/yaml.js";
import { formatsOf, isOfFormat } from "../../../scripts/kubernetes/formats/formats.js";
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

const TEXTS = { type: "object", properties: { a: TEXT, b: TEXT } };
const SET = { type: "array", "x-kubernetes-list-type": "set" };

/** A schema, a value, and each error with its path and its problem. */
const CASES: readonly (readonly [string, JsonObject, Json, ...string[]])[] = [
  ["null where it is allowed", { type: "string", nullable: true }, null],
  ["null where it is not", TEXT, null, ": must not be null"],
  ["null is in no enum", { type: "string", nullable: true, enum: ["a", null] }, null, ': must be one of "a", null'],
  ["null is not asked to fit branches", { type: "string", nullable: true, anyOf: [{ minLength: 1 }] }, null],
  ["an enum without values", { type: "string", enum: [] }, "a"],
  ["int-or-string, whole", { "x-kubernetes-int-or-string": true, maximum: 9 }, 9],
  ["int-or-string, fraction", { "x-kubernetes-int-or-string": true }, 1.5, ": must be an integer or a string"],
  [
    "int-or-string, its format",
    { "x-kubernetes-int-or-string": true, format: "ipv4" },
    "a",
    ": must have the format ipv4",
  ],
  ["int32", { type: "integer", format: "int32" }, 2 ** 31, ": must be an int32"],
  ["whole, but beyond 64 bits", { type: "integer" }, 1e20, ": must be an integer"],
  [
    "a bound that the type does not hold",
    { type: "integer", minimum: 0.5 },
    1,
    ": no value can be valid, because the minimum 0.5 is not an int64",
  ],
  ["a bound is cut for whole numbers", { type: "number", minimum: 0.5 }, 0],
  ["and not for others", { type: "number", minimum: 0.5 }, 0.25, ": must be at least 0.5"],
  ["length in characters", { type: "string", maxLength: 1 }, "\u{1f600}"],
  ["a format that is not checked", { type: "string", format: "phone" }, "?"],
  ["a format with dashes", { type: "string", format: "date-time" }, "now", ": must have the format date-time"],
  ["a list is no text, whatever the format", { type: "string", format: "date" }, [], ": must be a string"],
  [
    "a set",
    { type: "array", items: TEXT, "x-kubernetes-list-type": "set" },
    ["a", "b", "a"],
    ": must not have two items that are the same",
  ],
  ["a map, other keys", MAP, [{ name: "a" }, { name: "a", protocol: "UDP" }]],
  [
    "a map, the default of a key",
    MAP,
    [{ name: "a" }, { name: "a", protocol: "TCP" }],
    ": must not have two items that are the same",
  ],
  ["a field of an item", { type: "array", items: ITEMS }, [{ name: "a", port: "b" }], "[0].port: must be an integer"],
  ["a missing field", ITEMS, { port: 1 }, ': "name" is required'],
  ["an unknown field", ITEMS, { name: "a", host: "b" }, ': "host" is not a field of the schema'],
  [
    "an unknown field that is preserved",
    { ...ITEMS, "x-kubernetes-preserve-unknown-fields": true },
    { name: "a", host: "b" },
    ': "host" is not a field of the schema',
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
    '.a[0]: "b" is not a field of the schema',
  ],
  [
    "a branch declares no fields",
    { ...ITEMS, oneOf: [{ required: ["port"] }, { required: ["name", "port"] }] },
    { name: "a", port: 1 },
    ": must match exactly one schema of oneOf",
  ],
  ["null where no type is asked for", {}, null],
  ["null where a whole number or a text is", { "x-kubernetes-int-or-string": true }, null, ": must not be null"],
  ["null, and what is asked of texts", { ...TEXT, nullable: true, minLength: 1, pattern: "a", format: "date" }, null],
  ["a text of a format, without a type", { format: "date" }, "a", ": must have the format date"],
  ["no text, where a format of texts is", { format: "date-time" }, 1, ": must be a string of the format date-time"],
  ["no text, where a format of texts is: an object", { format: "date" }, {}, ": must be a string of the format date"],
  ["a list, where a format of texts is", { format: "date" }, []],
  ["a format of numbers, where no type is", { format: "int32" }, 2 ** 40],
  ["no type says nothing of lists", {}, [1, [2]]],
  ["a text for a number", { type: "number" }, "1", ": must be a number"],
  ["a number for a boolean", { type: "boolean" }, 1, ": must be a boolean"],
  ["a fraction for a whole number", { type: "integer" }, 0.5, ": must be an integer"],
  ["a list for an object", { type: "object" }, [], ": must be an object"],
  ["an object for a list", { type: "array" }, {}, ": must be an array"],
  ["a list for a number or a text", { "x-kubernetes-int-or-string": true }, [], ": must be an integer or a string"],
  ["what is wrong first is the type", { ...TEXT, enum: ["a"], minimum: 9 }, 1, ": must be a string"],
  ["a text too short", { ...TEXT, minLength: 2 }, "a", ": the minimum length is 2"],
  ["a text as short as it may be", { ...TEXT, minLength: 2 }, "ab"],
  ["a text too long", { ...TEXT, maxLength: 2 }, "abc", ": the maximum length is 2"],
  ["a text as long as it may be", { ...TEXT, maxLength: 2 }, "ab"],
  ["half a character is one", { ...TEXT, maxLength: 1 }, "\ud83d\ud83d", ": the maximum length is 1"],
  ["a text of no length", { ...TEXT, maxLength: 0 }, "a", ": the maximum length is 0"],
  ["too few items", { type: "array", items: TEXT, minItems: 2 }, ["a"], ": the minimum number of items is 2"],
  ["as few items as there may be", { type: "array", items: TEXT, minItems: 1 }, ["a"]],
  ["too many items", { type: "array", items: TEXT, maxItems: 1 }, ["a", "b"], ": the maximum number of items is 1"],
  ["as many items as there may be", { type: "array", items: TEXT, maxItems: 2 }, ["a", "b"]],
  ["too few fields", { ...TEXTS, minProperties: 2 }, { a: "b" }, ": the minimum number of fields is 2"],
  ["as few fields as there may be", { ...TEXTS, minProperties: 1 }, { a: "b" }],
  ["too many fields", { ...TEXTS, maxProperties: 1 }, { a: "", b: "" }, ": the maximum number of fields is 1"],
  ["as many fields as there may be", { ...TEXTS, maxProperties: 2 }, { a: "", b: "" }],
  ["bounds of other types", { minLength: 2, minItems: 2, minProperties: 2, pattern: "a", minimum: 2 }, true],
  ["a number too small", { type: "integer", minimum: 2 }, 1, ": must be at least 2"],
  ["a number as small as it may be", { type: "integer", minimum: 2 }, 2],
  [
    "a number that has to be greater",
    { type: "integer", minimum: 2, exclusiveMinimum: true },
    2,
    ": must be at least 2",
  ],
  ["a number that is greater", { type: "number", minimum: 2, exclusiveMinimum: true }, 2.5],
  [
    "a fraction that has to be greater",
    { type: "number", minimum: 2.5, exclusiveMinimum: true },
    2.5,
    ": must be at least 2.5",
  ],
  ["a number too large", { type: "integer", maximum: 2 }, 3, ": must be at most 2"],
  ["a number as large as it may be", { type: "integer", maximum: 2 }, 2],
  ["a number that has to be less", { type: "integer", maximum: 2, exclusiveMaximum: true }, 2, ": must be at most 2"],
  [
    "a fraction that has to be less",
    { type: "number", maximum: 2.5, exclusiveMaximum: true },
    2.5,
    ": must be at most 2.5",
  ],
  ["a fraction as large as it may be", { type: "number", maximum: 2.5 }, 2.5],
  ["an upper bound is cut for whole numbers", { type: "number", maximum: 0.5 }, 1, ": must be at most 0.5"],
  ["no multiple", { type: "integer", multipleOf: 3 }, 4, ": must be a multiple of 3"],
  ["a multiple", { type: "integer", multipleOf: 3 }, -6],
  ["zero is a multiple", { type: "integer", multipleOf: 3 }, 0],
  ["a multiple of a fraction", { type: "number", multipleOf: 0.1 }, 0.3],
  ["a fraction of a factor that is whole", { type: "number", multipleOf: 2 }, 2.5, ": must be a multiple of 2"],
  ["no multiple of a fraction", { type: "number", multipleOf: 0.2 }, 0.3, ": must be a multiple of 0.2"],
  [
    "a whole number, and a fraction as its factor",
    { type: "number", multipleOf: 0.5 },
    1,
    ": must be a multiple of 0.5",
  ],
  ["one more than an int32", { type: "integer", format: "int32" }, 2 ** 31, ": must be an int32"],
  ["the greatest int32", { type: "integer", format: "int32" }, 2 ** 31 - 1],
  ["the least int32", { type: "integer", format: "int32" }, -(2 ** 31)],
  ["one less than an int32", { type: "integer", format: "int32" }, -(2 ** 31) - 1, ": must be an int32"],
  ["beyond a float", { type: "number", format: "float" }, 1e39, ": must be a float"],
  ["a double", { type: "number", format: "double" }, 1e39],
  ["not one of these", { ...TEXT, enum: ["a", "b"] }, "c", ': must be one of "a", "b"'],
  ["one of these", { ...TEXT, enum: ["a", "b"] }, "b"],
  ["one of these lists", { type: "array", items: TEXT, enum: [["a"], ["b"]] }, ["b"]],
  [
    "the items of a list in another order",
    { type: "array", items: TEXT, enum: [["a", "b"]] },
    ["b", "a"],
    ': must be one of ["a","b"]',
  ],
  ["the fields of an object in another order", { ...TEXTS, enum: [{ a: "", b: "" }] }, { b: "", a: "" }],
  ["an object among texts", { enum: ["a"] }, {}, ': must be one of "a"'],
  ["a text among numbers", { enum: [5] }, "5", ": must be one of 5"],
  ["a fraction loses what is behind the point", { type: "number", enum: [1] }, 1.9],
  ["a negative fraction does so, too", { type: "number", enum: [-1] }, -1.9],
  ["a fraction in the enum does not", { type: "number", enum: [1.5] }, 1.9, ": must be one of 1.5"],
  ["a fraction as it is in the enum", { type: "number", enum: [1.5] }, 1.5],
  ["a number is the character that it is the code of", { "x-kubernetes-int-or-string": true, enum: ["a"] }, 97],
  ["a number of another character", { "x-kubernetes-int-or-string": true, enum: ["a"] }, 98, ': must be one of "a"'],
  ["a number of a character that is two signs", { "x-kubernetes-int-or-string": true, enum: ["\u{1f600}"] }, 0x1f600],
  ...[-1, 0xd800, 0xdfff, 0x110000].map((code): readonly [string, JsonObject, Json] => [
    `${code} is the code of no character`,
    { "x-kubernetes-int-or-string": true, enum: ["\ufffd"] },
    code,
  ]),
  ...[0, 0xd7ff, 0xe000, 0x10ffff].map((code): readonly [string, JsonObject, Json] => [
    `${code} is the code of a character`,
    { "x-kubernetes-int-or-string": true, enum: [String.fromCodePoint(code)] },
    code,
  ]),
  ["the text does not match", { ...TEXT, pattern: "^a+$" }, "b", ": must match the pattern ^a+$"],
  [
    "everything that is wrong",
    { ...TEXT, maxLength: 1, pattern: "^a+$", format: "date" },
    "bb",
    ": the maximum length is 1",
    ": must match the pattern ^a+$",
    ": must have the format date",
  ],
  [
    "not all of them",
    { ...TEXT, allOf: [{ minLength: 1 }, { maxLength: 1 }] },
    "ab",
    ": must match all schemas of allOf",
  ],
  ["all of them", { ...TEXT, allOf: [{ minLength: 1 }, { maxLength: 2 }] }, "ab"],
  [
    "none of them",
    { ...TEXT, anyOf: [{ minLength: 3 }, { maxLength: 1 }] },
    "ab",
    ": must match at least one schema of anyOf",
  ],
  ["any of them", { ...TEXT, anyOf: [{ minLength: 3 }, { maxLength: 2 }] }, "ab"],
  [
    "one of none",
    { ...TEXT, oneOf: [{ minLength: 3 }, { maxLength: 1 }] },
    "ab",
    ": must match exactly one schema of oneOf",
  ],
  ["exactly one", { ...TEXT, oneOf: [{ minLength: 3 }, { maxLength: 2 }] }, "ab"],
  ["no branches", { ...TEXT, anyOf: [], oneOf: [], allOf: [] }, "ab"],
  ["not what is excluded", { ...TEXT, not: { enum: ["a"] } }, "b"],
  [
    "a field of a field, and a value of a map",
    { type: "object", properties: { a: TEXTS, b: { type: "object", additionalProperties: TEXT } } },
    { a: { b: 1 }, b: { c: 2 } },
    ".a.b: must be a string",
    ".b.c: must be a string",
  ],
  [
    "a field that is called as what all objects have",
    { type: "object", required: ["toString"] },
    {},
    ': "toString" is required',
  ],
  ["two missing fields", { ...TEXTS, required: ["b", "a"] }, {}, ': "b" is required', ': "a" is required'],
  ["a map of nothing", { type: "object", additionalProperties: false }, { a: 1 }, ': "a" is not a field of the schema'],
  ["items that are not declared", { type: "array" }, [{ a: 1 }], '[0]: "a" is not a field of the schema'],
  [
    "a resource of nothing right",
    { type: "object", "x-kubernetes-embedded-resource": true },
    { apiVersion: 1, kind: "a b", metadata: "c" },
    ': "apiVersion" must be a group and a version',
    ': "kind" must be a valid kind',
    ': "metadata" must be an object',
  ],
  [
    "the metadata of a resource, as far as it is declared",
    {
      type: "object",
      properties: { metadata: { type: "object", properties: { name: { ...TEXT, maxLength: 1 } } } },
      "x-kubernetes-embedded-resource": true,
    },
    { apiVersion: "v1", kind: "A", metadata: { name: "bb", labels: {} } },
    ".metadata.name: the maximum length is 1",
  ],
  [
    "an item of a map that is no object",
    { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] },
    ["b"],
    ": must have only objects as items, because its list type is map",
  ],
  ["null in a map", { ...MAP, items: { ...MAP.items, nullable: true } }, [null]],
  [
    "null twice in a map",
    { ...MAP, items: { ...MAP.items, nullable: true } },
    [null, null],
    ": must not have two items that are the same",
  ],
  [
    "a set of objects",
    { ...SET, items: TEXTS },
    [
      { a: "", b: "" },
      { b: "", a: "" },
    ],
    ": must not have two items that are the same",
  ],
  ["a set of a number and a text", { ...SET, items: { "x-kubernetes-int-or-string": true } }, [1, "1"]],
  ["a list that is no set", { type: "array", items: TEXT, "x-kubernetes-list-type": "atomic" }, ["a", "a"]],
  [
    "keys that run into each other",
    { ...MAP, "x-kubernetes-list-map-keys": ["name", "protocol"] },
    [
      { name: 'a","b', protocol: "c" },
      { name: "a", protocol: 'b","c' },
    ],
  ],
  [
    "a key that is absent, and empty",
    { ...MAP, "x-kubernetes-list-map-keys": ["port"] },
    [{ name: "a" }, { name: "b", port: 0 }],
  ],
  [
    "a key that is absent twice",
    { ...MAP, "x-kubernetes-list-map-keys": ["port"] },
    [{ name: "a" }, { name: "b" }],
    ": must not have two items that are the same",
  ],
  ["not", { type: "string", not: { enum: ["a"] } }, "a", ": must not match the schema under not"],
  [
    "a resource in a field",
    { type: "object", properties: { spec: TEXT }, "x-kubernetes-embedded-resource": true },
    { kind: "A", metadata: { name: "b" }, spec: "c" },
    ': "apiVersion" must be a group and a version',
  ],
];

for (const [name, schema, value, ...expected] of CASES) {
  fits(name, () => {
    const found = validationErrors(schema, value).map(({ path, problem }) => `${path}: ${problem}`);
    assert.equal(found, expected);
  });
}

/** The parts of formats and their prefixes. Repeated in any order, they form strings that nearly match some format. */
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

/** Returns the object that a server validates: without nulls and, as in a create request, without the status. */
function asJudged({ status: _, ...object }: JsonObject): JsonObject {
  return withoutNulls(object) as JsonObject;
}

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, child]) => child !== null);
  return Object.fromEntries(kept.map(([name, child]) => [name, withoutNulls(child)]));
}

function schemasIn(directory: string, files: readonly string[]): Map<string, JsonObject> {
  const schemas = new Map<string, JsonObject>();
  for (const file of files) {
    const loaded = loadYaml(readFileSync(join(directory, file), "utf8"));
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
      const directory = join(corpusPath("upstream/gateway-api/v1.6.1") ?? "", channel);
      const schemas = schemasIn(
        directory,
        readdirSync(directory).filter((file) => file.includes("k8s.io_")),
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
