import { defineTag } from "../definition.js";
import { integer } from "../forms.js";

export const minPropertiesTag = defineTag({
  name: "minProperties",
  summary: "Minimum number of fields in an object or keys in a map.",
  example: "@minProperties 1",
  targets: ["type", "property"],
  form: integer(0),
  constraint: {
    appliesTo: ["object", "map"],
    keywords: (value) => ({ minProperties: value }),
  },
});
