import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { type AdmissionCase, crd, type Subject, withStatus } from "./case.js";

const TEXT = { type: "string" } as const;
const NUMBER = { type: "integer" } as const;

function rules(...all: readonly (string | JsonObject)[]): JsonObject {
  return { "x-kubernetes-validations": all.map((rule) => (typeof rule === "string" ? { rule } : rule)) };
}

function specs(values: Readonly<Record<string, JsonObject>>): Record<string, AdmissionCase> {
  return Object.fromEntries(Object.entries(values).map(([name, spec]) => [name, { object: { spec } }]));
}

function updates(
  values: Readonly<Record<string, readonly [old: JsonObject, object: JsonObject]>>,
): Record<string, AdmissionCase> {
  const entries = Object.entries(values).map(([name, [old, object]]) => [
    name,
    { old: { spec: old }, object: { spec: object } },
  ]);
  return Object.fromEntries(entries) as Record<string, AdmissionCase>;
}

const BY_NAME = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] } as const;

export const RULES: Subject = {
  crd: crd("rules", {
    v1: {
      spec: {
        type: "object",
        properties: {
          n: { ...NUMBER, maximum: 9, ...rules("self != 5", { rule: "self != 6", message: "not six" }) },
          text: {
            ...TEXT,
            maxLength: 20,
            ...rules({ rule: "self != 'a'", reason: "FieldValueForbidden", messageExpression: "'got ' + self" }),
          },
          required: {
            ...TEXT,
            maxLength: 9,
            ...rules(
              { rule: "self != 'r'", reason: "FieldValueRequired" },
              { rule: "self != 'd'", reason: "FieldValueDuplicate" },
            ),
          },
          messages: {
            ...TEXT,
            maxLength: 20,
            ...rules(
              { rule: "self != 'blank'", messageExpression: "' '", message: "written" },
              { rule: "self != 'lines'", messageExpression: "'a\\nb'" },
              { rule: "self != 'fails'", messageExpression: "self.substring(9)", message: "written" },
            ),
          },
          list: {
            type: "array",
            maxItems: 3,
            items: { ...NUMBER, ...rules("self < 3") },
            ...rules("self.all(x, x > 0)"),
          },
          map: {
            type: "object",
            maxProperties: 3,
            additionalProperties: { ...TEXT, maxLength: 5, ...rules("self != 'bad'") },
          },
          index: { type: "array", maxItems: 3, items: NUMBER, ...rules("self[2] == 1") },
          key: { type: "object", maxProperties: 3, additionalProperties: NUMBER, ...rules("self.a == 1") },
          defaulted: { ...NUMBER, default: 7, ...rules("self != 8") },
          nullable: { ...NUMBER, nullable: true, ...rules("self > 0") },
          "x-y": { ...TEXT, maxLength: 5, ...rules("self != 'no'") },
          "a b": { ...TEXT, maxLength: 5, ...rules("self != 'no'") },
        },
        ...rules(
          { rule: "!has(self.n) || !has(self.text) || size(self.text) > self.n", fieldPath: ".text" },
          { rule: "!has(self.n) || self.n != 1", fieldPath: ".map.key" },
          { rule: "!has(self.n) || self.n != 2", fieldPath: ".map['a.b']" },
        ),
      },
    },
  }),
  requests: specs({
    valid: { n: 1, text: "bb", list: [1, 2], map: { a: "x" }, nullable: null },
    false: { n: 5, map: { a: "bad", b: "ok" }, list: [1, 3] },
    "a message": { n: 6 },
    "a reason and a message expression": { text: "a" },
    "other reasons": { required: "r" },
    "a duplicate": { required: "d" },
    "a blank message": { messages: "blank" },
    "a message of two lines": { messages: "lines" },
    "a message that cannot be evaluated": { messages: "fails" },
    "several rules of a list": { list: [0, 3] },
    "a missing item": { index: [1] },
    "a missing key": { key: {} },
    "a default": { defaulted: null },
    "names that are escaped, or have no form": { "x-y": "no", "a b": "no" },
    "a field path": { n: 3, text: "bb" },
    "after an error that does not matter": { n: 10, text: "a" },
    "after an error that matters": { n: "1", text: "a" },
    "after a required field": { text: "a", list: [1, 2, 3, 4] },
  }),
};

export const TRANSITIONS: Subject = {
  crd: crd("transitions", {
    v1: {
      spec: {
        type: "object",
        properties: {
          fixed: { ...NUMBER, ...rules("self == oldSelf") },
          optional: {
            ...NUMBER,
            ...rules({ rule: "!oldSelf.hasValue() || self >= oldSelf.value()", optionalOldSelf: true }),
          },
          map: {
            type: "array",
            maxItems: 5,
            ...BY_NAME,
            items: {
              type: "object",
              required: ["name"],
              properties: { name: { ...TEXT, maxLength: 5 }, n: { ...NUMBER, ...rules("self >= oldSelf") } },
            },
          },
          keys: { type: "object", maxProperties: 5, additionalProperties: { ...NUMBER, ...rules("self >= oldSelf") } },
          same: {
            type: "object",
            properties: {
              l: { ...TEXT, maxLength: 5 },
              any: { "x-kubernetes-preserve-unknown-fields": true },
              "a b": { ...TEXT, maxLength: 5 },
              x__dash__y: { ...TEXT, maxLength: 5 },
              "x-z": { ...TEXT, maxLength: 5 },
            },
            ...rules("self == oldSelf"),
          },
          set: {
            type: "array",
            maxItems: 5,
            "x-kubernetes-list-type": "set",
            items: { ...TEXT, maxLength: 5 },
            ...rules("self == oldSelf"),
          },
        },
        ...rules("!has(oldSelf.set) || has(self.set)"),
      },
    },
  }),
  requests: {
    "a new object": { object: { spec: { fixed: 1, optional: 1 } } },
    ...updates({
      unchanged: [{ fixed: 1 }, { fixed: 1 }],
      changed: [{ fixed: 1 }, { fixed: 2 }],
      added: [{}, { fixed: 2, optional: 1 }],
      removed: [{ fixed: 1, set: ["a"] }, {}],
      "an optional old value": [{ optional: 2 }, { optional: 1 }],
      "items by their key": [
        {
          map: [
            { name: "a", n: 1 },
            { name: "b", n: 5 },
          ],
        },
        {
          map: [
            { name: "b", n: 4 },
            { name: "a", n: 2 },
            { name: "c", n: 0 },
          ],
        },
      ],
      keys: [{ keys: { a: 1, b: 5 } }, { keys: { b: 4, a: 1, c: 0 } }],
      "a set in another order": [{ set: ["a", "b"] }, { set: ["b", "a"] }],
      "objects of the same size with other fields": [{ same: { l: "x" } }, { same: { any: 1 } }],
      "a field without a name in CEL": [{ same: { l: "x" } }, { same: { "a b": "x" } }],
      "a field without a name in CEL that changes": [{ same: { "a b": "x" } }, { same: { "a b": "y" } }],
      "a field whose name looks escaped": [{ same: { x__dash__y: "1" } }, { same: { x__dash__y: "2" } }],
      "a field whose name is escaped": [{ same: { "x-z": "1" } }, { same: { "x-z": "2" } }],
      "a field of any type that changes": [{ same: { any: [1] } }, { same: { any: [2] } }],
      "a field of any type that stays": [{ same: { any: [1, { a: null }] } }, { same: { any: [1, { a: null }] } }],
    }),
  },
};

export const RATCHETING: Subject = {
  crd: crd("ratcheting", {
    v1: withStatus({
      spec: {
        type: "object",
        properties: {
          text: { ...TEXT, maxLength: 3, ...rules("self != 'no'") },
          n: { ...NUMBER, maximum: 3 },
          other: NUMBER,
          set: { type: "array", "x-kubernetes-list-type": "set", maxItems: 2, items: { ...TEXT, maxLength: 3 } },
          list: {
            type: "array",
            maxItems: 9,
            items: { type: "object", properties: { a: { ...NUMBER, ...rules("self < 3") }, b: NUMBER } },
          },
          map: {
            type: "array",
            maxItems: 9,
            ...BY_NAME,
            items: {
              type: "object",
              required: ["name"],
              properties: {
                name: { ...TEXT, maxLength: 5 },
                a: { ...NUMBER, maximum: 3, ...rules("self != 3") },
                inner: { type: "array", maxItems: 3, items: { ...NUMBER, ...rules("self < 3") } },
              },
            },
          },
          a: {
            type: "object",
            properties: { b: { type: "object", properties: { c: { ...NUMBER, ...rules("self < 3") } } } },
          },
          b: { type: "object", properties: { c: { ...NUMBER, ...rules("self < 3") } } },
          transition: { ...NUMBER, ...rules("self < 3 || oldSelf > 5") },
          fails: { type: "array", maxItems: 3, items: NUMBER, ...rules("self[2] == 1") },
          needs: { type: "object", required: ["x"], properties: { x: NUMBER, y: NUMBER } },
        },
      },
      status: { type: "object", properties: { kind: { ...TEXT, maxLength: 3 }, phase: { ...TEXT, maxLength: 5 } } },
    }),
  }),
  requests: {
    ...updates({
      "a value that stays": [
        { text: "long", other: 1 },
        { text: "long", other: 2 },
      ],
      "a value that changes": [{ text: "long" }, { text: "longer" }],
      "a rule about a value that stays": [{ text: "no" }, { text: "no", other: 1 }],
      "a bound of a value that stays": [{ n: 9 }, { n: 9, other: 1 }],
      "a list that stays": [{ list: [{ a: 9 }] }, { list: [{ a: 9 }], other: 1 }],
      "an item of a list that stays": [{ list: [{ a: 9 }, { a: 1 }] }, { list: [{ a: 9 }, { a: 2 }] }],
      "an item of a map that stays": [
        { map: [{ name: "x", a: 9 }, { name: "y" }] },
        {
          map: [
            { name: "y", a: 1 },
            { name: "x", a: 9 },
          ],
        },
      ],
      "an item of a map whose other field changes": [
        { map: [{ name: "x", a: 3 }] },
        { map: [{ name: "x", a: 3, inner: [1] }] },
      ],
      "a list in an item of a map": [{ map: [{ name: "x", inner: [9] }] }, { map: [{ name: "x", inner: [9, 1] }] }],
      "a new field with the name of one that stays": [{ b: { c: 9 } }, { b: { c: 9 }, a: { b: { c: 9 } } }],
      "a new object inside an old one": [{ a: {} }, { a: { b: { c: 9 } } }],
      "a transition rule": [{ transition: 4 }, { transition: 4, other: 1 }],
      "a rule that cannot be evaluated": [{ fails: [1] }, { fails: [1], other: 1 }],
      "a required field": [{ needs: { y: 1 } }, { needs: { y: 1 }, other: 1 }],
      "a required field of what changes": [{ needs: { y: 1 } }, { needs: { y: 2 } }],
      "too many items that stay": [{ set: ["a", "b", "c"] }, { set: ["a", "b", "c"], other: 1 }],
      "a type that changes": [{ text: "long" }, { text: 1 }],
    }),
    "a status that stays": {
      old: { spec: {}, status: { phase: "longer", kind: "long" } },
      object: { status: { phase: "longer", kind: "long" } },
      subresource: "status",
    },
    "a kind in the status": {
      old: { spec: {}, status: { kind: "long" } },
      object: { status: { kind: "long", phase: "a" } },
      subresource: "status",
    },
    "a spec that the status does not see": {
      old: { spec: { n: 9 } },
      object: { spec: { n: 8 }, status: { phase: "a" } },
      subresource: "status",
    },
    "a rule of the spec in an update of the status": {
      old: { spec: { fails: [1] } },
      object: { status: { phase: "a" } },
      subresource: "status",
    },
  },
};
