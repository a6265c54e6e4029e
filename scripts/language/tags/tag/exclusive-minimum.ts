import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const exclusiveMinimumTag = defineTag({
  name: "exclusiveMinimum",
  summary: "Leaves the minimum itself out. A flag beside @minimum, as in OpenAPI 3.0.",
  example: "@exclusiveMinimum",
  targets: ["type", "property"],
  form: flag,
  constraint: {
    appliesTo: ["integer", "number"],
    keywords: (value) => ({ exclusiveMinimum: value }),
  },
});
