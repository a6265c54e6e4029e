import { defineTag } from "../definition.js";
import { integer } from "../forms.js";

export const minItemsTag = defineTag({
  name: "minItems",
  summary: "Minimum number of items in a list.",
  example: "@minItems 1",
  targets: ["type", "property"],
  form: integer(0),
  constraint: {
    appliesTo: ["array"],
    keywords: (value) => ({ minItems: value }),
  },
});
