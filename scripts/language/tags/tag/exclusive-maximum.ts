import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const exclusiveMaximumTag = defineTag({
  name: "exclusiveMaximum",
  summary: "Excludes the maximum itself from the allowed values. A flag that is used with @maximum, as in OpenAPI 3.0.",
  example: "@exclusiveMaximum",
  targets: ["type", "property"],
  form: flag,
  constraint: {
    appliesTo: ["integer", "number"],
    keywords: (value) => ({ exclusiveMaximum: value }),
  },
});
