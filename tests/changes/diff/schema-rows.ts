/** Pairs of schemas, and the changes between them. */
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { object, STRING } from "./crd.js";

/** Title, schemas before and after, and the changes in both directions. */
type Row = [about: string, before: JsonObject, after: JsonObject, there: string[], back: string[]];

export const LIST: JsonObject = { type: "array", items: STRING };
const KEYED: JsonObject = {
  type: "array",
  items: object({ name: STRING }),
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name"],
};
export const KEPT = { "x-kubernetes-preserve-unknown-fields": true };
export const A_REQUIRED = { required: ["a"] };
const A_RULED = { "x-kubernetes-validations": [{ rule: "has(self.a)" }] };

export const SCHEMA_ROWS: readonly Row[] = [
  ["another type", STRING, { type: "integer" }, ["break type ."], ["break type ."]],
  ["int-or-string", STRING, { "x-kubernetes-int-or-string": true }, ["break type ."], ["break type ."]],
  [
    "an object that is a map",
    object({}),
    { type: "object", additionalProperties: STRING },
    ["break type ."],
    ["break type ."],
  ],
  ["a list of something else", LIST, { ...LIST, items: { type: "integer" } }, ["break type []"], ["break type []"]],
  [
    "a map of something else",
    { type: "object", additionalProperties: STRING },
    { type: "object", additionalProperties: { type: "boolean" } },
    ["break type {}"],
    ["break type {}"],
  ],
  [
    "an object that is a whole resource",
    object({}),
    object({}, { "x-kubernetes-embedded-resource": true }),
    ["break type ."],
    ["break type ."],
  ],
  ["a default", STRING, { ...STRING, default: "a" }, ["break default ."], ["break default ."]],
  [
    "another default",
    { ...STRING, default: "a" },
    { ...STRING, default: "b" },
    ["break default ."],
    ["break default ."],
  ],
  [
    "a default that is false",
    { type: "boolean" },
    { type: "boolean", default: false },
    ["break default ."],
    ["break default ."],
  ],
  [
    "required",
    object({ a: STRING }),
    object({ a: STRING }, A_REQUIRED),
    ["tightening required .a"],
    ["loosening required .a"],
  ],
  [
    "required where a default fills it in",
    object({ a: { ...STRING, default: "x" } }),
    object({ a: { ...STRING, default: "x" } }, A_REQUIRED),
    [],
    [],
  ],
  [
    "required, and the default goes",
    object({ a: { ...STRING, default: "x" } }, A_REQUIRED),
    object({ a: STRING }, A_REQUIRED),
    ["tightening required .a", "break default .a"],
    ["loosening required .a"],
  ],
  [
    "required under a rule that requires it, too",
    object({ a: STRING, b: STRING }, A_RULED),
    object({ a: STRING, b: STRING }, { ...A_RULED, ...A_REQUIRED }),
    ["wording required .a"],
    ["wording required .a"],
  ],
  [
    "required without a schema of its own",
    object({}, KEPT),
    object({}, { ...KEPT, ...A_REQUIRED }),
    ["tightening required .a"],
    ["loosening required .a"],
  ],
  ["a field", object({}), object({ a: STRING }), ["addition field-added .a"], ["break field-removed .a"]],
  [
    "a field that is required",
    object({}),
    object({ a: STRING }, A_REQUIRED),
    ["addition field-added .a", "tightening required .a"],
    ["break field-removed .a"],
  ],
  [
    "a field that is required and has a default",
    object({}),
    object({ a: { ...STRING, default: "x" } }, A_REQUIRED),
    ["addition field-added .a"],
    ["break field-removed .a"],
  ],
  [
    "a field of elements",
    { type: "array", items: object({}) },
    { type: "array", items: object({ a: STRING }) },
    ["addition field-added [].a"],
    ["break field-removed [].a"],
  ],
  [
    "a field where unknown ones are kept beside declared ones",
    object({ b: STRING }, KEPT),
    object({ b: STRING, a: STRING, c: object({ d: STRING }, KEPT) }, KEPT),
    ["addition field-added .a", "addition field-added .c"],
    ["break field-removed .a", "break field-removed .c"],
  ],
  [
    "an object that keeps only declared fields, where all were kept",
    object({ b: STRING }, KEPT),
    object({ b: STRING, a: object({ c: object({ d: STRING }) }) }, KEPT),
    ["addition field-added .a", "break unknown-fields .a"],
    ["break field-removed .a"],
  ],
  [
    "a list and a map of objects that keep only declared fields, where all were kept",
    object({ b: STRING }, KEPT),
    object(
      {
        b: STRING,
        l: { type: "array", items: object({ c: STRING }) },
        m: { type: "object", additionalProperties: object({ p: object({}) }, KEPT) },
      },
      KEPT,
    ),
    ["addition field-added .l", "break unknown-fields .l[]", "addition field-added .m", "break unknown-fields .m{}.p"],
    ["break field-removed .l", "break field-removed .m"],
  ],
  [
    "a list that keeps unknown fields in its items",
    { type: "array", items: object({ a: STRING }), ...KEPT },
    { type: "array", items: object({ a: STRING, b: object({}) }) },
    ["break unknown-fields .", "break unknown-fields []", "addition field-added [].b", "break unknown-fields [].b"],
    ["loosening unknown-fields .", "loosening unknown-fields []", "break field-removed [].b"],
  ],
  [
    "a list of objects and one of scalars that keep unknown fields",
    object({}, KEPT),
    object(
      {
        l: { type: "array", items: object({}), ...KEPT },
        m: { type: "array", items: STRING, ...KEPT },
      },
      KEPT,
    ),
    ["addition field-added .l", "addition field-added .m"],
    ["break field-removed .l", "break field-removed .m"],
  ],
  [
    "a field in an object that declared none",
    { type: "object", ...KEPT },
    object({ a: STRING, b: KEPT, c: { ...KEPT, enum: [1] }, d: object({}, KEPT), e: object({}) }, KEPT),
    [
      "addition field-added .a",
      "addition field-added .b",
      "addition field-added .c",
      "addition field-added .d",
      "addition field-added .e",
      "break unknown-fields .e",
    ],
    [..."abcde"].map((name) => `break field-removed .${name}`),
  ],
  [
    "a resource in an object that declared no fields",
    { type: "object", ...KEPT },
    object({ a: object({ metadata: { type: "object" } }, { ...KEPT, "x-kubernetes-embedded-resource": true }) }, KEPT),
    ["addition field-added .a"],
    ["break field-removed .a"],
  ],
  [
    "a list that is a set",
    LIST,
    { ...LIST, "x-kubernetes-list-type": "set" },
    ["break list-type ."],
    ["break list-type ."],
  ],
  [
    "a list that is a map",
    { type: "array", items: KEYED.items ?? {} },
    KEYED,
    ["break list-type ."],
    ["break list-type ."],
  ],
  ["a list that says it is atomic", LIST, { ...LIST, "x-kubernetes-list-type": "atomic" }, [], []],
  [
    "another key",
    { ...KEYED, items: object({ name: STRING, port: STRING }) },
    { ...KEYED, items: object({ name: STRING, port: STRING }), "x-kubernetes-list-map-keys": ["name", "port"] },
    ["break list-type ."],
    ["break list-type ."],
  ],
  [
    "keys in another order",
    { ...KEYED, "x-kubernetes-list-map-keys": ["name", "port"] },
    { ...KEYED, "x-kubernetes-list-map-keys": ["port", "name"] },
    [],
    [],
  ],
  [
    "an atomic object",
    object({}),
    object({}, { "x-kubernetes-map-type": "atomic" }),
    ["break map-type ."],
    ["break map-type ."],
  ],
  ["an object that says it is granular", object({}), object({}, { "x-kubernetes-map-type": "granular" }), [], []],
  ["unknown fields", object({}), object({}, KEPT), ["loosening unknown-fields ."], ["break unknown-fields ."]],
  ...["description", "title", "example", "externalDocs"].map((keyword): Row => {
    const value = keyword === "externalDocs" ? { url: "https://example.dev" } : "words";
    return [keyword, STRING, { ...STRING, [keyword]: value }, ["wording wording ."], ["wording wording ."]];
  }),
  [
    "a keyword nobody thought of",
    STRING,
    { ...STRING, "x-new": 1 },
    ["unknown unclassified ."],
    ["unknown unclassified ."],
  ],
  ["elements that are no schema", { type: "array" }, LIST, ["unknown unclassified []"], ["unknown unclassified []"]],
  [
    "required in another order",
    object({ a: STRING, b: STRING }, { required: ["a", "b"] }),
    object({ a: STRING, b: STRING }, { required: ["b", "a"] }),
    [],
    [],
  ],
];

const ONE_OF: JsonObject = { oneOf: [{ required: ["a"] }, { required: ["b"] }] };
const AB = { a: STRING, b: STRING };
const ABM = { ...AB, m: { ...STRING, default: "X" } };
/** Two fields that every object has, so an object never has fewer than two. */
export const TWO_DEFAULTS: JsonObject = { a: { ...STRING, default: "x" }, b: { ...STRING, default: "x" } };
const INTEGER: JsonObject = { type: "integer" };
const COMPARED: JsonObject = { "x-kubernetes-validations": [{ rule: "!has(self.a) || self.a <= self.a" }] };
const LARGEST = { "x-kubernetes-validations": [{ rule: "[self.a, 1].max() < 10" }] };
const ALL_COMPARED: JsonObject = { "x-kubernetes-validations": [{ rule: "!has(self.l) || self.l.all(x, x <= x)" }] };
/** Title, schemas before and after, and the changes. */
type OneWay = [about: string, before: JsonObject, after: JsonObject, changes: string[]];

export const ONE_WAY: readonly OneWay[] = [
  [
    "a branch whose field has a default, and so is in every object",
    object(AB, ONE_OF),
    object(ABM, { oneOf: [...(ONE_OF.oneOf as JsonObject[]), { required: ["m"] }] }),
    ["tightening values .", "addition field-added .m"],
  ],
  [
    "a number of fields that a new one with a default exceeds",
    object(AB, { maxProperties: 1 }),
    object(ABM, { maxProperties: 1 }),
    ["tightening values .", "addition field-added .m"],
  ],
  [
    "a new field with a default that was excluded by name",
    object(AB),
    object(ABM, { not: { required: ["m"] } }),
    ["tightening values .", "addition field-added .m"],
  ],
  [
    "a new field with a default, and room for it",
    object(AB, { maxProperties: 1 }),
    object(ABM, { maxProperties: 2 }),
    ["wording values .", "addition field-added .m"],
  ],
  [
    "a new field with a default further down, which a branch reads",
    object({ s: object({ a: STRING }) }),
    object({ s: object(ABM) }, { not: { properties: { s: { required: ["m"] } }, required: ["s"] } }),
    ["tightening values .", "addition field-added .s.b", "addition field-added .s.m"],
  ],
  [
    "a bound on the number of fields where unknown ones are kept",
    object({ a: STRING }, { ...KEPT, maxProperties: 3 }),
    object({ a: STRING }, { ...KEPT, maxProperties: 1 }),
    ["tightening values ."],
  ],
  [
    "unknown fields that come to count",
    object(AB, { maxProperties: 2 }),
    object(AB, { ...KEPT, maxProperties: 2 }),
    ["unknown values .", "loosening unknown-fields ."],
  ],
  [
    "a new field with a default where unknown ones are kept and counted",
    object(AB, { ...KEPT, maxProperties: 2 }),
    object(ABM, { ...KEPT, maxProperties: 2 }),
    ["unknown values .", "addition field-added .m"],
  ],
  [
    "null that an enum rejects, where it was dropped",
    object({ f: { ...STRING, enum: ["a"] } }),
    object({ f: { ...STRING, enum: ["a"], nullable: true } }),
    ["tightening values .f"],
  ],
  [
    "null that is kept, where it became the default",
    object({ f: { ...STRING, default: "a" } }),
    object({ f: { ...STRING, default: "a", nullable: true } }),
    ["break values .f"],
  ],
  [
    "null that is kept and counts, where it was dropped",
    object(AB, ONE_OF),
    object({ a: { ...STRING, nullable: true }, b: STRING }, ONE_OF),
    ["tightening values .a"],
  ],
  [
    "null that is kept where nothing counts it",
    object(AB),
    object({ a: { ...STRING, nullable: true }, b: STRING }),
    ["loosening values .a"],
  ],
  [
    "null that is rejected in a list",
    { type: "array", items: { ...STRING, nullable: true } },
    { type: "array", items: STRING },
    ["tightening values []"],
  ],
  ["null that is dropped", object({ a: { ...STRING, nullable: true } }), object({ a: STRING }), ["break values .a"]],
  [
    "null that is dropped and missed",
    object({ a: { ...STRING, nullable: true } }, A_REQUIRED),
    object({ a: STRING }, A_REQUIRED),
    ["tightening values .a"],
  ],
  [
    "required said in a branch",
    object(AB, { allOf: [A_REQUIRED] }),
    object(AB, A_REQUIRED),
    ["wording values .", "wording required .a"],
  ],
  [
    "required said outright",
    object(AB, A_REQUIRED),
    object(AB, { allOf: [A_REQUIRED] }),
    ["wording values .", "wording required .a"],
  ],
  [
    "required by number",
    object({ a: STRING }, { minProperties: 1 }),
    object({ a: STRING }, A_REQUIRED),
    ["wording values .", "wording required .a"],
  ],
  [
    "required that a rule asked for",
    object(AB, { "x-kubernetes-validations": [{ rule: "has(self.a)" }] }),
    object(AB, A_REQUIRED),
    ["wording rule .", "wording required .a"],
  ],
  [
    "a bound that a rule asked for",
    { ...STRING, "x-kubernetes-validations": [{ rule: "self.size() <= 5" }] },
    { ...STRING, maxLength: 5 },
    ["wording values .", "wording rule ."],
  ],
  [
    "a bound beside a rule that asks for more",
    { ...STRING, "x-kubernetes-validations": [{ rule: "self.size() <= 5" }] },
    { ...STRING, maxLength: 9, "x-kubernetes-validations": [{ rule: "self.size() <= 5" }] },
    ["wording values ."],
  ],
  [
    "a bound that a rule asked for only when something changes",
    { ...STRING, "x-kubernetes-validations": [{ rule: "self.size() <= 5 && oldSelf != 'x'" }] },
    { ...STRING, maxLength: 5 },
    ["tightening values .", "loosening rule ."],
  ],
  ["a whole number that may be a string", INTEGER, { "x-kubernetes-int-or-string": true }, ["loosening type ."]],
  [
    "a whole number that may be a string, with a bound that it lacked",
    INTEGER,
    { "x-kubernetes-int-or-string": true, minimum: 1 },
    ["break type ."],
  ],
  [
    "a whole number that may be a string, under a rule of a parent",
    object({ a: INTEGER }, LARGEST),
    object({ a: { "x-kubernetes-int-or-string": true } }, LARGEST),
    ["unknown type .a"],
  ],
  [
    "a whole number with a rule of its own that may be a string",
    { ...INTEGER, "x-kubernetes-validations": [{ rule: "[self, 1].max() < 10" }] },
    { "x-kubernetes-int-or-string": true, "x-kubernetes-validations": [{ rule: "[self, 1].max() < 10" }] },
    ["unknown type ."],
  ],
  ...["byte", "date", "date-time", "duration"].map((format): OneWay => {
    const ruled = { type: "string", "x-kubernetes-validations": [{ rule: "self != oldSelf" }] };
    return [`a rule that read a ${format}`, { ...ruled, format }, ruled, ["loosening values .", "unknown values ."]];
  }),
  [
    "a format under a rule of a parent",
    object({ a: { ...STRING, format: "duration" } }, COMPARED),
    object({ a: STRING }, COMPARED),
    ["loosening values .a", "unknown values .a"],
  ],
  [
    "a format in items under a rule",
    object({ l: { type: "array", items: { ...STRING, format: "duration" } } }, ALL_COMPARED),
    object({ l: { type: "array", items: STRING } }, ALL_COMPARED),
    ["loosening values .l[]", "unknown values .l[]"],
  ],
  [
    "a format without rules",
    object({ a: { ...STRING, format: "duration" } }),
    object({ a: STRING }),
    ["loosening values .a"],
  ],
  [
    "values that cannot be decided",
    { ...STRING, pattern: "^(a|b)*a(a|b){40}$" },
    { ...STRING, pattern: "^(a|b)*b(a|b){40}$" },
    ["unknown values ."],
  ],
  [
    "a gap between two lengths",
    STRING,
    { ...STRING, anyOf: [{ maxLength: 5 }, { minLength: 10 }] },
    ["tightening values ."],
  ],
];
