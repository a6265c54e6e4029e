import { defineTag } from "../definition.js";
import { number } from "../forms.js";

export const multipleOfTag = defineTag({
  name: "multipleOf",
  summary: "A number that the value is a whole multiple of.",
  example: "@multipleOf 5",
  targets: ["type", "property"],
  form: number,
  constraint: {
    appliesTo: ["integer", "number"],
    keywords: (value) => ({ multipleOf: value }),
  },
});
