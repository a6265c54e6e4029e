import { crd, withMetadata } from "../documents.js";
import type { NewCase } from "./case.js";

export const CASES: readonly NewCase[] = [
  ["no name", crd({ metadata: {} }), "crd-field-required"],
  ["another name", withMetadata({ name: "widget.example.dev" }), "crd-name"],
  ["a generated name", withMetadata({ generateName: "widgets-" }), "crd-name"],
  ["a namespace", withMetadata({ namespace: "default" }), "crd-metadata (accepted)"],
  ["the key of a label", withMetadata({ labels: { "a b": "c" } }), "crd-metadata"],
  ["the value of a label", withMetadata({ labels: { a: "b c" } }), "crd-metadata"],
  ["the key of an annotation", withMetadata({ annotations: { "a/b/c": "d" } }), "crd-metadata"],
  [
    "annotations that are too large",
    withMetadata({ annotations: { a: "x".repeat(262_144) } }),
    "crd-metadata",
    "crd-too-large (accepted)",
  ],
  ["a finalizer", withMetadata({ finalizers: ["a b"] }), "crd-metadata"],
  [
    "finalizers that contradict each other",
    withMetadata({ finalizers: ["orphan", "foregroundDeletion"] }),
    "crd-metadata",
  ],
  ["an owner without fields", withMetadata({ ownerReferences: [{}] }), ...Array<string>(4).fill("crd-field-required")],
  [
    "the version of an owner",
    withMetadata({ ownerReferences: [{ apiVersion: "a/b/c", kind: "A", name: "a", uid: "a" }] }),
    "crd-metadata",
  ],
  [
    "an event as an owner",
    withMetadata({ ownerReferences: [{ apiVersion: "v1", kind: "Event", name: "a", uid: "a" }] }),
    "crd-metadata",
  ],
  [
    "two controllers",
    withMetadata({
      ownerReferences: ["a", "b"].map((name) => ({ apiVersion: "v1", kind: "A", name, uid: name, controller: true })),
    }),
    "crd-metadata",
  ],
];
