import { defineTag } from "../definition.js";
import { integer } from "../forms.js";

export const minLengthTag = defineTag({
  name: "minLength",
  summary: "Minimum number of characters in a string.",
  example: "@minLength 1",
  targets: ["type", "property"],
  form: integer(0),
  constraint: {
    appliesTo: ["string", "int-or-string"],
    keywords: (value) => ({ minLength: value }),
  },
});
