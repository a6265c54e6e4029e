import { KEYED, list, map, object, STRING, set, withField } from "../documents.js";
import type { NewCase } from "./case.js";

export const CASES: readonly NewCase[] = [
  ["a set of strings", withField(set(STRING))],
  ["a list type that is unknown", withField(list(STRING, { "x-kubernetes-list-type": "bag" })), "crd-list-type"],
  ["a list type of a string", withField({ ...STRING, "x-kubernetes-list-type": "atomic" }), "crd-list-type"],
  [
    "a list type without a type",
    withField({ "x-kubernetes-list-type": "atomic", "x-kubernetes-preserve-unknown-fields": true }),
    "crd-list-type",
  ],
  ["a map type that is unknown", withField({ type: "object", "x-kubernetes-map-type": "set" }), "crd-list-type"],
  ["a map type of a string", withField({ ...STRING, "x-kubernetes-map-type": "atomic" }), "crd-list-type"],
  ["a set of objects", withField(set(object({ b: STRING }))), "crd-list-type", "crd-set-items"],
  [
    "a set of atomic objects",
    withField(set(object({ b: STRING }, { "x-kubernetes-map-type": "atomic" }))),
    "crd-set-items",
  ],
  ["a set of sets", withField(set(set(STRING))), "crd-list-type", "crd-set-items"],
  ["a set of lists", withField(set(list(STRING))), "crd-set-items"],
  ["a set of nullable strings", withField(set({ ...STRING, nullable: true })), "crd-list-type"],
  ["keys without a list type", withField(list(KEYED, { "x-kubernetes-list-map-keys": ["k"] })), "list-map-keys"],
  ["keys of a set", withField(set(STRING, { "x-kubernetes-list-map-keys": ["k"] })), "list-map-keys"],
  ["a map", withField(map(KEYED, ["k"]))],
  ["a map without keys", withField(map(KEYED, [])), "list-map-keys"],
  ["a map of strings", withField(map(STRING, ["k"])), "crd-list-type"],
  [
    "a map without items",
    withField({ type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] }),
    "crd-list-type",
    "crd-keyword-missing",
  ],
  ["a map with a list of items", withField(map([KEYED], ["k"])), "crd-keyword"],
  ["a map of nullable objects", withField(map({ ...KEYED, nullable: true }, ["k"])), "crd-list-type"],
  ["a key that is not declared", withField(map(KEYED, ["k", "x"])), "list-key"],
  ["a key that is listed twice", withField(map(KEYED, ["k", "k"])), "list-key"],
  ["a key that is a list", withField(map({ ...KEYED, properties: { k: list(STRING) } }, ["k"])), "list-key"],
  ["a key that is optional", withField(map({ type: "object", properties: { k: STRING } }, ["k"])), "list-key"],
  ["a key with a default", withField(map({ type: "object", properties: { k: { ...STRING, default: "x" } } }, ["k"]))],
  [
    "a key that is nullable",
    withField(map({ ...KEYED, properties: { k: { ...STRING, nullable: true } } }, ["k"])),
    "list-key",
  ],
];
