import { defineTag } from "../definition.js";
import { integer } from "../forms.js";

export const maxItemsTag = defineTag({
  name: "maxItems",
  summary: "Maximum number of items in a list. Set it if a rule iterates over the list, to limit the rule's cost.",
  example: "@maxItems 16",
  targets: ["type", "property"],
  form: integer(0),
  constraint: {
    appliesTo: ["array"],
    keywords: (value) => ({ maxItems: value }),
  },
});
