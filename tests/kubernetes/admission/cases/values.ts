import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { type AdmissionCase, crd, type Subject } from "./case.js";

const TEXT = { type: "string" } as const;
const NUMBER = { type: "integer" } as const;

function specs(values: Readonly<Record<string, JsonObject>>): Record<string, AdmissionCase> {
  return Object.fromEntries(Object.entries(values).map(([name, spec]) => [name, { object: { spec } }]));
}

function withSpec(subject: string, properties: JsonObject, more: JsonObject = {}): JsonObject {
  return crd(subject, { v1: { spec: { type: "object", properties, ...more } } });
}

export const DEFAULTS: Subject = {
  crd: withSpec("defaults", {
    plain: { ...NUMBER, default: 1 },
    nullable: { ...NUMBER, default: 1, nullable: true },
    none: NUMBER,
    nullableNone: { ...NUMBER, nullable: true },
    nested: { type: "object", default: {}, properties: { a: { ...NUMBER, default: 2 }, b: NUMBER } },
    items: { type: "array", items: { type: "object", properties: { a: { ...NUMBER, default: 3 } } } },
    defaultItems: { type: "array", items: { type: "object", default: { a: 4 }, properties: { a: NUMBER } } },
    values: { type: "object", additionalProperties: { type: "object", properties: { a: { ...NUMBER, default: 5 } } } },
    numbers: { type: "array", items: { ...NUMBER, nullable: true } },
  }),
  requests: {
    "no spec": { object: {} },
    "a null spec": { object: { spec: null } },
    ...specs({
      nothing: {},
      nulls: { plain: null, nullable: null, none: null, nullableNone: null },
      "inside objects, lists and maps": { nested: { b: 1 }, items: [{}, { a: 1 }], values: { x: {}, y: { a: 1 } } },
      "nulls inside": { nested: { a: null }, items: [{ a: null }], values: { x: { a: null } } },
      "null instead of an object": { nested: null, items: null, values: null },
      "null items": { items: [null], defaultItems: [null, {}], numbers: [null, 1] },
      "null values": { values: { x: null } },
    }),
  },
};

export const UNKNOWN: Subject = {
  crd: withSpec("unknown", {
    pruned: { type: "object", properties: { a: NUMBER } },
    kept: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { a: NUMBER, o: { type: "object", properties: { b: NUMBER } } },
    },
    free: { "x-kubernetes-preserve-unknown-fields": true },
    items: { type: "array", items: { type: "object", properties: { a: NUMBER } } },
    values: { type: "object", additionalProperties: { type: "object", properties: { a: NUMBER } } },
    map: { type: "object", additionalProperties: NUMBER, maxProperties: 3 },
  }),
  requests: {
    "at the root": { object: { extra: 1, spec: {} } },
    ...specs({
      "in objects": { pruned: { a: 1, x: 1 }, kept: { a: 1, x: { y: [1] }, o: { b: 1, z: 1 } }, free: [{ a: null }] },
      "in lists and maps": { items: [{ a: 1, x: 1 }], values: { k: { a: 1, x: 1 } } },
      "wrong types inside what is kept": { kept: { a: "1", o: { b: true } } },
      "keys of prototypes": {
        map: JSON.parse('{"__proto__": 1, "constructor": 2}'),
        kept: JSON.parse('{"__proto__": {"a": 1}}'),
      },
      "too many keys": { map: { a: 1, b: 2, c: 3, d: 4 } },
      "a key with an odd name": { map: { "a.b/c d": "x" } },
      "null values": { map: { a: null }, kept: { a: null, x: null } },
    }),
  },
};

export const KEYWORDS: Subject = {
  crd: withSpec("keywords", {
    text: { ...TEXT, minLength: 2, maxLength: 3 },
    pattern: { ...TEXT, pattern: "^[a-z]+$" },
    unicode: { ...TEXT, pattern: "^\\pL+$" },
    choice: { ...TEXT, enum: ["a", "b"] },
    choices: { type: "array", items: { ...TEXT, enum: ["a"] }, maxItems: 2, minItems: 1 },
    numeric: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 10, multipleOf: 0.1 },
    whole: { type: "integer", format: "int32", minimum: -5, maximum: 5 },
    long: { type: "integer", format: "int64" },
    either: { "x-kubernetes-int-or-string": true },
    percent: { "x-kubernetes-int-or-string": true, pattern: "^[0-9]+%$" },
    flag: { type: "boolean" },
    one: { type: "object", properties: { a: NUMBER, b: NUMBER }, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    any: { ...TEXT, anyOf: [{ pattern: "^a" }, { maxLength: 1 }] },
    not: { ...TEXT, not: { enum: ["x"] } },
    all: { ...TEXT, allOf: [{ minLength: 2 }, { pattern: "b" }] },
    required: { type: "object", required: ["a", "b"], properties: { a: NUMBER, b: { ...NUMBER, default: 1 } } },
    date: { ...TEXT, format: "date" },
    time: { ...TEXT, format: "date-time" },
    span: { ...TEXT, format: "duration" },
    bytes: { ...TEXT, format: "byte" },
    ip: { ...TEXT, format: "ipv4" },
    net: { ...TEXT, format: "cidr" },
    uuid: { ...TEXT, format: "uuid" },
    odd: { ...TEXT, format: "unknown" },
    size: { type: "object", maxProperties: 1, minProperties: 1, additionalProperties: TEXT },
  }),
  requests: specs({
    valid: { text: "ab", pattern: "a", choice: "a", numeric: 0.3, whole: 5, either: "x", percent: "5%", flag: true },
    "lengths count code points": { text: "😀😀😀", unicode: "éß" },
    "too short": { text: "a" },
    "too long": { text: "abcd" },
    patterns: { pattern: "A", unicode: "1" },
    enums: { choice: "c", choices: ["a", "b", "c"] },
    sizes: { choices: [], size: {} },
    "a map that is too large": { size: { a: "1", b: "2" } },
    "numbers out of bounds": { numeric: 0, whole: 6 },
    "a number that is no multiple": { numeric: 0.25 },
    "a fraction of zero is a whole number": { whole: 1.0 },
    "a fraction as an integer": { whole: 1.5 },
    "an integer above int32": { whole: 2_147_483_648 },
    "an integer above int64": { long: 9.3e18 },
    "wrong types": { text: 1, flag: "true", whole: "1", numeric: "1", one: [], choices: {} },
    "null of a wrong type": { text: null, flag: null, one: null },
    "an integer or a string": { either: true, percent: 5 },
    "a fraction as an integer or a string": { either: 1.5 },
    "a string of another pattern": { percent: "5" },
    "no branch of oneOf": { one: {} },
    "two branches of oneOf": { one: { a: 1, b: 2 } },
    "one branch of oneOf": { one: { a: 1 } },
    anyOf: { any: "bb" },
    not: { not: "x" },
    allOf: { all: "c" },
    "a missing field, and one with a default": { required: {} },
    formats: {
      date: "2026-02-29",
      time: "2026-01-01T00:00:00",
      span: "1y",
      bytes: "a",
      ip: "1.2.3",
      net: "1.2.3.4",
      uuid: "x",
    },
    "valid formats": {
      date: "2026-02-28",
      time: "2026-01-01T00:00:00Z",
      span: "1h",
      bytes: "YQ==",
      ip: "1.2.3.4",
      net: "1.2.3.0/24",
      uuid: "c2dc0ac9-d4a8-4d3a-9d25-0a3f3f0f0a3f",
      odd: "x",
    },
  }),
};

export const LISTS: Subject = {
  crd: withSpec("lists", {
    set: { type: "array", "x-kubernetes-list-type": "set", items: TEXT },
    numbers: { type: "array", "x-kubernetes-list-type": "set", items: { type: "number" } },
    map: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name", "port"],
      items: {
        type: "object",
        required: ["name"],
        properties: {
          name: TEXT,
          port: { ...NUMBER, default: 80 },
          inner: { type: "array", "x-kubernetes-list-type": "set", items: TEXT },
        },
      },
    },
    objects: {
      type: "array",
      "x-kubernetes-list-type": "set",
      items: { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: NUMBER } },
    },
  }),
  requests: {
    ...specs({
      unique: { set: ["a", "b"], map: [{ name: "a" }, { name: "a", port: 81 }], objects: [{ a: 1 }, { a: 2 }] },
      repeated: { set: ["a", "b", "a", "a"], numbers: [1, 1.0, 2] },
      "repeated objects": { objects: [{ a: 1 }, { a: 1 }] },
      "repeated keys": { map: [{ name: "a" }, { name: "b" }, { name: "a", port: 80 }] },
      "missing keys": { map: [{ port: 1 }, { port: 1 }] },
      "repeated inside": { map: [{ name: "a", inner: ["x", "x"] }] },
    }),
    "an update that repeats": { old: { spec: { set: ["a"] } }, object: { spec: { set: ["a", "a"] } } },
  },
};

export const EMBEDDED: Subject = {
  crd: withSpec("embedded", {
    pod: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    declared: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { metadata: { type: "object", properties: { name: { ...TEXT, maxLength: 3 } } } },
    },
    list: {
      type: "array",
      items: { type: "object", "x-kubernetes-embedded-resource": true, properties: { spec: NUMBER } },
    },
  }),
  requests: specs({
    valid: { pod: { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: {} } },
    "no type": { pod: {} },
    "a wrong type": { pod: { apiVersion: "a/b/c", kind: "p o d" } },
    "types that are no strings": { pod: { apiVersion: 1, kind: true } },
    "wrong metadata": { pod: { apiVersion: "v1", kind: "Pod", metadata: { name: "A B", labels: { "a b": "" } } } },
    "metadata of wrong types": { pod: { apiVersion: "v1", kind: "Pod", metadata: { labels: [1] } } },
    "unknown metadata": { pod: { apiVersion: "v1", kind: "Pod", metadata: { nmae: "a", creationTimestamp: null } } },
    "null metadata": { pod: { apiVersion: "v1", kind: "Pod", metadata: null } },
    "null metadata that is declared": { declared: { apiVersion: "v1", kind: "Pod", metadata: null } },
    "declared metadata": {
      declared: { apiVersion: "v1", kind: "Pod", metadata: { name: "abcd", labels: { a: "b" } } },
    },
    "an unknown operation of managed fields": {
      pod: {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "a", managedFields: [{ manager: "m", operation: "Foo", fieldsType: "FieldsV1" }] },
      },
    },
    "in a list": { list: [{ apiVersion: "v1", kind: "Pod", spec: 1, extra: 1 }, { kind: "Pod" }] },
  }),
};
