import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const embeddedResourceTag = defineTag({
  name: "embeddedResource",
  summary: "The object is a whole Kubernetes object: the API server checks its apiVersion, kind and metadata.",
  example: "@embeddedResource",
  targets: ["type", "property"],
  form: flag,
  constraint: {
    appliesTo: ["object"],
    keywords: (value) => ({ "x-kubernetes-embedded-resource": value }),
  },
});
