import { defineTag } from "../definition.js";
import { integer } from "../forms.js";

export const maxPropertiesTag = defineTag({
  name: "maxProperties",
  summary: "The greatest number of fields or keys of an object.",
  example: "@maxProperties 8",
  targets: ["type", "property"],
  form: integer(0),
  constraint: {
    appliesTo: ["object", "map"],
    keywords: (value) => ({ maxProperties: value }),
  },
});
