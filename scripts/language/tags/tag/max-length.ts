import { defineTag } from "../definition.js";
import { integer } from "../forms.js";

export const maxLengthTag = defineTag({
  name: "maxLength",
  summary: "The greatest number of characters of a string. Rules that read the string need it for their cost.",
  example: "@maxLength 253",
  targets: ["type", "property"],
  form: integer(0),
  constraint: {
    appliesTo: ["string", "int-or-string"],
    keywords: (value) => ({ maxLength: value }),
  },
});
