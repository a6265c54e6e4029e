/** Bounds have a problem if and only if no value meets them. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Json, JsonObject } from "../../../scripts/core/model/json.js";
import { formatSince, formatsOf, isFormatOf } from "../../../scripts/kubernetes/formats/formats.js";
import { boundProblems } from "../../../scripts/kubernetes/validation/bounds.js";
import { validationErrors } from "../../../scripts/kubernetes/validation/validate.js";

const bounds = suite("bounds");

const LIMITS = [undefined, -1, 0, 1, 2];
const NUMBERS = Array.from({ length: 33 }, (_, index) => (index - 16) / 4);
const COUNTS = [0, 1, 2, 3];

/** Returns the keywords of each problem. */
function keywordsOf(schema: JsonObject): string[] {
  return boundProblems(schema).map(({ keywords }) => keywords.join(" "));
}

function isMet(schema: JsonObject, values: readonly Json[]): boolean {
  return values.some((value) => validationErrors(schema, value).length === 0);
}

for (const type of ["integer", "number"]) {
  bounds(`of type ${type}, a lower and an upper one`, () => {
    for (const minimum of LIMITS)
      for (const maximum of LIMITS)
        for (const exclusiveMinimum of [false, true])
          for (const exclusiveMaximum of [false, true]) {
            const schema: JsonObject = {
              type,
              ...(minimum !== undefined && { minimum, exclusiveMinimum }),
              ...(maximum !== undefined && { maximum, exclusiveMaximum }),
            };
            const expected = isMet(schema, NUMBERS) ? [] : ["minimum maximum"];
            assert.equal(keywordsOf(schema), expected, JSON.stringify(schema));
          }
  });
}

bounds("whole numbers are compared with bounds without their fraction", () => {
  const between = (minimum: number, maximum: number) => keywordsOf({ type: "integer", minimum, maximum });
  assert.equal(between(1.5, 1), ["minimum"]);
  assert.equal(between(1.5, 0.5), ["minimum", "maximum", "minimum maximum"]);
});

const SIZES: readonly (readonly [type: string, least: string, most: string, ofSize: (count: number) => Json])[] = [
  ["string", "minLength", "maxLength", (count) => "a".repeat(count)],
  ["array", "minItems", "maxItems", (count) => Array.from({ length: count }, () => "a")],
  [
    "object",
    "minProperties",
    "maxProperties",
    (count) => Object.fromEntries(COUNTS.slice(0, count).map((key) => [`k${key}`, "a"])),
  ],
];

for (const [type, least, most, ofSize] of SIZES) {
  bounds(`of the size of type ${type}`, () => {
    for (const low of [undefined, 0, 1, 2])
      for (const high of [undefined, 0, 1, 2]) {
        const schema: JsonObject = {
          type,
          ...(type === "array" && { items: { type: "string" } }),
          ...(type === "object" && { additionalProperties: { type: "string" } }),
          ...(low !== undefined && { [least]: low }),
          ...(high !== undefined && { [most]: high }),
        };
        const expected = isMet(schema, COUNTS.map(ofSize)) ? [] : [`${least} ${most}`];
        assert.equal(keywordsOf(schema), expected, JSON.stringify(schema));
      }
  });
}

const LIMIT_ROWS: readonly (readonly [schema: JsonObject, ...keywords: string[]])[] = [
  [{ type: "integer", minimum: 2 ** 63 }, "minimum"],
  [{ type: "integer", maximum: -(2 ** 63) }, "maximum"],
  [{ type: "integer", minimum: 2 ** 62 }],
  [{ type: "integer", format: "int32", minimum: 2 ** 31 }, "minimum"],
  [{ type: "integer", format: "int32", maximum: 2 ** 31 - 1, minimum: -(2 ** 31) }],
  [{ type: "integer", format: "int32", maximum: -(2 ** 31) - 1 }, "maximum"],
  [{ type: "integer", format: "int64", maximum: 2 ** 31 }],
  [{ type: "number", format: "float", maximum: 1e39 }, "maximum"],
  [{ type: "number", format: "double", maximum: 1e39 }],
  [{ type: "number", maximum: 1e39 }],
  [{ type: "integer", multipleOf: 0 }, "multipleOf"],
  [{ type: "number", multipleOf: -0.5 }, "multipleOf"],
  [{ type: "number", multipleOf: 0.5 }],
  [{ type: "integer", multipleOf: 1 }],
  [{ type: "integer", format: "int32", multipleOf: 2 ** 31 }, "multipleOf"],
  [{ type: "integer", minimum: 0 }],
  [
    { type: "string", minLength: 2, maxLength: 1, minItems: 2, maxItems: 1 },
    "minLength maxLength",
    "minItems maxItems",
  ],
];

for (const [schema, ...keywords] of LIMIT_ROWS) {
  bounds(`${JSON.stringify(schema)}: ${keywords.join(", ") || "none"}`, () =>
    assert.equal(keywordsOf(schema), keywords),
  );
}

bounds("each type has its formats, with or without their dashes", () => {
  assert.equal(
    ["integer", "number"].map((type) => formatsOf(type)),
    [
      ["int32", "int64"],
      ["float", "double"],
    ],
  );
  for (const type of ["integer", "number", "string"])
    for (const other of ["integer", "number", "string"])
      for (const format of formatsOf(other)) {
        assert.is(isFormatOf(type, format), type === other, `${type}, ${format}`);
        if (other === "string") assert.is(isFormatOf(type, format.replaceAll("-", "")), type === other, format);
      }
  const texts = formatsOf("string");
  for (const format of ["date-time", "k8s-long-name", "k8s-short-name", "email"])
    assert.ok(texts.includes(format), format);
  for (const format of ["phone", "toString", ""]) assert.not(isFormatOf("string", format), format);
});

bounds("two formats are checked from Kubernetes 1.34 on, all others always", () => {
  const later = formatsOf("string").filter((format) => formatSince(format) !== undefined);
  assert.equal(later.sort(), ["k8s-long-name", "k8s-short-name"]);
  for (const format of [...later, "k8slongname", "k8sshortname"]) assert.is(formatSince(format), 34, format);
});

bounds.run();
