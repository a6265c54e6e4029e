import { defineTag } from "../definition.js";
import { integer } from "../forms.js";

export const maxItemsTag = defineTag({
  name: "maxItems",
  summary: "Maximum number of items in a list. It limits the cost of validation rules that iterate over the list.",
  example: "@maxItems 16",
  targets: ["type", "property"],
  form: integer(0),
  constraint: {
    appliesTo: ["array"],
    keywords: (value) => ({ maxItems: value }),
  },
});
