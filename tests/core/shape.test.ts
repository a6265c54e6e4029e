/** Tests of the check of external values against their expected shape, and of its small readers. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  admissionPolicyPath,
  fromDist,
  inDist,
  installPath,
  isOfChannel,
  kustomizationPath,
  schemasDirectory,
  typesDirectory,
} from "../../scripts/core/bundle-layout.js";
import { checksumLines } from "../../scripts/core/model/checksums.js";
import { controlCharacterIn, controlCharacters } from "../../scripts/core/model/control-characters.js";
import type { Json } from "../../scripts/core/model/json.js";
import { nearest } from "../../scripts/core/nearest.js";
import { schemaProblems, withoutNulls } from "../../scripts/core/schema-shape.js";
import { mapOf, NUMBER, objectWith, pathInWords, required, STRING } from "../../scripts/core/shape.js";

const shapes = suite("core/shape");

/** Describes the problems of a schema, each with its location. */
function problemsOf(schema: Json | undefined): string[] {
  return schemaProblems(schema, []).map(({ path, problem }) => `${pathInWords(path)} ${problem}`.trim());
}

const KEYWORDS: readonly (readonly [
  keywords: string,
  sound: readonly Json[],
  unsound: readonly Json[],
  must: string,
])[] = [
  [
    "type format pattern title description x-kubernetes-list-type x-kubernetes-map-type",
    ["", "a"],
    [1, true, [], {}],
    "must be a string",
  ],
  ["minimum maximum multipleOf", [0, -1.5], ["1", true, [], {}], "must be a number"],
  [
    "minLength maxLength minItems maxItems minProperties maxProperties",
    [0, 1, Number.MAX_SAFE_INTEGER],
    [-1, 0.5, "1", true, [], {}, Number.MAX_SAFE_INTEGER + 1],
    "must be a whole number, 0 or more",
  ],
  [
    "exclusiveMinimum exclusiveMaximum uniqueItems nullable x-kubernetes-int-or-string x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource",
    [true, false],
    [0, "true", [], {}],
    "must be true or false",
  ],
  [
    "required x-kubernetes-list-map-keys enum allOf anyOf oneOf x-kubernetes-validations",
    [[]],
    [1, "a", {}],
    "must be a list",
  ],
  ["properties items not", [{}], [1, "a", true, []], "must be an object"],
  ["additionalProperties", [{}, true, false], [1, "a", []], "must be an object"],
];

shapes("of a schema have a type for every keyword, and null counts as omitted", () => {
  assert.equal(problemsOf({ unknown: 1, default: 1, example: [] }), []);
  assert.equal([problemsOf(undefined), problemsOf(null)], [[], []]);
  assert.equal([problemsOf([]), problemsOf("a")], [["must be an object"], ["must be an object"]]);
  for (const [keywords, sound, unsound, must] of KEYWORDS) {
    for (const keyword of keywords.split(" ")) {
      for (const value of [...sound, null]) assert.equal(problemsOf({ [keyword]: value }), [], keyword);
      for (const value of unsound) assert.equal(problemsOf({ [keyword]: value }), [`${keyword} ${must}`], keyword);
    }
  }
  assert.equal(problemsOf({ minimum: Number.NaN, maximum: Number.POSITIVE_INFINITY }), [
    "minimum must be a number",
    "maximum must be a number",
  ]);
});

shapes("of a schema are looked at in full depth, and each problem has its place", () => {
  const wrong = { type: 1 };
  assert.equal(
    problemsOf({
      required: ["a", null, 1],
      enum: [null, 1, "a"],
      "x-kubernetes-validations": [{}, { rule: "a", optionalOldSelf: 1 }, null, { rule: 1 }],
      properties: { a: wrong, b: null, c: { properties: { d: wrong } } },
      items: { items: wrong },
      not: wrong,
      additionalProperties: wrong,
      allOf: [wrong, null],
      anyOf: [wrong],
      oneOf: [{}, wrong],
    }),
    [
      "required[1] is required",
      "required[2] must be a string",
      "x-kubernetes-validations[0].rule is required",
      "x-kubernetes-validations[1].optionalOldSelf must be true or false",
      "x-kubernetes-validations[2] is required",
      "x-kubernetes-validations[3].rule must be a string",
      "properties.a.type must be a string",
      "properties.b is required",
      "properties.c.properties.d.type must be a string",
      "items.items.type must be a string",
      "not.type must be a string",
      "additionalProperties.type must be a string",
      "allOf[0].type must be a string",
      "allOf[1] is required",
      "anyOf[0].type must be a string",
      "oneOf[1].type must be a string",
    ],
  );
  const check = objectWith({ a: required(STRING), b: mapOf(NUMBER) });
  const words = (value: Json) => check(value, ["top", 0]).map(({ path, problem }) => `${pathInWords(path)} ${problem}`);
  assert.equal(words({ b: { c: null, d: 1, e: "1" } }), [
    "top[0].a is required",
    "top[0].b.c is required",
    "top[0].b.e must be a number",
  ]);
  assert.equal(words({ a: "", b: [] }), ["top[0].b must be an object"]);
});

shapes("lose what is null, but for values of objects and the names of fields", () => {
  const field = { type: "string", default: null, description: null };
  assert.equal(
    withoutNulls({
      a: null,
      default: { a: null },
      enum: [null, "a"],
      example: { a: null },
      items: { b: null, enum: [null] },
      allOf: [{ c: null, not: { d: null } }, "x"],
      properties: { a: null, default: field, enum: field, properties: { properties: { e: null, f: field } } },
    }),
    {
      default: { a: null },
      enum: [null, "a"],
      example: { a: null },
      items: { enum: [null] },
      allOf: [{ not: {} }, "x"],
      properties: {
        default: { type: "string" },
        enum: { type: "string" },
        properties: { properties: { f: { type: "string" } } },
      },
    },
  );
});

shapes("of a line of sums are a sum, two spaces and a name of one directory", () => {
  const sum = "0123456789abcdef".repeat(4);
  const line = (name: string, between = "  ") => `${sum}${between}${name}`;
  const names = ["a", "a.yaml", "A-b_c+1.0", "1"];
  assert.equal(
    checksumLines(names.map((name) => `${line(name)}\n`).join("")),
    names.map((name) => ({ sum, name })),
  );
  assert.equal([checksumLines(""), checksumLines("\n")], [[], [undefined]]);
  assert.equal(checksumLines(`${line("a")}\n\n`), [{ sum, name: "a" }, undefined]);
  const others = [
    line("a", " "),
    line("a", "   "),
    line("a", " *"),
    line(""),
    line(".a"),
    line("-a"),
    line("a/b"),
    line("a b"),
    line("a\r"),
    ` ${line("a")}`,
    `0${line("a")}`,
    line("a").slice(1),
    line("a").toUpperCase(),
  ];
  for (const other of others) assert.equal(checksumLines(other), [undefined], JSON.stringify(other));
});

shapes("of text have no characters that nobody sees", () => {
  assert.equal([...controlCharacters("a\tb\nc\r\nd é 日 👨‍👩‍👧")], []);
  assert.equal(
    [...controlCharacters("\r\x1b\x1b\u0085\u2028\u2029\u202a\u202e\u2066\u2069\ud800\x7f\0")],
    [
      ["U+000D", 0],
      ["U+001B", 1],
      ["U+0085", 3],
      ["U+2028", 4],
      ["U+2029", 5],
      ["U+202A", 6],
      ["U+202E", 7],
      ["U+2066", 8],
      ["U+2069", 9],
      ["U+D800", 10],
      ["U+007F", 11],
      ["U+0000", 12],
    ],
  );
  assert.equal(
    ["a", 1, null, true, [], {}, ["a", "\x1b"], { a: { "\x1b": 1 } }, { a: ["\x07", "\x1b"] }].map((value) =>
      controlCharacterIn(value),
    ),
    [undefined, undefined, undefined, undefined, undefined, undefined, "U+001B", "U+001B", "U+0007"],
  );
});

shapes("of a misspelt name are at most a third of its letters away from what was meant", () => {
  const known = ["maxLength", "minLength", "max", "x"];
  assert.equal(
    ["maxlength", "maxLenght", "minLengt", "mxa", "ma", "maxi", "maxLength", "maxxxxLength", "pattern", "", "y"].map(
      (word) => nearest(word, known),
    ),
    [
      "maxLength",
      "maxLength",
      "minLength",
      undefined,
      undefined,
      "max",
      "maxLength",
      "maxLength",
      undefined,
      undefined,
      undefined,
    ],
  );
  assert.is(nearest("ab", []), undefined);
  assert.is(nearest("abc", ["abd", "abe"]), "abd", "the first of two that are as near");
});

shapes("of a bundle are the same for both channels", () => {
  const paths = [
    admissionPolicyPath("standard"),
    kustomizationPath("standard"),
    installPath("standard"),
    `${schemasDirectory("standard")}/all.json`,
    `${typesDirectory("standard")}/index.d.ts`,
  ];
  assert.equal(paths, [
    "standard/admission-policy.yaml",
    "standard/kustomization.yaml",
    "standard-install.yaml",
    "schemas/standard/all.json",
    "types/standard/index.d.ts",
  ]);
  for (const path of paths) {
    assert.equal([isOfChannel(path, "standard"), isOfChannel(path, "experimental")], [true, false], path);
    assert.is(fromDist(inDist(path)), path);
  }
  for (const path of [
    "bundle.json",
    "types/package.json",
    "standard",
    "standards/a",
    "a/standard/b",
    "a/standard-install.yaml",
  ]) {
    assert.not.ok(isOfChannel(path, "standard"), path);
  }
  assert.equal([inDist("a"), inDist("../a"), fromDist("a"), fromDist("dist/a")], ["dist/a", "a", "../a", "a"]);
});

shapes.run();
