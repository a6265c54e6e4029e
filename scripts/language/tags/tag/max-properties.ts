import { defineTag } from "../definition.js";
import { integer } from "../forms.js";

export const maxPropertiesTag = defineTag({
  name: "maxProperties",
  summary: "Maximum number of fields in an object or keys in a map.",
  example: "@maxProperties 8",
  targets: ["type", "property"],
  form: integer(0),
  constraint: {
    appliesTo: ["object", "map"],
    keywords: (value) => ({ maxProperties: value }),
  },
});
