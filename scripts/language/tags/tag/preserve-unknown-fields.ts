import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const preserveUnknownFieldsTag = defineTag({
  name: "preserveUnknownFields",
  summary:
    "Preserves fields that the schema does not declare, whatever preserveUnknownFields in bundle.yaml is set to.",
  example: "@preserveUnknownFields",
  targets: ["type", "property"],
  form: flag,
  constraint: {
    appliesTo: ["object", "map", "any"],
    keywords: (value) => ({ "x-kubernetes-preserve-unknown-fields": value }),
  },
});
