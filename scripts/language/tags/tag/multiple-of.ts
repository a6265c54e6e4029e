import { defineTag } from "../definition.js";
import { number } from "../forms.js";

export const multipleOfTag = defineTag({
  name: "multipleOf",
  summary: "Requires the value to be an integer multiple of this number.",
  example: "@multipleOf 5",
  targets: ["type", "property"],
  form: number,
  constraint: {
    appliesTo: ["integer", "number"],
    keywords: (value) => ({ multipleOf: value }),
  },
});
