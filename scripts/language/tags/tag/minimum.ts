import { defineTag } from "../definition.js";
import { number } from "../forms.js";

export const minimumTag = defineTag({
  name: "minimum",
  summary: "Minimum value of a number.",
  example: "@minimum 1",
  targets: ["type", "property"],
  form: number,
  constraint: {
    appliesTo: ["integer", "number", "int-or-string"],
    keywords: (value) => ({ minimum: value }),
  },
});
