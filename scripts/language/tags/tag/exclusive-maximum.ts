import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const exclusiveMaximumTag = defineTag({
  name: "exclusiveMaximum",
  summary: "Leaves the maximum itself out. A flag beside @maximum, as in OpenAPI 3.0.",
  example: "@exclusiveMaximum",
  targets: ["type", "property"],
  form: flag,
  constraint: {
    appliesTo: ["integer", "number"],
    keywords: (value) => ({ exclusiveMaximum: value }),
  },
});
