import { defineTag } from "../definition.js";
import { integer } from "../forms.js";

export const maxLengthTag = defineTag({
  name: "maxLength",
  summary: "Maximum number of characters in a string. It limits the cost of validation rules that read the string.",
  example: "@maxLength 253",
  targets: ["type", "property"],
  form: integer(0),
  constraint: {
    appliesTo: ["string", "int-or-string"],
    keywords: (value) => ({ maxLength: value }),
  },
});
