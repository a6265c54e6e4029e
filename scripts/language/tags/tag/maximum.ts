import { defineTag } from "../definition.js";
import { number } from "../forms.js";

export const maximumTag = defineTag({
  name: "maximum",
  summary: "Maximum value of a number.",
  example: "@maximum 65535",
  targets: ["type", "property"],
  form: number,
  constraint: {
    appliesTo: ["integer", "number", "int-or-string"],
    keywords: (value) => ({ maximum: value }),
  },
});
