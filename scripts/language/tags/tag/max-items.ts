import { defineTag } from "../definition.js";
import { integer } from "../forms.js";

export const maxItemsTag = defineTag({
  name: "maxItems",
  summary: "The greatest number of items of a list. Rules that walk the list need it for their cost.",
  example: "@maxItems 16",
  targets: ["type", "property"],
  form: integer(0),
  constraint: {
    appliesTo: ["array"],
    keywords: (value) => ({ maxItems: value }),
  },
});
