import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const preserveUnknownFieldsTag = defineTag({
  name: "preserveUnknownFields",
  summary: "Keeps fields that the schema does not know, whatever the bundle sets for its objects.",
  example: "@preserveUnknownFields",
  targets: ["type", "property"],
  form: flag,
  constraint: {
    appliesTo: ["object", "map", "any"],
    keywords: (value) => ({ "x-kubernetes-preserve-unknown-fields": value }),
  },
});
