import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const exclusiveMinimumTag = defineTag({
  name: "exclusiveMinimum",
  summary: "Excludes the minimum itself from the allowed values. A flag that is used with @minimum, as in OpenAPI 3.0.",
  example: "@exclusiveMinimum",
  targets: ["type", "property"],
  form: flag,
  constraint: {
    appliesTo: ["integer", "number"],
    keywords: (value) => ({ exclusiveMinimum: value }),
  },
});
