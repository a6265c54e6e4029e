import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const exclusiveMaximumTag = defineTag({
  name: "exclusiveMaximum",
  summary: "Requires the value to be less than `@maximum`. As in OpenAPI 3.0, the tag has no value of its own.",
  example: "@exclusiveMaximum",
  targets: ["type", "property"],
  form: flag,
  constraint: {
    appliesTo: ["integer", "number"],
    keywords: (value) => ({ exclusiveMaximum: value }),
  },
});
