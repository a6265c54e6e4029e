import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const preserveUnknownFieldsTag = defineTag({
  name: "preserveUnknownFields",
  summary: "Preserves fields that the schema does not define, regardless of `preserveUnknownFields` in `bundle.yaml`.",
  example: "@preserveUnknownFields",
  targets: ["kind", "type", "property"],
  form: flag,
  constraint: {
    appliesTo: ["object", "map", "any"],
    keywords: (value) => ({ "x-kubernetes-preserve-unknown-fields": value }),
  },
});
