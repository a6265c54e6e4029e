import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const embeddedResourceTag = defineTag({
  name: "embeddedResource",
  summary:
    "Marks a value as a complete Kubernetes object. The API server validates its apiVersion, kind, and metadata.",
  example: "@embeddedResource",
  targets: ["type", "property"],
  form: flag,
  constraint: {
    appliesTo: ["object"],
    keywords: (value) => ({ "x-kubernetes-embedded-resource": value }),
  },
});
