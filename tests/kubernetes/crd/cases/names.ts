import { APPROVAL, inGroup, withMetadata, withNames, withSpec } from "../documents.js";
import type { NewCase } from "./case.js";

export const CASES: readonly NewCase[] = [
  ["a group without a dot", inGroup("example"), "crd-group"],
  ["a group in uppercase", inGroup("Example.dev"), "crd-group"],
  ["no group", withSpec({ group: "" }), "crd-field-required"],
  ["no scope", withSpec({ scope: "" }), "crd-field-required"],
  ["another scope", withSpec({ scope: "Global" }), "crd-field-value"],
  ["no kind", withNames({ kind: "" }), "crd-field-required"],
  ["no plural", withNames({ plural: "" }), "crd-field-required"],
  ["a plural in uppercase", withMetadata({ name: "Widgets.example.dev" }), "crd-name"],
  [
    "a plural with an underscore",
    { ...withNames({ plural: "big_widgets" }), metadata: { name: "big_widgets.example.dev" } },
    "kind-name",
  ],
  ["a kind with an underscore", withNames({ kind: "Big_Widget" }), "kind-name"],
  ["a long kind", withNames({ kind: "W".repeat(64) }), "kind-name"],
  ["a kind whose list kind is long", withNames({ kind: "W".repeat(60) }), "kind-name"],
  ["a singular in uppercase", withNames({ singular: "Widget" }), "kind-name"],
  ["a list kind with a dot", withNames({ listKind: "Widget.List" }), "kind-name"],
  ["a list kind that is the kind", withNames({ listKind: "Widget" }), "kind-name"],
  ["a short name", withNames({ shortNames: ["w", "W"] }), "kind-name"],
  ["a short name that is null", withNames({ shortNames: [null] }), "kind-name"],
  ["a category", withNames({ categories: ["a b"] }), "kind-name"],
  ["a protected group", inGroup("widgets.k8s.io"), "crd-approval"],
  ["another protected group", inGroup("kubernetes.io"), "crd-approval"],
  ["a wrong approval", inGroup("widgets.k8s.io", { [APPROVAL]: "yes" }), "crd-approval"],
  ["an approval without a host", inGroup("widgets.k8s.io", { [APPROVAL]: "https:///1" }), "crd-approval"],
  ["an approved group", inGroup("widgets.k8s.io", { [APPROVAL]: "https://github.com/kubernetes/kubernetes/pull/1" })],
  ["an unapproved group", inGroup("widgets.k8s.io", { [APPROVAL]: "unapproved, experimental" })],
  ["a group that is not protected", inGroup("widgets.x-k8s.io")],
];
